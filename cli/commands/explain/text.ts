// An account as text: a line for each function, with its context and its place.

import type { Account, Named } from '../../../src/explain/account.ts'
import type { Ran } from '../../../src/explain/trace.ts'

const STAGE = 16
const NAME = 22

export function textOf(account: Account, sent: { status: number; ran: readonly Ran[] } | null): string {
  const { route, asked, found } = account
  const title = found
    ? `${route.method} ${route.url}`
    : `${asked.method} ${asked.url}: no route; the not-found handler answers`
  const lines = [
    `${title}      ${route.context}`,
    ...account.notes.map((note) => row('', note)),
    ...account.near.map((one) => row('', `${one} is near`)),
    ...account.stages.flatMap(({ stage, runs }) =>
      runs.map((one, at) => row(at === 0 ? stage : '', named(one, one.note))),
    ),
    ...account.judged.map(({ part, by, why }, at) =>
      row(at === 0 ? 'schemas' : '', `${part}: ${by}${why === '' ? '' : `, because of ${why}`}`),
    ),
    row('parsers', `${account.parsers.types.join(', ')}; at most ${account.parsers.limit} bytes`),
    ...account.errors.map((one, at) => row(at === 0 ? 'errors' : '', named(one))),
    row(
      'sees',
      `app: ${account.sees.app.join(', ') || 'no decorators'} · schemas: ${account.sees.schemas.join(', ') || 'none'}`,
    ),
    ...account.elsewhere.map((one, at) =>
      row(at === 0 ? 'does not run' : '', named(one, `${one.stage}: ${one.why}`)),
    ),
  ]
  if (sent !== null) lines.push('', `sent: ${sent.status}`, ...sent.ran.map(ranLine))
  return `${lines.join('\n')}\n`
}

const row = (stage: string, text: string): string => `  ${stage.padEnd(STAGE)}${text}`

function named({ name, of, at }: Named, note = ''): string {
  const place = at === null ? '' : `  ${at}`
  return `${(name || 'anonymous').padEnd(NAME)}of ${of}${place}${note === '' ? '' : `  (${note})`}`
}

function ranLine({ stage, name, of, ms, error }: Ran): string {
  const time = ms === null ? 'not ended' : `${ms} ms`
  return row(
    stage,
    `${(name || 'anonymous').padEnd(NAME)}of ${of}  ${time}${error === undefined ? '' : `  failed: ${error}`}`,
  )
}

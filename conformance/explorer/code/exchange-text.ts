// A request, an expectation and an answer as lines of text, each with the part of the answer that it shows.

import type { Exchange, Expectation, Json } from '../../../spec/case.ts'
import type { CanonicalAnswer, Observation } from '../../contract/result.ts'

export interface Line {
  text: string
  /** The pointer of the part that it shows, such as `/status` or `/headers/allow`. */
  part: string
}

export function requestText(exchange: Exchange): string {
  const { send, operation, parallel, when, times, repeat, until, awaits } = exchange
  const notes = [
    parallel === undefined ? '' : `at the same time as the others of "${parallel}"`,
    when === undefined ? '' : `begins once the gate "${when}" is open`,
    times === undefined ? '' : `${times} times`,
    repeat === undefined ? '' : `sent ${repeat} times; the first and the last are judged`,
    until === undefined ? '' : `goes on with the next exchange once the gate "${until}" is open`,
  ].filter(Boolean)
  const other = awaits === undefined ? `operation ${flat(operation as Json)}` : `the end of "${awaits}"`
  const lines = send ? requestLines(send) : [other]
  return [...notes.map((note) => `# ${note}`), ...lines].join('\n')
}

function requestLines(send: NonNullable<Exchange['send']>): string[] {
  if (send.raw !== undefined) return [send.raw].flat().map((piece) => flat(piece))
  const lines = [`${send.method ?? 'GET'} ${plain(send.url ?? '/')}`]
  const type = send.contentType ?? (send.json === undefined ? undefined : 'application/json')
  if (type !== undefined) lines.push(`content-type: ${type}`)
  for (const [name, value] of Object.entries(send.headers ?? {}))
    lines.push(value === null ? `# without ${name}` : `${name}: ${plain(value)}`)
  if (send.chunks) lines.push('transfer-encoding: chunked', '', ...send.chunks.map(plain))
  else if (send.json !== undefined) lines.push('', json(send.json))
  else if (send.text !== undefined) lines.push('', plain(send.text))
  if (send.abortWhen !== undefined) lines.push(`# breaks the connection once "${send.abortWhen}" is open`)
  if (send.on !== undefined) lines.push(`# on the connection "${send.on}"`)
  if (send.restWhen !== undefined)
    lines.push(`# the body behind its first piece is sent once "${send.restWhen}" is open`)
  if (send.readWhen !== undefined) lines.push(`# the answer is read once "${send.readWhen}" is open`)
  return lines
}

/** The parts in the order of an answer, then what was recorded beside it. */
export function expectedText(expect: Expectation): string {
  const lines: string[] = []
  if (expect.status !== undefined) lines.push(`status ${flat(expect.status)}`)
  for (const [name, value] of Object.entries(expect.headers ?? {})) lines.push(`${name}: ${plain(value)}`)
  if (expect.json !== undefined) lines.push('', json(expect.json))
  if (expect.text !== undefined) lines.push('', plain(expect.text))
  for (const [name, value] of Object.entries(expect)) {
    if (['status', 'headers', 'json', 'text'].includes(name) || value === undefined) continue
    lines.push(`${name} ${json(value as Json)}`)
  }
  return lines.join('\n').trim() || 'an answer, whatever it is'
}

/** `pointer`: where the answer differs; the value around that place is written member by member, so that it can be marked alone. */
export function observedText(seen: Observation, pointer = ''): Line[] {
  const lines: Line[] = []
  const tell = (part: string, text: string): void => {
    for (const line of text.split('\n')) lines.push({ part, text: line })
  }
  const tellValue = (part: string, name: string, value: Json): void => {
    if (!pointer.startsWith(`${part}/`)) tell(part, `${name} ${json(value)}`.trimStart())
    else lines.push(...memberLines(value, part, pointer, name === '' ? '' : `${name} `, '', ''))
  }
  if (seen.answer) answerLines(seen.answer, pointer, tell, tellValue)
  if (seen.resolved !== undefined) tell('/resolved', `resolved with ${json(seen.resolved)}`)
  if (seen.rejected !== undefined) tell('/rejected', `rejected with ${json(seen.rejected)}`)
  if (seen.closed !== undefined)
    tell('/closed', `the connection ${seen.closed ? 'was closed' : 'stayed open'} after it`)
  if (seen.pending) tell('/pending', `still pending ${json(seen.pending)}`)
  if (seen.connections) tell('/connections', `connections ${json(seen.connections)}`)
  if (seen.trace.length > 0) tellValue('/trace', 'trace', seen.trace)
  for (const [name, value] of Object.entries(seen.probes))
    tellValue(`/probes/${name}`, `probe ${name}`, value)
  if (seen.log.length > 0) tellValue('/log', 'log', seen.log)
  return lines.length > 0 ? lines : [{ part: '/', text: 'nothing' }]
}

function answerLines(
  answer: CanonicalAnswer,
  pointer: string,
  tell: (part: string, text: string) => void,
  tellValue: (part: string, name: string, value: Json) => void,
): void {
  tell('/status', `status ${answer.status}`)
  for (const [name, value] of Object.entries(answer.headers))
    for (const one of [value].flat()) tell(`/headers/${name}`, `${name}: ${one}`)
  if (answer.text !== '') tell('', '')
  const parsed = pointer.startsWith('/json/') ? parse(answer.text) : undefined
  if (parsed !== undefined) tellValue('/json', '', parsed)
  else if (answer.text !== '') tell('/text', indented(answer.text))
  for (const [name, value] of Object.entries(answer.trailers ?? {}))
    tell(`/trailers/${name}`, `trailer ${name}: ${value}`)
  if (answer.broken) tell('/broken', '# broken off')
}

/** The parts of what was seen that a difference is about. */
export function differencesOf(
  _expect: Expectation,
  seen: Observation | undefined,
  difference: { pointer: string } | undefined,
): Set<string> {
  if (!seen || !difference) return new Set()
  const { pointer: given } = difference
  const parts = new Set(observedText(seen, given).map(({ part }) => part))
  const pointer = parts.has('/text') ? given.replace(/\/json(?:\/.*)?$|\/base64$/, '/text') : given
  const lower = pointer.toLowerCase()
  const inside = [...parts].filter((part) => part !== '' && part.toLowerCase().startsWith(`${lower}/`))
  const around = [...parts].filter((part) => {
    const own = part.toLowerCase()
    return own !== '' && (lower === own || lower.startsWith(`${own}/`))
  })
  // The member itself, or, where it is missing, the nearest value around the place.
  const nearest = Math.max(0, ...around.map((part) => part.length))
  return new Set([...around.filter((part) => part.length === nearest), ...inside])
}

/** A value in lines: those on the way to the pointer have a line for each member, all others are as short as they can be. */
function memberLines(
  value: Json,
  part: string,
  pointer: string,
  head: string,
  tail: string,
  indent: string,
): Line[] {
  const onTheWay = pointer.startsWith(`${part}/`) && value !== null && typeof value === 'object'
  if (!onTheWay || Object.keys(value).length === 0)
    return json(value)
      .split('\n')
      .map((line, at, all) => ({
        part,
        text: `${indent}${at === 0 ? head : ''}${line}${at === all.length - 1 ? tail : ''}`,
      }))
  const entries = Object.entries(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return [
    { part, text: `${indent}${head}${open}` },
    ...entries.flatMap(([key, item], at) =>
      memberLines(
        item,
        `${part}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        pointer,
        Array.isArray(value) ? '' : `${JSON.stringify(key)}: `,
        at < entries.length - 1 ? ',' : '',
        `${indent}  `,
      ),
    ),
    { part, text: `${indent}${close}${tail}` },
  ]
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** JSON is indented, so that it can be read. */
function indented(text: string): string {
  if (!/^[[{]/.test(text)) return text
  try {
    return json(JSON.parse(text) as Json)
  } catch {
    return text
  }
}

function plain(value: Json): string {
  return typeof value === 'string' ? value : flat(value)
}

function flat(value: Json): string {
  return JSON.stringify(value)
}

function json(value: Json): string {
  const short = flat(value)
  return short.length <= 72 ? short : JSON.stringify(value, null, 2)
}

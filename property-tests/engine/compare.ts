/** Whether two outcomes are equal; if not, both beside each other for a reader. */

import { type Seen, shortened } from './application/notes.ts'
import type { Outcome } from './lane.ts'
import { escaped, type Stream } from './streams/stream.ts'

/** Where the first difference is; null where there is none. */
export function firstDifference(one: Outcome, other: Outcome): string | null {
  const isBroken = brokenOff(one) && brokenOff(other)
  const kept = isBroken ? withoutEnd : settled
  const seen = (outcome: Outcome): string => JSON.stringify(outcome.seen.map(kept))
  const requests = (outcome: Outcome): string =>
    JSON.stringify(outcome.seen.map(({ method, url }) => [method, url]))
  if (requests(one) !== requests(other)) return 'the requests that were seen'
  const answers = [ordered(one.answers), ordered(other.answers)] as const
  if (isBroken ? !isPart(...answers) : answers[0] !== answers[1]) return 'the answers'
  if (one.then !== other.then) return 'the connection after the last answer'
  if (seen(one) !== seen(other)) return 'what was seen of a request'
  if (ordered(one.rest) !== ordered(other.rest))
    return 'what was answered after the client had ended its side'
  if (one.last !== other.last) return 'the connection after the client had ended its side'
  if (one.progress.join() !== other.progress.join()) return 'when the answers came'
  return null
}

/** A refusal of node, or of a handler of client errors, which closes the connection behind the answers before it. */
const REFUSED =
  /HTTP\/1\.1 4\d\d [\w ]+\r\nContent-Length: \d+\r\n(?:Content-Type: application\/json\r\n\r\n\{[^}]*\}|connection: close\r\n\r\n)$/i

/**
 * Whether an outcome is that of a server that refuses what is behind its answers, but for what its client lost: a client that goes on
 * writing then resets the connection, and what it has not read is gone.
 */
export function isReset({ patient, pieces }: Stream, right: Outcome, outcome: Outcome): boolean {
  if (patient || pieces.length < 2 || !REFUSED.test(right.answers)) return false
  return (
    ordered(right.answers).startsWith(ordered(outcome.answers)) &&
    firstDifference({ ...right, answers: outcome.answers, progress: outcome.progress }, outcome) === null
  )
}

/** Of requests whose handlers look at the objects of node. */
const TOUCHES = / \/(?:odd|hijack|raw)/

/** Nobody listens for it: node destroys its socket at once, and what has not left by then is lost. */
const CONNECTS = /(?:^|\n)CONNECT /

/**
 * Whether both refuse what is behind an answer that is not complete, and cut it off: ticks decide where. The application of `outcome`
 * was told so. What node writes, since a handler has looked at its objects, it cuts off as it does: behind a head without a 400.
 */
export function isCutOff({ pieces }: Stream, right: Outcome, outcome: Outcome): boolean {
  const isOfNode = TOUCHES.test(pieces.join(''))
  const isDestroyed = isOfNode && CONNECTS.test(pieces.join('')) && right.then === 'closed'
  if (!isDestroyed && !REFUSED.test(right.answers)) return false
  if (!(isOfNode ? outcome.then === 'closed' : REFUSED.test(outcome.answers))) return false
  const isTold = ({ events }: Seen): boolean =>
    events.includes('abort') && !events.some((event) => event.startsWith('response'))
  const [one, other] = [right, outcome].map(({ answers }) => ordered(answers.replace(REFUSED, ''))) as [
    string,
    string,
  ]
  const kept = ({ seen }: Outcome): Outcome => ({ ...right, seen: seen.map(withoutEnd) })
  return (
    (isOfNode || outcome.seen.some(isTold)) &&
    isPart(one, other) &&
    firstDifference(kept(right), kept(outcome)) === null
  )
}

/**
 * Whether one side refuses what follows its last answer, and the other had ended the connection by then. Node runs what waits for the
 * next tick between the body of a request and what follows it, where it reads the socket itself, and not where bytes are given to it.
 */
export function isRefusedLate(right: Outcome, outcome: Outcome): boolean {
  const [less, more] = right.answers.length < outcome.answers.length ? [right, outcome] : [outcome, right]
  const heads = less.answers.match(HEAD) ?? []
  return (
    REFUSED.test(more.answers) &&
    /\r\nconnection: close\r\n/i.test(heads.at(-1) ?? '') &&
    firstDifference({ ...more, answers: more.answers.replace(REFUSED, '') }, less) === null
  )
}

/** Whether the application has destroyed the socket. Ticks decide which answers before that one have left by then. */
function brokenOff({ seen, then }: Outcome): boolean {
  return then === 'closed' && seen.some(({ events }) => events.includes('destroys'))
}

function isPart(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one)
}

/** What was seen of a request but for how it ended. */
function withoutEnd(seen: Seen): Seen {
  return { ...seen, events: seen.events.filter((event) => !/^(?:response|abort|finish|close)\b/.test(event)) }
}

/**
 * When a connection is lost while a handler runs, either may be noticed first. And a response that waits behind another one hears of
 * the loss only if it is its turn before the connection has closed.
 */
function settled(seen: Seen): Seen {
  if (!seen.events.includes('abort')) return seen
  const events = seen.events.filter((event) => event !== 'abort' && event !== 'close')
  return { ...seen, events: [...events, 'abort'] }
}

const HEAD = /(HTTP\/1\.1 \d{3}[^\r\n]*\r\n)((?:[^\r\n]+\r\n)+)(?=\r\n)/g

/** Answers with the fields of each head in one order: the order of fields of different names means nothing. */
function ordered(answers: string): string {
  return answers.replace(HEAD, (_head, line: string, fields: string) => {
    const lines = fields.split('\r\n').filter((field) => field !== '')
    const nameOf = (field: string): string => field.slice(0, field.indexOf(':')).toLowerCase()
    const sorted = lines.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0))
    return `${line}${sorted.map((field) => `${field}\r\n`).join('')}`
  })
}

/** How much of an answer is shown. */
const SHOWN = 3000

const indented = (text: string): string => text.replace(/^/gm, '    ')

/** A stream and what both sides made of it. */
export function told(stream: Stream, what: string, outcomes: readonly [string, Outcome][]): string {
  const { config, end, patient, pieces } = stream
  const how = `${patient ? 'one by one' : 'a turn apart'}, ${end === 'fin' ? 'then FIN' : 'then waits'}`
  const written = pieces.map((piece) => indented(escaped(piece))).join('\n    --\n')
  const sides = outcomes.map(([name, outcome]) => `  ${name}:\n${indented(shown(outcome))}`)
  return [
    `${what} differ; servers with "${config}"; ${pieces.length} pieces ${how}:`,
    written,
    ...sides,
  ].join('\n')
}

function shown(outcome: Outcome): string {
  const requests = outcome.seen.map(({ method, url, context, events }) =>
    [
      `saw ${method} ${url}${context === null ? '' : ` in the context ${context}`}`,
      ...events.map((event) => `  ${event}`),
    ].join('\n'),
  )
  const progress =
    outcome.progress.length === 0 ? '' : `, after the pieces ${outcome.progress.join(' ')} bytes`
  return [
    ...requests,
    `answered${progress}`,
    shortened(escaped(outcome.answers), SHOWN),
    `the connection is ${outcome.then}; once the client has ended its side it is ${outcome.last}`,
    ...(outcome.rest === '' ? [] : ['and came', shortened(escaped(outcome.rest), SHOWN)]),
  ].join('\n')
}

/** In which packets the bytes of a stream may arrive, as far as it shows: an error cuts off answers to what arrived with it. */
import { cut, type Stream } from './stream.ts'

/** Where a request may begin: behind an empty line, or with a method behind a body. */
const BEGINNING = /(?<=\n\r?\n)|(?=(?:GET|HEAD|POST|PUT|DELETE|OPTIONS|PATCH|TRACE|CONNECT)[ \t])/g
const HEAD = /(?:^|\n)content-length:[ \t]*(\d+)[^\n]*\n(?:[^\r\n]+\r?\n)*\r?\n/gi

/** Turns of a handler in the last of which the end of a client or of a connection is seen, or before. */
const LATE = [2, 5]

/** More beginnings than requests: the last ones are left out. */
const MOST = 12

function beginnings(whole: string): number[] {
  const found = [...whole.matchAll(BEGINNING)].map(({ index }) => index)
  for (const head of whole.matchAll(HEAD)) found.push(head.index + head[0].length + Number(head[1]))
  const inside = new Set(found.filter((at) => at > 0 && at < whole.length))
  return [...inside].sort((a, b) => a - b).slice(0, MOST)
}

/**
 * The stream as it is, then cut at beginnings: at all, at one, at the first ones and one more; at once and one by one, where a timer may
 * fire between two pieces. `waits`: a request had no answer, behind which nothing need be read, so that the stream may end before any beginning too.
 */
export function* arrivals(one: Stream, waits: boolean): Generator<Stream> {
  yield one
  const whole = one.pieces.join('')
  const own: number[] = []
  for (const piece of one.pieces) own.push((own.at(-1) ?? 0) + piece.length)
  const places = beginnings(whole)
  const hows: object[] = [{ patient: true }, { patient: true, timersFirst: true }, { patient: false }]
  // The end of the client, or of the connection behind an error, may be seen before a handler has taken its turn.
  if (one.end === 'fin' || waits)
    for (const turns of LATE) hows.push({ patient: true, turns }, { patient: true, timersFirst: true, turns })
  const of = (text: string, how: object, kept: readonly number[], cuts: readonly number[]): Stream => ({
    ...one,
    ...how,
    pieces: cut(text, [...kept, ...cuts]),
  })
  // The most likely ones first: each is played until one fits.
  for (const kept of [own, []])
    for (const how of hows) {
      yield of(whole, how, kept, places)
      for (const at of places) yield of(whole, how, kept, [at])
    }
  // One by one up to a request, then those up to another at once, or all others.
  for (const kept of [own, []])
    for (const how of hows.slice(0, 2))
      for (const first of places.keys()) {
        const begun = places.slice(0, first + 1)
        yield of(whole, how, kept, begun)
        for (const place of places.slice(first + 2)) yield of(whole, how, kept, [...begun, place])
      }
  if (!waits) return
  for (const kept of [own, []])
    for (const at of places) {
      yield of(whole.slice(0, at), {}, kept, [])
      yield of(whole.slice(0, at), { patient: true, timersFirst: true }, kept, places)
    }
}

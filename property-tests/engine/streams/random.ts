/** Random streams: requests behind each other, well-formed, nearly, or not at all, cut into pieces. */
import fc from 'fast-check'
import { CONFIGS } from '../application/configs.ts'
import { request, textOf } from './grammar.ts'
import { brokenOne, mutatedOne } from './hostile.ts'
import { cut, type Stream } from './stream.ts'

const right = request.map(textOf)
const pipeline = fc.array(right, { minLength: 1, maxLength: 6 }).map((texts) => texts.join(''))

/** Requests that are right around one that breaks a rule. */
const broken = fc
  .tuple(fc.array(right, { maxLength: 2 }), brokenOne(request), fc.array(right, { maxLength: 2 }))
  .map(([first, one, then]) => [...first, one, ...then].join(''))

/** Asks for the end, where the stream can still carry it. */
const LAST = 'GET /context HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'

const text = fc
  .tuple(
    fc.oneof(
      { arbitrary: pipeline, weight: 5 },
      { arbitrary: broken, weight: 3 },
      { arbitrary: mutatedOne(fc.oneof(right, pipeline)), weight: 3 },
    ),
    fc.constantFrom('', '', LAST),
  )
  .map((both) => both.join(''))

const config = fc.oneof(
  { arbitrary: fc.constant('usual' as const), weight: 4 },
  { arbitrary: fc.constantFrom(...CONFIGS), weight: 1 },
)

/** Where a stream is cut, as parts of its length: most are whole, some end in the middle of everything. */
const cuts = fc.oneof(
  { arbitrary: fc.constant<number[]>([]), weight: 3 },
  { arbitrary: fc.array(fc.nat(999), { minLength: 1, maxLength: 4 }), weight: 4 },
)

export const stream: fc.Arbitrary<Stream> = fc
  .record({
    config,
    text,
    cuts,
    end: fc.constantFrom('wait' as const, 'wait' as const, 'fin' as const),
    patient: fc.boolean(),
  })
  .map(({ text: whole, cuts: at, ...rest }) => {
    const positions = at.map((part) => Math.floor((part / 1000) * whole.length))
    return { ...rest, pieces: cut(whole, positions) }
  })

/** How long a stream is of which every cut is tried. */
const SHORT = 200

const shortText = fc
  .oneof(
    { arbitrary: fc.array(right, { minLength: 1, maxLength: 2 }).map((texts) => texts.join('')), weight: 3 },
    { arbitrary: brokenOne(request), weight: 2 },
    { arbitrary: mutatedOne(right), weight: 2 },
  )
  .map((whole) => whole.slice(0, SHORT))

export const shortStream: fc.Arbitrary<Stream> = fc
  .record({
    config,
    text: shortText,
    end: fc.constantFrom('wait' as const, 'fin' as const),
    patient: fc.boolean(),
  })
  .map(({ text: whole, ...rest }) => ({ ...rest, pieces: [whole] }))

/** A stream, written once for each position at which it can be cut in two. */
export function everyCut(one: Stream): Stream[] {
  const whole = one.pieces.join('')
  return Array.from({ length: whole.length }, (_, at) => ({ ...one, pieces: cut(whole, [at]) }))
}

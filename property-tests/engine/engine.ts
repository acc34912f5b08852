/** Whatever bytes arrive, node:http and the engine give the same to the application, to the client and to the connection. */
import fc from 'fast-check'
import type { Property } from '../property/property.ts'
import { Field } from './field.ts'
import { sideOf, watchedNode } from './lane.ts'
import { everyCut, shortStream, stream } from './streams/random.ts'
import type { Stream } from './streams/stream.ts'

interface Streams {
  streams: Stream[]
}

/** How many streams one value has at most: they are played at the same time. */
const MANY = 100

// The servers of a value are those of the next: they do not keep the process alive.
let field: Field | undefined
async function compare(streams: readonly Stream[]): Promise<void> {
  field ??= new Field([sideOf('node'), watchedNode], sideOf('fast'))
  await field.compare(streams, ['node:http', 'the engine'])
}

export const engine: Property<Streams> = {
  id: 'engine',
  title: 'any bytes, however they are cut, have the same effect with node:http and with the engine',
  precondition:
    'the order of bytes and timers is given: a handler that waits, waits until the client has written everything',
  catches: 'requests that are lost, made up or mixed, wrong framing, connections that stay open or do not',
  rules: ['SEC-3-c'],
  runs: 30,
  arbitrary: fc.record({ streams: fc.array(stream, { maxLength: MANY, size: 'max' }) }),
  async check({ streams }, world) {
    world.requests += streams.length
    await compare(streams)
  },
  scenarios: () => [],
}

export const engineCuts: Property<Stream> = {
  id: 'engine-cuts',
  title:
    'a stream has the same effect with node:http and with the engine at every position where it is cut in two',
  precondition: 'as of the property engine; streams of at most 200 bytes',
  catches: 'a parser that goes on at the wrong byte',
  rules: ['SEC-3-c'],
  runs: 6,
  arbitrary: shortStream,
  async check(one, world) {
    const streams = everyCut(one)
    world.requests += streams.length
    await compare(streams)
  },
  scenarios: () => [],
}

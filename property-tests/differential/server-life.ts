/** M6: the life of a server, from events in any order: what each gives, and what runs, is what it is on Fastify 4.17. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { loadBuiltIn } from '../../conformance/adapters/registry.ts'
import type { Adapter } from '../../conformance/contract/adapter.ts'
import type { Json } from '../../spec/case.ts'
import type { Property } from '../property/property.ts'
import { appOf, EVENTS, type Event, type Life, Run } from './server-run.ts'

/** What may be done to an application that closes, or is closed. */
const OF_CLOSED: ReadonlySet<Event> = new Set([
  'inject',
  'look',
  'ask',
  'ask again',
  'release',
  'close',
  'close callback',
])

function taken(events: Event[]): Event[] {
  const end = events.findIndex((event) => event.startsWith('close'))
  // Which of two closes that wait for one request is over first is left open.
  const held = events.some((event) => event.startsWith('hold'))
  return events.filter(
    (event, at) => end < 0 || at <= end || (OF_CLOSED.has(event) && !(held && event.startsWith('close'))),
  )
}

const PEER = 'fastify-4.17'
let peer: Promise<Adapter> | undefined

const TITLES: readonly ('onReady' | 'preClose' | 'onClose')[] = ['onReady', 'preClose', 'onClose']

export const serverLife: Property<Life> = {
  id: 'M6',
  title: 'events in the life of a server, in any order, give what they give on Fastify 4.17',
  precondition: 'one request is held at a time; onClose alone fails; a closed application is asked, and closed again, at most',
  catches:
    'a failed listen that counts, hooks in another order, requests that are refused too early or too late, connections that close() waits for',
  rules: ['STATE-1', 'STATE-3', 'STATE-4'],
  runs: 40,
  arbitrary: fc.record({
    events: fc.array(fc.constantFrom(...EVENTS), { minLength: 2, maxLength: 8 }).map(taken),
    hooks: fc.array(
      fc.record({ name: fc.constantFrom(...TITLES), ticks: fc.constantFrom(0, 2), below: fc.boolean(), fails: fc.constantFrom(false, false, false, true) }),
      { maxLength: 4 },
    ),
    options: fc.constantFrom<{ [key: string]: Json }>({}, {}, { forceCloseConnections: true }, { forceCloseConnections: 'idle' }, { return503OnClosing: false }),
  }),
  async check(life, world) {
    peer ??= loadBuiltIn(PEER)
    const ours = await (await Run.of(life, world.subject, world)).play(life.events)
    const theirs = await (await Run.of(life, await peer, world)).play(life.events)
    assert.deepEqual(ours, theirs)
  },
  scenarios: (life) => [{ app: appOf(life), sends: [{ url: '/' }] }],
} // biome-ignore format: one line for each part

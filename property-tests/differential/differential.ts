/** F12: touchstone and three versions of Fastify on the same document and requests give the same answers and traces. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { loadBuiltIn } from '../../conformance/adapters/registry.ts'
import type { Adapter } from '../../conformance/contract/adapter.ts'
import { scenario } from '../arbitraries/application.ts'
import { observe } from '../property/observe.ts'
import type { Property, Scenario } from '../property/property.ts'
import { aliases } from '../relations/aliases.ts'
import { attachment } from '../relations/attachment.ts'
import { stranger } from '../relations/neighbours.ts'
import { references } from '../relations/references.ts'
import { responseChoice, serialization } from '../relations/serialization.ts'
import { transports } from '../relations/transports.ts'
import { refusal } from '../relations/validation.ts'
import { firstDifference } from './rulings.ts'

const PEERS = ['fastify-4.17', 'fastify-4.29', 'fastify-5'] as const
interface Compared extends Scenario {
  peer: (typeof PEERS)[number]
}

const peers = new Map<string, Promise<Adapter>>()
function peerNamed(name: string): Promise<Adapter> {
  const loading = peers.get(name) ?? loadBuiltIn(name)
  peers.set(name, loading)
  return loading
}

const first = <V>({ arbitrary, scenarios }: Property<V>): fc.Arbitrary<Scenario> =>
  arbitrary.map((value) => scenarios(value)[0] as Scenario)

/** What the other properties are about, and no model has to say what is right. */
const scenarios: fc.Arbitrary<Scenario> = fc.oneof(
  scenario({ names: true, hooks: true }, 'see'),
  scenario({ hooks: true, handlers: true, late: true }, 'plain and throw'),
  first(stranger),
  first(references),
  first(refusal),
  first(serialization),
  first(responseChoice),
  first(aliases),
  first(attachment),
  { arbitrary: first(transports), weight: 4 },
)

export const differential: Property<Compared> = {
  id: 'F12',
  title: 'touchstone and Fastify 4.17, 4.29 and 5 give equal responses and run the same hooks',
  precondition: 'differences that a ruling decides are recognized by its predicate (differential/rulings.ts)',
  catches: 'everything that no model covers',
  rules: ['SVC-4'],
  runs: 100,
  arbitrary: fc
    .tuple(scenarios, fc.constantFrom(...PEERS))
    .map(([{ app, sends }, peer]) => ({ app, sends, peer })),
  async check(value, world) {
    const ours = await observe(value, world)
    const theirs = await observe(value, world, 'inject', await peerNamed(value.peer))
    const difference = firstDifference(value.peer, value, ours, theirs)
    if (difference === null) return
    const { at, peer } = difference
    const asked = at < 0 ? 'the boot' : JSON.stringify(value.sends[at])
    assert.deepEqual(difference.ours, difference.theirs, `${asked} here and on ${peer}`)
    assert.fail(`${asked} differs in the order of something here and on ${peer}`)
  },
  scenarios: (value) => [value],
}

/** F22: a live program has the same outcome on touchstone and on Fastify 4.17, apart from the differences with a known cause. */
import assert from 'node:assert/strict'
import { loadBuiltIn } from '../../conformance/adapters/registry.ts'
import type { Adapter } from '../../conformance/contract/adapter.ts'
import { LIVE_OF_BOTH } from '../live/scenario.ts'
import type { Property, Scenario, World } from '../property/property.ts'
import { scenario } from './scenario.ts'
import { kindOf } from './seen/difference.ts'
import { QUICK, SLOW, Trial } from './trial.ts'

const PEER = 'fastify-4.17'
let peer: Promise<Adapter> | undefined

async function compare(one: Scenario, world: World): Promise<void> {
  peer ??= loadBuiltIn(PEER)
  const sides = { subject: world.subject, peer: await peer, name: PEER }
  world.requests += one.sends.length
  const quick = await new Trial(sides, QUICK).verdict(one)
  if (quick.unexplained === null) return
  const { unexplained } = await new Trial(sides, SLOW).verdict(one) // on a busy machine an answer can be late
  if (unexplained === null) return
  const { difference, reduced } = unexplained
  const { at, ours, theirs } = difference
  const { sends } = reduced ?? one
  const asked = at < 0 ? '' : ` of ${JSON.stringify(sends[at])}`
  assert.fail(
    `${kindOf(difference)}${asked}\n  here ${JSON.stringify(ours)}\n  ${PEER} ${JSON.stringify(theirs)}\n  ${JSON.stringify(reduced ?? one)}`,
  )
}

/** What both have in common: a program, what it is compared to, and what may differ. */
const BOTH = {
  precondition: 'differences with a known cause are recognized by it (programs/causes/)',
  rules: ['SVC-4'],
  check: compare,
  scenarios: (one: Scenario) => [one],
}

export const livePrograms: Property<Scenario> = {
  ...BOTH,
  id: 'F22',
  title: 'a program that boots and answers has the outcome that it has on Fastify 4.17',
  catches: 'what two features do to each other, and state that lasts from one request to the next',
  runs: 60,
  arbitrary: LIVE_OF_BOTH,
}

export const anyPrograms: Property<Scenario> = {
  ...BOTH,
  id: 'F23',
  title: 'any program, right or wrong, has the outcome that it has on Fastify 4.17',
  catches: 'mistakes of an application that are taken or refused otherwise',
  runs: 60,
  arbitrary: scenario,
}

/** F18: requests that wait at every hook and handler, opened in any order, also while the application closes. */
import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { within } from '../../../conformance/contract/deadline.ts'
import type { App, Program, Statement, Transport } from '../../../spec/case.ts'
import { prepending } from '../../live/change.ts'
import { liveScenario } from '../../live/scenario.ts'
import { Running, type Seen } from '../../property/observe.ts'
import type { Property, Scenario } from '../../property/property.ts'
import { askEach, booted } from './arrangements.ts'

interface Held extends Scenario {
  transport: Transport
  /** the order in which gates are opened */
  order: number[]
  /** after how many of them the application is closed, if at all */
  closing: number | null
}

/** How many gates a request can come by. */
const GATES = 12

/** A handler that ends before the error handler that it called answers with nothing: who is first depends on the gates. */
const CALLS_HANDLER = /"call":\["app\.errorHandler"/

const gate = (request: number, at: number): string => `gate ${at % GATES} of ${request}`

/** Every function waits for a gate of its own and of the request. */
function withGates(app: App, requests: number): App {
  const mine = (request: number, then: Program): Statement => ({
    if: { $eq: [{ $get: 'request.raw.headers.x-at' }, String(request)] },
    then,
  })
  const each = (then: (request: number) => Program): Program =>
    Array.from({ length: requests }, (_, request) => mine(request, then(request)))
  const gated = prepending(app, (at, kind) =>
    kind === 'onResponse' ? [] : each((request) => [{ wait: gate(request, at) }]),
  )
  const arrival: Statement = {
    addHook: ['onRequest', { style: 'async', do: each((request) => [{ open: `arrived ${request}` }]) }],
  }
  return { ...gated, do: [arrival, ...gated.do] }
}

export const together: Property<Held> = {
  id: 'F18',
  title: 'requests that wait at every hook and handler, in any order, get the answers of requests one by one',
  precondition:
    'hooks and handlers without state of their own; no limit counts the bodies under way; no handler ends before the error handler that it called',
  catches:
    'an exchange that takes over what belongs to another, a request that close() loses or cuts, state between two awaits',
  rules: ['ENC-7'],
  runs: 30,
  arbitrary: fc
    .record({
      scenario: liveScenario().filter(({ app }) => !CALLS_HANDLER.test(JSON.stringify(app))),
      transport: fc.constantFrom<Transport>('inject', 'inject', 'socket'),
      order: fc.array(fc.nat(), { minLength: 5, maxLength: 40 }),
      closing: fc.option(fc.nat(20), { freq: 2, nil: null }),
    })
    .map(({ scenario: { app, sends }, ...rest }) => ({
      app: withGates(app, Math.min(sends.length, 5)),
      sends: sends.slice(0, 5).map((send, at) => ({
        ...send,
        url: `${String(send.url)}${String(send.url).includes('?') ? '&' : '?'}at=${at}`,
        headers: { ...send.headers, 'x-at': String(at) },
      })),
      ...rest,
    })),
  async check(value, world) {
    const free = await booted(value.app, world, value.transport)
    if (free === null) return
    let single: Seen[]
    try {
      for (let request = 0; request < value.sends.length; request++)
        for (let at = 0; at < GATES; at++) free.recorder.openGate(gate(request, at))
      single = await askEach(free, value.sends)
    } finally {
      await free.close()
    }
    const running = await Running.boot(value.app, world, value.transport)
    try {
      assert.deepEqual(await heldAnswers(running, value), single, `held, over ${value.transport}`)
    } finally {
      await running.close()
    }
  },
  scenarios: (value) => [value],
}

async function heldAnswers(running: Running, { sends, order, closing }: Held): Promise<Seen[]> {
  const { recorder, application } = running
  const all = sends.flatMap((_, request) => Array.from({ length: GATES }, (_one, at) => gate(request, at)))
  const left = new Set(all)
  const answers = running.askAll(sends)
  const arrived = sends.map((_, request) => recorder.gate(`arrived ${request}`))
  await within(5000, 'the arrival of requests', Promise.all(arrived))
  let closed: Promise<unknown> | null = null
  for (const [step, at] of order.entries()) {
    if (step === closing) closed = application.close()
    const name = all[at % all.length] as string
    left.delete(name)
    recorder.openGate(name)
    await nextTurn()
  }
  for (const name of left) recorder.openGate(name)
  const seen = await answers
  await within(5000, 'closing', closed ?? Promise.resolve())
  return seen
}

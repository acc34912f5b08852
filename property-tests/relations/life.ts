/** The stateful models: the life of an application by commands, and requests that are interleaved in every order. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Application } from '../../conformance/contract/adapter.ts'
import { within } from '../../conformance/contract/deadline.ts'
import { createRecorder } from '../../conformance/contract/recorder.ts'
import type { App, Program, Statement } from '../../spec/case.ts'
import { Running } from '../property/observe.ts'
import type { Property, World } from '../property/property.ts'

type Step = 'register' | 'ready' | 'inject' | 'listen' | 'close'

/** What may be known of an application without looking into it. */
interface State {
  life: 'declaring' | 'ready' | 'listening' | 'closed'
  plugins: number
}

interface Real {
  application: Application
  world: World
}

const GREETING: App = {
  do: [
    { decorate: ['plugins', 0] },
    { get: '/', do: [{ send: { plugins: { $get: 'app.plugins' } } }] },
    { addHook: ['onClose', [{ trace: 'closed' }]] },
  ],
}

const PLUGIN: Program = [
  {
    call: [
      'app.register',
      { $plugin: { wrap: true, do: [{ set: ['app.plugins', { $add: [{ $get: 'app.plugins' }, 1] }] }] } },
    ],
  },
]

/** Whether the rules of an application's life take a step; each is tried, right or wrong. */
const TAKES: Readonly<Record<Step, (state: State) => boolean>> = {
  register: ({ life }) => life === 'declaring',
  ready: ({ life }) => life !== 'closed',
  inject: ({ life }) => life !== 'closed',
  listen: ({ life }) => life === 'declaring' || life === 'ready',
  close: () => true,
}

class Command implements fc.AsyncCommand<State, Real> {
  readonly #step: Step

  constructor(step: Step) {
    this.#step = step
  }

  check({ life }: Readonly<State>): boolean {
    return this.#step !== 'ready' || life !== 'closed'
  }

  async run(state: State, { application, world }: Real): Promise<void> {
    const taken = TAKES[this.#step](state)
    const outcome = await within(5000, this.#step, this.#act(application, world, state)).then(
      () => true,
      (error: unknown) => {
        if (error instanceof assert.AssertionError) throw error
        if ((error as Error).name === 'TimeoutError') throw error
        return false
      },
    )
    assert.equal(outcome, taken, `${this.#step} of an application that is ${state.life}`)
    if (!taken) return
    if (this.#step === 'register') state.plugins++
    if (this.#step === 'close') state.life = 'closed'
    if (this.#step === 'listen') state.life = 'listening'
    if ((this.#step === 'ready' || this.#step === 'inject') && state.life === 'declaring')
      state.life = 'ready'
  }

  async #act(application: Application, world: World, state: State): Promise<unknown> {
    if (this.#step === 'register') return application.run(PLUGIN)
    if (this.#step === 'ready') return application.ready()
    if (this.#step === 'close') return application.close()
    if (this.#step === 'listen') return application.listen({ port: 0, host: '127.0.0.1' })
    world.requests++
    const headers = { host: 'localhost:80' }
    const answer = await application.inject({ method: 'GET', url: '/', headers, body: null, chunks: null })
    assert.deepEqual(JSON.parse(answer.body.toString()), { plugins: state.plugins })
    return answer
  }

  toString(): string {
    return this.#step
  }
}

interface Life {
  steps: Step[]
}

export const life: Property<Life> = {
  id: 'M4',
  title:
    'register, ready, inject, listen and close are accepted or refused according to the state of the application',
  precondition: 'ready() is not called on a closed application: the interface leaves that open',
  catches:
    'states that can be left twice, boots that run twice, servers that listen on, onClose hooks that are lost',
  rules: ['STATE-1', 'STATE-4'],
  runs: 60,
  arbitrary: fc.record({
    steps: fc.array(fc.constantFrom<Step>('register', 'ready', 'inject', 'listen', 'close'), {
      maxLength: 7,
    }),
  }),
  async check({ steps }, world) {
    const recorder = createRecorder()
    const application = await world.subject.build(GREETING, recorder)
    const state: State = { life: 'declaring', plugins: 0 }
    try {
      const setup = () => ({ model: state, real: { application, world } })
      await fc.asyncModelRun(
        setup,
        steps.map((step) => new Command(step)),
      )
    } finally {
      await within(5000, 'closing', application.close())
    }
    const closed = recorder.trace.filter(({ value }) => value === 'closed').length
    assert.equal(closed, 1, 'how often onClose ran')
  },
  scenarios: () => [{ app: GREETING, sends: [{ url: '/' }] }],
}

interface Interleaved {
  requests: number
  /** the order in which the gates are opened, as fast-check's scheduler takes it */
  order: number[]
}

const STAGES = ['onRequest', 'preHandler', 'handler'] as const

/** Every stage of every request waits for a gate of its own. */
function waiting(requests: number): App {
  const gate = (stage: string, at: number): Statement => ({
    if: { $eq: [{ $get: 'request.query.at' }, String(at)] },
    then: [{ wait: `${stage} ${at}` }, { trace: `${stage} ${at}` }],
  })
  const gates = (stage: string): Program => Array.from({ length: requests }, (_, at) => gate(stage, at))
  return {
    do: [
      { decorateRequest: ['mine', null] },
      {
        addHook: [
          'onRequest',
          [{ set: ['request.mine', { $get: 'request.query.at' }] }, ...gates('onRequest')],
        ],
      },
      { addHook: ['preHandler', gates('preHandler')] },
      {
        get: '/',
        schema: { querystring: { type: 'object', properties: { at: { type: 'string' } } } },
        do: [
          ...gates('handler'),
          { send: { at: { $get: 'request.query.at' }, mine: { $get: 'request.mine' } } },
        ],
      },
    ],
  }
}

export const interleaving: Property<Interleaved> = {
  id: 'M5',
  title: 'concurrent requests, in any order, each run their own lifecycle and get their own response',
  precondition: 'none',
  catches: 'an exchange that takes over what belongs to another while that waits',
  rules: ['ENC-7'],
  runs: 60,
  arbitrary: fc.integer({ min: 1, max: 4 }).chain((requests) => {
    const gates = requests * STAGES.length
    const order = fc.uniqueArray(fc.integer({ min: 1, max: gates }), { minLength: gates, maxLength: gates })
    return fc.record({ requests: fc.constant(requests), order })
  }),
  async check({ requests, order }, world) {
    const running = await Running.boot(waiting(requests), world)
    try {
      const scheduler = fc.schedulerFor(order)
      for (const stage of STAGES)
        for (let at = 0; at < requests; at++)
          void scheduler
            .schedule(Promise.resolve(), `${stage} ${at}`)
            .then(() => running.recorder.openGate(`${stage} ${at}`))
      const sends = Array.from({ length: requests }, (_, at) => ({ url: `/?at=${at}` }))
      const answers = running.askAll(sends)
      await scheduler.waitFor(Promise.resolve(order.length))
      while (scheduler.count() > 0) await scheduler.waitOne()
      for (const [at, { answer, trace }] of (await answers).entries()) {
        assert.equal(answer?.text, JSON.stringify({ at: String(at), mine: String(at) }))
        assert.deepEqual(
          trace,
          STAGES.map((stage) => `${stage} ${at}`),
        )
      }
    } finally {
      await running.close()
    }
  },
  scenarios: ({ requests }) => [
    { app: waiting(requests), sends: Array.from({ length: requests }, (_, at) => ({ url: `/?at=${at}` })) },
  ],
}

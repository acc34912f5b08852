/** One application, to which events of a server's life happen; what each gives, and what runs, is written down in its order. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Adapter, Application, Recorder } from '../../conformance/contract/adapter.ts'
import { within } from '../../conformance/contract/deadline.ts'
import { createRecorder } from '../../conformance/contract/recorder.ts'
import { describe } from '../../conformance/language/describe.ts'
import { canonicalAnswer, wireRequest } from '../../conformance/wire/requests.ts'
import { Connection, requestBytes } from '../../conformance/wire/socket.ts'
import type { App, Json, Program } from '../../spec/case.ts'
import { codeOf } from '../programs/seen/difference.ts'
import type { World } from '../property/property.ts'

export const EVENTS = [
  'register', 'ready', 'ready callback', 'inject', 'listen', 'listen callback', 'listen taken', 'look', 'ask', 'ask again',
  'ask twice', 'hold', 'hold injected', 'release', 'close', 'close callback', 'add hook', 'late route',
] as const // biome-ignore format: a list of events
export type Event = (typeof EVENTS)[number]

export interface Life {
  events: Event[]
  /** which hooks there are, and whether they wait */
  hooks: { name: 'onReady' | 'preClose' | 'onClose'; ticks: number; below: boolean; fails: boolean }[]
  options: { [key: string]: Json }
}

export function appOf({ events, hooks, options }: Life): App {
  // What a second close says of a hook that failed is left open.
  const once = events.filter((event) => event.startsWith('close')).length < 2
  const declared = hooks.map(({ name, ticks, below, fails }, at): [boolean, Program] => [
    below,
    [
      {
        addHook: [
          name,
          {
            style: 'async',
            do: [
              { trace: `${name} ${at}` },
              ...(ticks > 0 ? [{ tick: ticks }] : []),
              ...(fails && once && name === 'onClose'
                ? [{ throw: { $error: `of ${name}` } }]
                : [{ trace: `${name} ${at} over` }]),
            ],
          },
        ],
      },
    ],
  ])
  const of = (below: boolean): Program =>
    declared.flatMap(([where, program]) => (where === below ? program : []))
  return {
    options,
    do: [
      { decorate: ['plugins', 0] },
      ...of(false),
      { register: { do: [...of(true), { addHook: ['onClose', [{ trace: 'onClose of the child' }]] }] } },
      { get: '/', do: [{ send: { plugins: { $get: 'app.plugins' } } }] },
      {
        get: '/held',
        do: [{ open: 'held' }, { wait: 'go' }, { trace: 'held is over' }, { send: 'was held' }],
      },
    ],
  }
}

const PLUGIN: Program = [
  { call: ['app.register', { $plugin: { wrap: true, do: [{ set: ['app.plugins', { $add: [{ $get: 'app.plugins' }, 1] }] }] } }] },
] // biome-ignore format: one call
const LOOK: Program = [
  { let: ['addresses', { $call: ['app.addresses'] }] },
  { return: { listening: { $get: 'app.server.listening' }, address: { $type: { $call: ['app.server.address'] } }, addresses: { $get: 'addresses.length' } } },
] // biome-ignore format: one statement a line

/** What callbacks are told. */
const called = (what: string): Json => ({
  $function: {
    style: 'sync',
    params: ['error'],
    do: [{ trace: { called: what, error: { $get: 'error.code' } } }],
  },
})
const HERE = { port: 0, host: '127.0.0.1' }
/** Turns after which what has been started has come as far as it can. */
const TURNS = 30

async function turns(count = TURNS): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn()
}

export class Run {
  readonly #application: Application
  readonly #recorder: Recorder
  readonly #world: World
  /** what ends only when a gate is open, or the connections are closed */
  readonly #pending: Promise<void>[] = []
  readonly #connections: Connection[] = []
  /** what a client read of an answer that came in its own time: how many turns of the server that takes is not the server's matter */
  readonly #read: Json[] = []
  #taken: Server | null = null
  #port = 0
  #held = false
  #released = false

  private constructor(application: Application, recorder: Recorder, world: World) {
    this.#application = application
    this.#recorder = recorder
    this.#world = world
  }

  static async of(life: Life, adapter: Adapter, world: World): Promise<Run> {
    const recorder = createRecorder()
    return new Run(await adapter.build(appOf(life), recorder), recorder, world)
  }

  /** What was seen, in its order. */
  async play(events: readonly Event[]): Promise<Json[]> {
    try {
      for (const event of events) {
        this.#note(`> ${event}`)
        await within(4000, event, this.#acts[event]())
        await turns(5)
      }
    } finally {
      this.#note('> end')
      this.#recorder.openGate('go')
      await turns()
      for (const connection of this.#connections) connection.destroy()
      await within(4000, 'what was pending', Promise.all(this.#pending))
      const closed = events.some((event) => event.startsWith('close'))
      const last = this.#application.close()
      await within(4000, 'the last close', closed ? last.catch(() => undefined) : this.#told('close', last))
      await new Promise((resolve) => (this.#taken ? this.#taken.close(resolve) : resolve(null)))
    }
    return [...this.#recorder.trace.map(({ value }) => value), ...this.#read]
  }

  #note(what: Json): void {
    this.#recorder.trace.push({ value: what, via: null })
  }

  async #told(what: string, work: Promise<unknown>): Promise<void> {
    try {
      const value = await work
      this.#note({ [what]: value === undefined ? 'over' : describe(value) })
    } catch (error) {
      this.#note({ [what]: { failed: codeOf(describe(error)) } })
    }
  }

  async #listen(options: { [key: string]: Json }): Promise<undefined> {
    this.#port = await this.#application.listen(options)
  }

  /** A call with a callback, until it was called. */
  async #calling(what: string, method: string, ...args: Json[]): Promise<void> {
    try {
      await this.#application.run([{ call: [method, ...args, called(what)] }])
    } catch (error) {
      this.#note({ [what]: { threw: codeOf(describe(error)) } })
      return
    }
    const before = (): boolean => !this.#recorder.trace.some(({ value }) => Object(value).called === what)
    for (let turn = 0; turn < 20 * TURNS && before(); turn++) await nextTurn()
  }

  async #takenPort(): Promise<number> {
    this.#taken ??= createServer().listen(HERE)
    if (!this.#taken.listening) await once(this.#taken, 'listening')
    return (this.#taken.address() as AddressInfo).port
  }

  async #connect(): Promise<Connection> {
    if (this.#port === 0) throw new Error('no port')
    const connection = await Connection.open(this.#port)
    this.#connections.push(connection)
    return connection
  }

  /** The answers of requests that are written at once. */
  async #ask(connection: Connection, ...urls: string[]): Promise<Json> {
    this.#world.requests += urls.length
    const requests = urls.map((url) => wireRequest({ url }))
    await connection.write(Buffer.concat(requests.flatMap(requestBytes)))
    const answers: Json[] = []
    for (const { method } of requests) {
      const answer = await connection.answer(method)
      if (answer === null) return [...answers, 'closed']
      const { status, text } = canonicalAnswer(answer, method)
      answers.push([status, text, String(answer.headers['connection'] ?? '')])
    }
    return answers
  }

  async #inject(url: string): Promise<Json> {
    this.#world.requests++
    const answer = await this.#application.inject(wireRequest({ url }))
    return [answer.status, answer.body.toString()]
  }

  /** A request that waits in its handler until it is released. */
  async #hold(over: Promise<void>): Promise<void> {
    this.#pending.push(over)
    await Promise.race([over, this.#recorder.gate('held')])
    this.#held = true
  }

  async #close(work: () => Promise<void>): Promise<void> {
    const over = work()
    this.#pending.push(over)
    if (!this.#held || this.#released) return over
    await turns()
  }

  readonly #acts: Readonly<Record<Event, () => Promise<void>>> = {
    register: () => this.#told('register', this.#application.run(PLUGIN)),
    'add hook': () =>
      this.#told('hook', this.#application.run([{ addHook: ['onClose', [{ trace: 'late onClose' }]] }])),
    'late route': () =>
      this.#told('route', this.#application.run([{ get: '/late', do: [{ send: 'late' }] }])),
    ready: () =>
      this.#told(
        'ready',
        this.#application.ready().then(() => undefined),
      ),
    'ready callback': () => this.#calling('ready', 'app.ready'),
    inject: () => this.#told('injected', this.#inject('/')),
    listen: () => this.#told('listen', this.#listen(HERE)),
    'listen taken': async () =>
      this.#told('listen', this.#listen({ ...HERE, port: await this.#takenPort() })),
    'listen callback': async () => {
      await this.#calling('listen', 'app.listen', HERE)
      const address = await this.#application.run([{ return: { $call: ['app.server.address'] } }])
      this.#port = (address as AddressInfo | null)?.port ?? this.#port
    },
    look: () => this.#told('look', this.#application.run(LOOK)),
    ask: () =>
      this.#told(
        'asked',
        this.#connect().then((connection) => this.#ask(connection, '/')),
      ),
    'ask twice': () =>
      this.#told(
        'asked',
        this.#connect().then((connection) => this.#ask(connection, '/', '/')),
      ),
    'ask again': async () => {
      const [connection] = this.#connections
      if (connection === undefined || (this.#held && !this.#released)) return
      await this.#told('asked', connection.closed ? Promise.resolve('closed') : this.#ask(connection, '/'))
    },
    hold: () =>
      this.#hold(
        this.#connect()
          .then((connection) => this.#ask(connection, '/held'))
          .catch((error) => ({ failed: codeOf(describe(error)) }))
          .then((held) => void this.#read.push({ held })),
      ),
    'hold injected': () => this.#hold(this.#told('held', this.#inject('/held'))),
    release: async () => {
      this.#released = true
      this.#recorder.openGate('go')
      await turns()
    },
    close: () => this.#close(() => this.#told('close', this.#application.close())),
    'close callback': () => this.#close(() => this.#calling('close', 'app.close')),
  }
}

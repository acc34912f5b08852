/** Runs one way on one framework, and notes the hooks that run and the log lines. */
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import type touchstone from '../../src/index.ts'
import type { App } from '../../src/index.ts'

/** What a way is given: the application, and gates between its handlers and its client. */
export interface Scene {
  readonly app: App
  port(): number
  /** a handler is in */
  readonly inside: Promise<void>
  enter(): void
  /** the client has left */
  readonly left: Promise<void>
  leave(): void
}

/** A way in which an exchange can end. */
export interface Way {
  options?: object
  declare?: ((scene: Scene) => void) | undefined
  /** Sends the request, and resolves with what the client got: a status, or `nothing`. */
  run(scene: Scene): Promise<string>
}

const HOOKS = [
  'onRequest',
  'preParsing',
  'preValidation',
  'preHandler',
  'preSerialization',
  'onSend',
  'onResponse',
  'onError',
  'onTimeout',
  'onRequestAbort',
] as const
export type HookName = (typeof HOOKS)[number]

/** What was seen of one exchange. */
export interface Observed {
  client: string
  hooks: string[]
  log: string[]
}

const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
}

/** Runs one way. `factory`: touchstone, or another framework with its interface. */
export async function observe(factory: typeof touchstone, way: Way): Promise<Observed> {
  const hooks: string[] = []
  const log: string[] = []
  const write = (line: string): void => {
    const { level, msg } = JSON.parse(line) as { level: number; msg: string }
    if (!/^(?:Server listening|node reads)/.test(msg)) log.push(`${LEVELS[level]}: ${msg}`)
  }
  const app: App = factory({ ...way.options, logger: { level: 'trace', stream: { write } } })
  for (const name of HOOKS) {
    const note = async (_request: unknown): Promise<void> => void hooks.push(name)
    app.addHook(name as 'onRequest', note)
  }
  const [entered, leaving] = [gate(), gate()]
  const scene: Scene = {
    app,
    port: () => (app.server.address() as AddressInfo).port,
    inside: entered.opened,
    enter: entered.open,
    left: leaving.opened,
    leave: leaving.open,
  }
  way.declare?.(scene)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const client = await way.run(scene)
  await app.close()
  for (let turns = 0; turns < 10; turns++) await turn() // hooks of the end run after the connection has closed
  return { client, hooks, log }
}

function gate(): { opened: Promise<void>; open(): void } {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

/** Tries one form of one function: what the client gets, what the log says, and whether the next request is served. */
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import touchstone, { type App } from '../../src/index.ts'
import type { Bad, Misbehave, Sent, Slot } from './slot.ts'

/** Milliseconds after which a request or a close that should not end is taken for one that does not. */
const SILENCE = 150
/** Milliseconds in which everything else has to happen. */
const LIMIT = 20_000

/**
 * What happened, in a few words: `500, error` is the status and the highest level of the log lines, if any is beside those of
 * every request. `no answer`, `fails: CODE`, `boots`, `closes`, `waits`.
 */
export type Outcome = string

class Lines {
  readonly #levels: number[] = []
  #written: string[] = []
  readonly write = (line: string): void => {
    const { level, msg = '' } = JSON.parse(line) as { level: number; msg?: string }
    if (
      /^(incoming request|rewrite url|request completed|request aborted|Server listening|working)/.test(msg)
    )
      return
    this.#levels.push(level)
    this.#written.push(msg)
  }
  clear(): void {
    this.#levels.length = 0
    this.#written = []
  }
  get level(): string {
    const highest = Math.max(0, ...this.#levels)
    return highest >= 50
      ? ', error'
      : highest >= 40
        ? ', warn'
        : highest >= 30
          ? ', info'
          : highest >= 20
            ? ', debug'
            : ''
  }
}

/** Tries a cell. `waits`: nothing is expected to come, so the wait is short. */
export async function tryCell(
  slot: Slot,
  misbehave: Misbehave | undefined,
  waits: boolean,
): Promise<{ outcome: Outcome; next: string }> {
  const lines = new Lines()
  let armed = slot.phase === 'boot'
  let called = (): void => {}
  const isCalled = new Promise<void>((resolve) => {
    called = resolve
  })
  const bad: Bad = (right, wrong) =>
    function (this: unknown, ...args: unknown[]): unknown {
      if (!armed) return right.apply(this, args)
      called()
      return wrong ? wrong.apply(this, args) : misbehave?.((...given) => right.apply(this, given), args)
    }
  const { log, ...options } = (slot.options?.(bad) ?? {}) as { log?: object }
  const logger = { level: 'debug', stream: { write: lines.write }, ...log }
  let app: App
  try {
    app = touchstone({ logger, pluginTimeout: 300, closeTimeout: 300, ...options })
    slot.declare?.(app, bad)
    await settled(app.listen({ port: 0, host: '127.0.0.1' }))
  } catch (error) {
    return { outcome: `fails: ${told(error)}${lines.level}`, next: '' }
  }
  try {
    if (slot.phase === 'boot') return { outcome: `boots${lines.level}`, next: '' }
    if (slot.phase === 'close') {
      armed = true
      return { outcome: await close(app, lines, waits), next: '' }
    }
    const before = await send(app, slot.sends)
    lines.clear()
    armed = true
    const silence = waits ? isCalled.then(() => sleep(SILENCE)) : undefined
    const got = await send(app, slot.sends, silence)
    const { level } = lines
    armed = false
    const next = await send(app, slot.sends)
    return { outcome: `${got}${level}`, next: next === before ? '' : `${next} after ${before}` }
  } finally {
    armed = false
    if (slot.phase !== 'close') await app.close().catch(() => {})
  }
}

function settled<T>(promise: Promise<T>): Promise<T> {
  const late = sleep(LIMIT, undefined, { ref: false }).then(() => Promise.reject(new Error('waits')))
  return Promise.race([promise, late])
}

async function close(app: App, lines: Lines, waits: boolean): Promise<Outcome> {
  lines.clear()
  const closing = app.close().then(
    () => 'closes',
    (error: unknown) => `fails: ${told(error)}`,
  )
  const outcome = await Promise.race([closing, sleep(waits ? SILENCE : LIMIT, 'waits', { ref: waits })])
  return `${outcome}${lines.level}`
}

function told(error: unknown): string {
  try {
    const { code, message } = Object(error) as { code?: unknown; message?: unknown }
    return typeof code === 'string' ? code : message === undefined ? String(error) : String(message)
  } catch {
    return 'what throws'
  }
}

/** The status of the answer; `closed` without one, `broken` within its body. */
async function send(
  app: App,
  { raw, method = 'GET', path = '/', headers = {}, body = '' }: Sent = {},
  silence: Promise<void> = new Promise(() => {}),
): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  socket.on('error', () => {})
  socket.on('data', (bytes) => {
    text += bytes
  })
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve('closed')))
  const lines = Object.entries({
    host: 'a',
    connection: 'close',
    'content-length': String(body.length),
    ...headers,
  })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.write(raw ?? `${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`)
  const late = sleep(LIMIT, 'no answer', { ref: false })
  const end = await Promise.race([ended, silence.then(() => 'no answer'), late])
  socket.destroy()
  await ended
  const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1]
  if (status === undefined) return end
  return end === 'closed' && isWhole(text) ? status : `${status}, broken off`
}

function isWhole(text: string): boolean {
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(text)?.[1]
  const [, body = ''] = text.split('\r\n\r\n')
  if (length !== undefined) return body.length === Number(length)
  return (
    !/\r\ntransfer-encoding: chunked\r\n/i.test(text) ||
    /\r\n0\r\n/.test(`\r\n${text.slice(text.indexOf('\r\n\r\n') + 4)}`)
  )
}

/** A request that is built call by call. It is sent by `end`, by what is asked of it as a promise, or by itself in the next tick. */
import { isObject, type Properties } from '../values.ts'

/** Sends the request: with a function it calls it, otherwise it returns a promise. */
export type Send = (options: Properties, callback: unknown) => unknown

type Settled = ((value: unknown) => unknown) | null | undefined

export class Chain {
  readonly #send: Send
  readonly #options: Properties
  #isSent = false
  #promise: Promise<unknown> | null = null

  constructor(send: Send, options: unknown) {
    this.#send = send
    this.#options = typeof options === 'string' ? { url: options } : isObject(options) ? { ...options } : {}
    if (this.#options.autoStart !== false) process.nextTick(sendUnsent, this)
  }

  #set(values: Properties): this {
    this.#refuseTwice()
    Object.assign(this.#options, values)
    return this
  }
  #refuseTwice(): void {
    if (this.#isSent) throw new Error('The dispatch function has already been invoked')
  }

  delete(url: unknown): this {
    return this.#set({ url, method: 'DELETE' })
  }
  get(url: unknown): this {
    return this.#set({ url, method: 'GET' })
  }
  head(url: unknown): this {
    return this.#set({ url, method: 'HEAD' })
  }
  options(url: unknown): this {
    return this.#set({ url, method: 'OPTIONS' })
  }
  patch(url: unknown): this {
    return this.#set({ url, method: 'PATCH' })
  }
  post(url: unknown): this {
    return this.#set({ url, method: 'POST' })
  }
  put(url: unknown): this {
    return this.#set({ url, method: 'PUT' })
  }
  trace(url: unknown): this {
    return this.#set({ url, method: 'TRACE' })
  }
  body(body: unknown): this {
    return this.#set({ body })
  }
  cookies(cookies: unknown): this {
    return this.#set({ cookies })
  }
  headers(headers: unknown): this {
    return this.#set({ headers })
  }
  payload(payload: unknown): this {
    return this.#set({ payload })
  }
  query(query: unknown): this {
    return this.#set({ query })
  }

  get isSent(): boolean {
    return this.#isSent
  }
  end(callback?: unknown): Promise<unknown> | undefined {
    this.#refuseTwice()
    if (typeof callback !== 'function') return this.#ask()
    this.#isSent = true
    this.#send(this.#options, callback)
    return undefined
  }
  #ask(): Promise<unknown> {
    if (this.#promise !== null) return this.#promise
    this.#refuseTwice()
    this.#isSent = true
    this.#promise = Object(this.#send(this.#options, null))
    return this.#promise!
  }

  then(fulfilled?: Settled, rejected?: Settled): Promise<unknown> {
    return this.#ask().then(fulfilled, rejected)
  }
  catch(rejected?: Settled): Promise<unknown> {
    return this.#ask().catch(rejected)
  }
  finally(done?: (() => void) | null): Promise<unknown> {
    return this.#ask().finally(done)
  }
}

function sendUnsent(chain: Chain): void {
  if (!chain.isSent) chain.end()
}

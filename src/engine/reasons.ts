/** When node reads a connection, and not the engine: somebody looks at the server, the socket or the classes of node. */
import diagnostics from 'node:diagnostics_channel'
import { EventEmitter } from 'node:events'
import http, { IncomingMessage, OutgoingMessage, Server, ServerResponse } from 'node:http'
import https from 'node:https'
import net from 'node:net'
import { PerformanceObserver } from 'node:perf_hooks'
import { isFunction } from '../values.ts'

/** Options of a server that change how node reads or writes a message. */
const OF_NODE =
  `IncomingMessage ServerResponse insecureHTTPParser joinDuplicateHeaders uniqueHeaders requireHostHeader
  shouldUpgradeCallback rejectNonStandardBodyWrites optimizeEmptyRequests highWaterMark`.split(/\s+/)

/** Whether the engine understands the options of a server. */
export function understands(options: object | null | undefined | false): boolean {
  return !options || !OF_NODE.some((name) => Reflect.get(options, name) !== undefined)
}

const CHANNELS = [
  'http.server.request.start',
  'http.server.request.created',
  'http.server.response.created',
  'http.server.response.finish',
  'net.server.socket',
].map((name) => diagnostics.channel(name))

/** Events of a server whose listeners get a request or a socket of node. */
const EVENTS = 'request checkContinue checkExpectation upgrade connect connection secureConnection'.split(' ')

// ── classes of node whose methods tools wrap
const CLASSES = { ServerResponse, OutgoingMessage, IncomingMessage }
/** No class of servers has an `emit` of its own: it is that of EventEmitter. */
const SERVERS = { 'http.Server': Server, 'https.Server': https.Server, 'net.Server': net.Server }

/** The code of a wrapper calls what it wraps; that of node does not look so, and no method of these classes is native or bound. */
const WRAPS = /\.(?:apply|call)\b|\bReflect\b|\bsuper\b|\[native code\]/

function isOfNode(fn: unknown, wraps = WRAPS): boolean {
  return isFunction(fn) && !wraps.test(Function.prototype.toString.call(fn))
}

interface Method {
  readonly name: string
  readonly holder: object
  readonly key: string
  /** what it was when this module was loaded; undefined: it was not that of node */
  readonly value: unknown
}

const METHODS: Method[] = Object.entries(CLASSES).flatMap(([name, { prototype }]) =>
  Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([key, { value }]) =>
    isFunction(value) && key !== 'constructor'
      ? [
          {
            name: `${name}.prototype.${key}`,
            holder: prototype,
            key,
            value: key.startsWith('_') || isOfNode(value) ? value : undefined,
          },
        ]
      : [],
  ),
)
const SIZES = Object.entries(CLASSES).map(([name, { prototype }]) => ({
  name,
  prototype,
  size: sizeOf(prototype),
}))
/** That of node calls its listeners: it is known by a name that no other code has. */
const EMIT = isOfNode(EventEmitter.prototype.emit, /^(?!.*\bkErrorMonitor\b)/s)
  ? EventEmitter.prototype.emit
  : null

function sizeOf(prototype: object): number {
  return Object.getOwnPropertyNames(prototype).length
}

/** Node tells nobody that somebody observes its requests. */
let observed = false
const { observe } = PerformanceObserver.prototype
PerformanceObserver.prototype.observe = function (options) {
  const { type, entryTypes }: { type?: unknown; entryTypes?: unknown } = Object(options) // node checks them
  if (type === 'http' || (Array.isArray(entryTypes) && entryTypes.includes('http'))) observed = true
  observe.call(this, options)
}

/** A method that a tool has replaced, by its name; null: none. */
function replaced(): string | null {
  for (const { name, holder, key, value } of METHODS) if (Reflect.get(holder, key) !== value) return name
  for (const { name, prototype, size } of SIZES) if (sizeOf(prototype) !== size) return `${name}.prototype`
  return null
}

/** Why node creates the objects of each request of a server. Asked for each connection. */
export class Reasons {
  readonly #server: Server
  readonly #own = new Map<string, readonly unknown[]>()
  readonly #created: string | null

  /** All listeners that the server has now are those of the framework. */
  constructor(server: Server) {
    this.#server = server
    for (const event of EVENTS) this.#own.set(event, server.rawListeners(event))
    const created = { 'http.createServer': http.createServer, 'https.createServer': https.createServer }
    this.#created = Object.entries(created).find(([, fn]) => !isOfNode(fn))?.[0] ?? null
  }

  /** The reason in words; null: the engine may read. */
  find(): string | null {
    const server = this.#server
    if (server.maxRequestsPerSocket! > 0) return 'maxRequestsPerSocket'
    if (typeof server.maxHeadersCount === 'number') return 'maxHeadersCount'
    if (this.#created !== null) return `${this.#created} is wrapped`
    return (
      this.#listened() ??
      this.#emits() ??
      channel() ??
      (observed ? 'a PerformanceObserver for http' : null) ??
      wrapped()
    )
  }

  #listened(): string | null {
    for (const event of EVENTS) {
      const [now, own] = [this.#server.rawListeners(event), this.#own.get(event)!]
      if (now.length !== own.length || now.some((one, at) => one !== own[at]))
        return `listeners for '${event}'`
    }
    return null
  }

  #emits(): string | null {
    if (this.#server.emit !== EMIT) return 'emit of the server is wrapped'
    const found = Object.entries(SERVERS).find(([, { prototype }]) => Object.hasOwn(prototype, 'emit'))
    return found ? `${found[0]}.prototype.emit is wrapped` : null
  }
}

/** A channel to which somebody subscribes. It is asked for each request. */
export function channel(): string | null {
  for (const one of CHANNELS) if (one.hasSubscribers) return `a subscriber to ${String(one.name)}`
  return null
}

function wrapped(): string | null {
  const name = replaced()
  return name === null ? null : `${name} is wrapped`
}

/** What a plugin says about itself: its wrapper, its name, and what it needs of the context that registers it. */
import { createRequire } from 'node:module'
import { errorCodes, shown } from '../errors.ts'
import type { PluginFunction } from './queue.ts'

const kMeta = Symbol.for('plugin-meta')
const kSkipOverride = Symbol.for('skip-override')
const kDisplayName = Symbol.for('fastify.display-name')

/** What a wrapped plugin declares; every 4.x plugin that fastify-plugin has marked carries one. */
export interface PluginMeta {
  name?: string
  /** the range of interface versions that it works with */
  fastify?: string
  /** decorators that have to be there before it */
  decorators?: { fastify?: PropertyKey[]; request?: PropertyKey[]; reply?: PropertyKey[] }
  /** names of plugins that have to be registered before it */
  dependencies?: string[]
  /** true: it only carries its metadata and stays encapsulated */
  encapsulate?: boolean
}

type Marked = PluginFunction & {
  [kMeta]?: PluginMeta
  [kSkipOverride]?: boolean
  [kDisplayName]?: string
  default?: unknown
}

let unnamed = 0

/** Marks a plugin so that it speaks in the context that registers it, instead of in one of its own. */
export function wrapPlugin(fn: unknown, options: PluginMeta | string = {}): PluginFunction {
  const wrapped = (typeof fn === 'object' && fn !== null ? (fn as Marked).default : fn) as Marked
  if (typeof wrapped !== 'function') {
    throw new errorCodes.FST_ERR_PLUGIN_NOT_VALID(
      `${shown(fn)}; a plugin is a function (instance, options, done)`,
    )
  }
  const meta: PluginMeta = typeof options === 'string' ? { fastify: options } : { ...options }
  if (typeof meta !== 'object') throw new errorCodes.FST_ERR_PLUGIN_NOT_VALID(shown(options))
  meta.name ??= wrapped.name || `touchstone-plugin-${++unnamed}`
  wrapped[kSkipOverride] = meta.encapsulate !== true
  wrapped[kDisplayName] = meta.name
  wrapped[kMeta] = meta
  wrapped.default ??= wrapped
  return wrapped
}

export function skipsOverride(plugin: PluginFunction): boolean {
  return Boolean((plugin as Marked)[kSkipOverride])
}

/** Its declared name, its function's, or its first two lines. */
export function pluginName(plugin: PluginFunction): string {
  const marked = plugin as Marked
  if (marked[kDisplayName]) return marked[kDisplayName]
  if (plugin.name !== '') return plugin.name
  return String(plugin)
    .split('\n')
    .slice(0, 2)
    .map((line) => line.trim())
    .join(' -- ')
    .slice(0, 120)
}

/** What the check has to know of the context that registers a plugin. */
export interface PluginHost {
  readonly version: string
  readonly registered: Set<string>
  has(kind: 'fastify' | 'request' | 'reply', name: PropertyKey): boolean
}

const KIND_NAMES = { fastify: 'Fastify', request: 'Request', reply: 'Reply' } as const

/** Refuses a plugin whose declared needs this context does not meet, and remembers its name. */
export function checkPlugin(plugin: PluginFunction, host: PluginHost): void {
  const meta = (plugin as Marked)[kMeta]
  if (meta === undefined) return
  const { name, fastify: range, decorators, dependencies } = meta
  if (name) host.registered.add(name)
  if (range && !satisfies(host.version, range)) {
    throw new errorCodes.FST_ERR_PLUGIN_VERSION_MISMATCH(name ?? pluginName(plugin), range, host.version)
  }
  for (const kind of ['fastify', 'request', 'reply'] as const) {
    const needed = decorators?.[kind]
    if (needed === undefined) continue
    if (!Array.isArray(needed)) throw invalidMeta(`decorators.${kind}`, meta, needed)
    for (const decorator of needed) {
      if (host.has(kind, decorator)) continue
      const by = typeof name === 'string' ? ` required by '${name}'` : ''
      throw new errorCodes.FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE(String(decorator), by, KIND_NAMES[kind])
    }
  }
  if (dependencies === undefined) return
  if (!Array.isArray(dependencies)) throw invalidMeta('dependencies', meta, dependencies)
  for (const dependency of dependencies) {
    if (!host.registered.has(dependency)) {
      throw new errorCodes.FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED(dependency, name ?? pluginName(plugin))
    }
  }
}

function invalidMeta(what: string, meta: PluginMeta, value: unknown): Error {
  return new errorCodes.FST_ERR_PLUGIN_INVALID_META(what, `'${meta.name}'`, shown(value))
}

// Few applications have a plugin that asks for a version: the library is read when one does.
const load = createRequire(import.meta.url)
let inRange: ((version: string, range: string) => boolean) | null = null

function satisfies(version: string, range: string): boolean {
  inRange ??= load('semver/functions/satisfies.js') as (version: string, range: string) => boolean
  return inRange(version, range)
}

/** The metadata of a plugin: its wrapper, its name, and what it requires of the context that registers it. */
import { createRequire } from 'node:module'
import { errorCodes } from '../errors.ts'
import type { PluginMeta } from '../types/plugin.ts'
import { isFunction, isObject, shown, type UserFunction } from '../values.ts'

const kMeta = Symbol.for('plugin-meta')
const kSkipOverride = Symbol.for('skip-override')
const kDisplayName = Symbol.for('fastify.display-name')

interface Marks {
  [kMeta]?: PluginMeta
  [kSkipOverride]?: boolean
  [kDisplayName]?: string
  default?: unknown
}

/** The marks of a function that this wrapper or fastify-plugin has wrapped. */
function marksOf(plugin: UserFunction & Marks): Marks {
  return plugin
}

let unnamed = 0

/** Marks a plugin so that it declares in the context that registers it, not in a new one. */
export function wrapPlugin<F>(fn: F, options: PluginMeta | string = {}): F {
  const wrapped = isObject(fn) ? fn.default : fn
  if (!isFunction(wrapped)) {
    throw new errorCodes.FST_ERR_PLUGIN_NOT_VALID(
      `${shown(fn)}; a plugin is a function (instance, options, done)`,
    )
  }
  const meta: PluginMeta = typeof options === 'string' ? { fastify: options } : { ...options }
  meta.name ??= wrapped.name || `touchstone-plugin-${++unnamed}`
  const marks = marksOf(wrapped)
  marks[kSkipOverride] = meta.encapsulate !== true
  marks[kDisplayName] = meta.name
  marks[kMeta] = meta
  marks.default ??= wrapped
  return wrapped as F // `F` is a function, or a module with that function as its default
}

export function skipsOverride(plugin: UserFunction): boolean {
  return Boolean(marksOf(plugin)[kSkipOverride])
}

/** The declared name of a plugin, the name of its function, or the first two lines of its code. */
export function pluginName(plugin: UserFunction): string {
  const own = marksOf(plugin)[kDisplayName]
  if (own) return own
  if (plugin.name !== '') return plugin.name
  return String(plugin)
    .split('\n', 2)
    .map((line) => line.trim())
    .join(' -- ')
    .slice(0, 120)
}

/** What `checkPlugin` needs of the context that registers a plugin. */
export interface PluginHost {
  /** the versions of the interface: one of them has to be in the range of the plugin */
  readonly versions: readonly string[]
  readonly registered: Set<string>
  has(kind: 'fastify' | 'request' | 'reply', name: PropertyKey): boolean
}

const KIND_NAMES = { fastify: 'Fastify', request: 'Request', reply: 'Reply' } as const

/** Throws if the context lacks what the plugin requires; adds the name of the plugin to `registered`. */
export function checkPlugin(plugin: UserFunction, host: PluginHost): void {
  const meta = marksOf(plugin)[kMeta]
  if (meta === undefined) return
  const { name, fastify: range, decorators, dependencies } = meta
  if (name) host.registered.add(name)
  if (range && !host.versions.some((version) => satisfies(version, range))) {
    const told = host.versions.join(', ')
    throw new errorCodes.FST_ERR_PLUGIN_VERSION_MISMATCH(name ?? pluginName(plugin), range, told)
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

// Few plugins require a version, so semver is loaded only for the first one that does.
const load = createRequire(import.meta.url)
type InRange = (version: string, range: string, options: { includePrerelease: boolean }) => boolean
let inRange: InRange | null = null

function rangeCheck(): InRange {
  return load('semver/functions/satisfies.js')
}

// An application may say that it has the version `5.0.0-rc.1`.
function satisfies(version: string, range: string): boolean {
  inRange ??= rangeCheck()
  return inRange(version, range, { includePrerelease: true })
}

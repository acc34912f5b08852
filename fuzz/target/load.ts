/** What a module exports → a target: an instance, a function that makes one, or a plugin. */
import { touchstone } from '../../src/index.ts'
import { type Application, ApplicationTarget, isApplication } from './application.ts'
import type { ExportForm, Target } from './target.ts'

/** The module or value is not an application; the message says what would be right. */
export class NoApplication extends Error {
  override name = 'NoApplication'
}

export interface LoadOptions {
  /** What the report calls it. */
  name?: string
  /** Makes the instance that a plugin is registered on. Default: `touchstone()`. */
  framework?: (options?: object) => unknown
  /** The name of the package that the framework is, for tests. */
  frameworkName?: string
  /** Loads the module again: instances that it exports are new ones then. */
  reload?: () => Promise<Readonly<Record<string, unknown>>>
}

const NAMES = ['default', 'app', 'create', 'build'] as const
const WANTED =
  'Export an instance, a function that makes one, or a plugin (app, options), as the default export or as "app", "create" or "build".'

/** The application among the exports of a module. */
export async function targetOfModule(
  module: Readonly<Record<string, unknown>>,
  options: LoadOptions = {},
): Promise<Target> {
  const inner = module['default'] as Readonly<Record<string, unknown>> | undefined
  for (const holder of [module, inner]) {
    if (typeof holder !== 'object' || holder === null) continue
    for (const name of NAMES) {
      const value = holder[name]
      const isModule =
        typeof value === 'object' && value !== null && !isApplication(value) && !isThenable(value)
      if (value !== undefined && !isModule) return targetOf(value, { ...options, exported: name })
    }
  }
  const names = Object.keys(module)
  throw new NoApplication(
    `The module exports ${names.length === 0 ? 'nothing' : names.join(', ')}. ${WANTED}`,
  )
}

/** Functions are called: without parameters they make an instance, with parameters they are plugins. */
export async function targetOf(
  value: unknown,
  options: LoadOptions & { exported?: string } = {},
): Promise<Target> {
  const { name = 'the application', framework = touchstone as never, exported = 'default' } = options
  const given = isThenable(value) ? await value : value
  const form = (kind: ExportForm['kind']): ExportForm => ({ name: exported, kind })
  if (isApplication(given))
    return new ApplicationTarget(given, name, form('instance'), reloaded(given, options))
  if (typeof given !== 'function')
    throw new NoApplication(`The application is ${shown(given)}. ${wantedOf(given)}`)
  const again = () => targetOf(given, options)
  const isPlugin = given.length > 0 && exported !== 'create' && exported !== 'build'
  if (isPlugin || kSkip in given) {
    const { frameworkName } = options
    const asPlugin = { ...form('plugin'), ...(frameworkName ? { framework: frameworkName } : {}) }
    return registered(given as Plugin, framework, name, asPlugin, again)
  }
  const promised: unknown = (given as () => unknown)()
  // To wait for an instance would make it ready, and a ready one takes no hooks.
  const made: unknown = isApplication(promised) ? promised : await promised
  if (isApplication(made)) return new ApplicationTarget(made, name, form('factory'), again)
  throw new NoApplication(
    `The function ${given.name || 'that is exported'} takes no parameter, so it has to return an instance; it returned ${shown(made)}. ${wantedOf(made)}`,
  )
}

function reloaded(first: unknown, options: LoadOptions): (() => Promise<Target>) | undefined {
  const { reload } = options
  if (reload === undefined) return undefined
  return async () => {
    const { reload: _reload, ...rest } = options
    const target = await targetOfModule(await reload(), rest)
    if (target instanceof ApplicationTarget && target.isOf(first))
      throw new NoApplication(
        'the module gives the same instance each time: export a function that makes one.',
      )
    return target
  }
}

const kSkip = Symbol.for('skip-override')
type Plugin = (app: Application, options: object) => unknown

function registered(
  plugin: Plugin,
  framework: NonNullable<LoadOptions['framework']>,
  name: string,
  form: ExportForm,
  again: () => Promise<Target>,
): Target {
  const app = framework()
  if (!isApplication(app))
    throw new NoApplication(`The framework returned ${shown(app)} and must return an instance.`)
  const target = new ApplicationTarget(app, name, form, again)
  ;(app as unknown as { register(plugin: Plugin, options: object): unknown }).register(plugin, {})
  return target
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  // An instance that is not ready has a then() too.
  return !isApplication(value) && typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}

/** A NestJS application holds the instance that has the routes. */
function wantedOf(value: unknown): string {
  return typeof (value as { getHttpAdapter?: unknown } | null)?.getHttpAdapter === 'function'
    ? 'Of a NestJS application, wait for app.init() and return app.getHttpAdapter().getInstance().'
    : WANTED
}

function shown(value: unknown): string {
  if (value === null || typeof value !== 'object') return String(value)
  return `an object with ${Object.keys(value).slice(0, 5).join(', ') || 'nothing'}`
}

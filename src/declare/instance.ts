/** The public methods of an instance; each checks its arguments and writes one thing into its Context. */
import type { AfterFunction, BootQueue } from '../boot/queue.ts'
import { errorCodes, shown } from '../errors.ts'
import type { ErrorLink, Fn, Loose, ReplySerializer, Step } from '../types/plan.ts'
import type { CompilerFactories, Context, FormatErrors } from './context.ts'
import { accessorsOf, checkDependencies } from './exchange-classes.ts'
import { checkHook, type HookName } from './hook-table.ts'
import { jsonParser, type Poisoning, textParser } from './parser-table.ts'
import { checkBodyLimit, declareRoute, type RouteHost, shorthand } from './route.ts'

/** What the methods need of the application around the contexts. */
export interface InstanceHost extends RouteHost {
  readonly queue: BootQueue<Loose>
  readonly bodyLimit: number
  readonly started: boolean
  onClose(fn: Fn, instance: Loose): void
  setNotFound(context: Context, options: Loose, handler: Fn | null): void
}

/** The context that an instance speaks for; also found through an object that inherits from the instance. */
export const kContext = Symbol('touchstone.context')

const contextOf = (instance: unknown): Context => (instance as { [kContext]: Context })[kContext]

/** The prototype of the root instance: every method that says something to the context of `this`. */
export function instanceMethods(host: InstanceHost): Loose {
  const notStarted = (call: string): void => {
    if (host.started) throw new errorCodes.FST_ERR_INSTANCE_ALREADY_LISTENING(call)
  }
  const compiler = (name: string, fn: unknown): void => {
    notStarted(`Cannot call "${name}"!`)
    if (typeof fn !== 'function') throw new errorCodes.FST_ERR_COMPILER_NOT_FN(name, typeof fn, shown(fn))
  }
  const parserCall = (name: string): void => {
    if (host.started) throw new errorCodes.FST_ERR_CTP_INSTANCE_ALREADY_STARTED(name)
  }
  const declare = (instance: Loose, options: Loose): Loose => {
    notStarted('Cannot add route!')
    declareRoute(contextOf(instance), options, host)
    return instance
  }
  const short = (method: string | readonly string[]) =>
    function (this: Loose, url: unknown, options?: unknown, handler?: unknown) {
      return declare(this, shorthand(method, url, options, handler))
    }

  return {
    // ── plugins
    register(this: Loose, plugin: unknown, options?: unknown) {
      const prefix = (options as { prefix?: unknown } | null | undefined)?.prefix
      if (prefix !== undefined && prefix !== null && typeof prefix !== 'string')
        throw new errorCodes.FST_ERR_PLUGIN_PREFIX_NOT_STR(shown(prefix))
      host.queue.register(plugin, options)
      return this
    },
    after(this: Loose, fn?: unknown) {
      if (fn !== undefined && fn !== null) {
        if (typeof fn !== 'function') throw new errorCodes.FST_ERR_PLUGIN_CALLBACK_NOT_FN('after', shown(fn))
        host.queue.after(fn.bind(this) as AfterFunction)
      }
      return this
    },
    hasPlugin(this: Loose, name: string) {
      const context = contextOf(this)
      return context.nameChain.includes(name) || context.registered.has(name)
    },
    printPlugins: () => host.queue.print(),

    // ── decorators
    decorate(this: Loose, name: PropertyKey, value?: unknown, dependencies?: unknown) {
      checkDecorator(host, name)
      const root = contextOf(this).parent === null
      if (Object.hasOwn(this, name) || (root && name in this)) {
        throw new errorCodes.FST_ERR_DEC_ALREADY_PRESENT(String(name))
      }
      checkDependencies(name, dependencies, (dependency) => dependency in this)
      const descriptor = accessorsOf(value) ?? { value, writable: true, configurable: true, enumerable: true }
      Object.defineProperty(this, name, descriptor)
      return this
    },
    decorateRequest(this: Loose, name: PropertyKey, value?: unknown, dependencies?: unknown) {
      checkDecorator(host, name)
      contextOf(this).requests.decorate(name, value, dependencies)
      return this
    },
    decorateReply(this: Loose, name: PropertyKey, value?: unknown, dependencies?: unknown) {
      checkDecorator(host, name)
      contextOf(this).replies.decorate(name, value, dependencies)
      return this
    },
    hasDecorator(this: Loose, name: PropertyKey) {
      return name in this
    },
    hasRequestDecorator(this: Loose, name: PropertyKey) {
      return contextOf(this).requests.has(name)
    },
    hasReplyDecorator(this: Loose, name: PropertyKey) {
      return contextOf(this).replies.has(name)
    },

    // ── hooks
    addHook(this: Loose, name: HookName, fn: Fn) {
      notStarted('Cannot call "addHook"!')
      checkHook(name, fn)
      const context = contextOf(this)
      if (name === 'onClose') host.onClose(fn, this)
      // onRoute is heard from the moment on; the others wait their turn, behind plugins that were registered before.
      else if (name === 'onRoute') context.addHook(name, fn)
      else host.queue.later(() => context.addHook(name, fn))
      return this
    },
    onClose(this: Loose, fn: Fn) {
      if (typeof fn !== 'function')
        throw new errorCodes.FST_ERR_HOOK_INVALID_HANDLER(
          'onClose',
          Object.prototype.toString.call(fn),
          shown(fn),
        )
      host.onClose(fn, this)
      return this
    },

    // ── shared schemas and compilers
    addSchema(this: Loose, schema: unknown) {
      notStarted('Cannot call "addSchema"!')
      contextOf(this).addSchema(schema)
      return this
    },
    getSchema(this: Loose, id: string) {
      return contextOf(this).schemas.getSchema(id)
    },
    getSchemas(this: Loose) {
      return contextOf(this).schemas.getSchemas()
    },
    setValidatorCompiler(this: Loose, fn: unknown) {
      compiler('setValidatorCompiler', fn)
      contextOf(this).validatorCompiler = fn as never
      return this
    },
    setSerializerCompiler(this: Loose, fn: unknown) {
      compiler('setSerializerCompiler', fn)
      contextOf(this).serializerCompiler = fn as never
      return this
    },
    setSchemaController(this: Loose, options: Loose) {
      notStarted('Cannot call "setSchemaController"!')
      if (typeof options !== 'object' || options === null) {
        throw new errorCodes.FST_ERR_SCHEMA_CONTROLLER_INVALID(shown(options))
      }
      const context = contextOf(this)
      context.factories = schemaFactories(options, context.factories)
      context.schemas = context.factories.bucket(context.schemas.getSchemas())
      return this
    },
    setSchemaErrorFormatter(this: Loose, fn: unknown) {
      notStarted('Cannot call "setSchemaErrorFormatter"!')
      contextOf(this).policy.formatErrors = checkFormatter(fn).bind(this) as FormatErrors
      return this
    },
    setReplySerializer(this: Loose, fn: unknown) {
      compiler('setReplySerializer', fn)
      contextOf(this).policy.replySerializer = fn as ReplySerializer
      return this
    },

    // ── what answers when a route does not
    setErrorHandler(this: Loose, fn: unknown) {
      notStarted('Cannot call "setErrorHandler"!')
      if (typeof fn !== 'function') throw new errorCodes.FST_ERR_ERROR_HANDLER_NOT_FN(shown(fn))
      const context = contextOf(this)
      const parent = context.effective('errors')!
      context.policy.errors = { handler: fn.bind(this) as Step, parent } satisfies ErrorLink
      return this
    },
    setNotFoundHandler(this: Loose, options?: unknown, handler?: unknown) {
      notStarted('Cannot call "setNotFoundHandler"!')
      const bare = options !== undefined && typeof options !== 'object'
      const fn = bare ? options : handler
      if (fn !== undefined && fn !== null && typeof fn !== 'function') {
        throw new errorCodes.FST_ERR_HANDLER_NOT_FN('The not-found handler', shown(fn))
      }
      const given = bare ? {} : ((options ?? {}) as Loose)
      host.setNotFound(contextOf(this), given, (fn as Fn | undefined) ?? null)
      return this
    },

    // ── content-type parsers
    addContentTypeParser(this: Loose, type: unknown, second: unknown, third?: unknown) {
      parserCall('addContentTypeParser')
      const [given, parse] = typeof second === 'function' ? [{}, second] : [(second ?? {}) as Loose, third]
      checkBodyLimit(given['bodyLimit'])
      const options = { ...given, bodyLimit: (given['bodyLimit'] as number | undefined) ?? host.bodyLimit }
      const { parsers } = contextOf(this)
      for (const one of Array.isArray(type) ? type : [type]) parsers.add(one, options, parse)
      return this
    },
    hasContentTypeParser(this: Loose, type: unknown) {
      return contextOf(this).parsers.has(type)
    },
    removeContentTypeParser(this: Loose, type: unknown) {
      parserCall('removeContentTypeParser')
      for (const one of Array.isArray(type) ? type : [type]) contextOf(this).parsers.remove(one)
      return this
    },
    removeAllContentTypeParsers(this: Loose) {
      parserCall('removeAllContentTypeParsers')
      contextOf(this).parsers.removeAll()
      return this
    },
    getDefaultJsonParser: (proto: Poisoning, construct: Poisoning) => jsonParser(proto, construct),
    defaultTextParser: textParser,

    // ── routes
    route(this: Loose, options: Loose) {
      return declare(this, options)
    },
    delete: short('DELETE'),
    get: short('GET'),
    head: short('HEAD'),
    patch: short('PATCH'),
    post: short('POST'),
    put: short('PUT'),
    options: short('OPTIONS'),
    all: short(host.methods),
    withTypeProvider(this: Loose) {
      return this
    },
  }
}

function checkDecorator(host: InstanceHost, name: unknown): void {
  const right = (typeof name === 'string' && name !== '') || typeof name === 'symbol'
  if (!right) throw new errorCodes.FST_ERR_DEC_INVALID_NAME(shown(name))
  if (host.started) throw new errorCodes.FST_ERR_DEC_AFTER_START(String(name))
}

/** A formatter words errors at once: one that returns a promise would word nothing. */
export function checkFormatter(fn: unknown): Fn {
  if (typeof fn !== 'function')
    throw new errorCodes.FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN(typeof fn, shown(fn))
  if (fn.constructor.name === 'AsyncFunction') {
    throw new errorCodes.FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN('AsyncFunction')
  }
  return fn as Fn
}

/** The factories of a schema controller, each of them optional. */
export function schemaFactories(options: Loose | undefined, otherwise: CompilerFactories): CompilerFactories {
  const bucket = options?.['bucket']
  if (bucket && typeof bucket !== 'function') {
    throw new errorCodes.FST_ERR_SCHEMA_CONTROLLER_BUCKET_OPT_NOT_FN(typeof bucket)
  }
  const compilers = (options?.['compilersFactory'] ?? {}) as Loose
  return {
    bucket: (bucket as CompilerFactories['bucket'] | undefined) ?? otherwise.bucket,
    buildValidator:
      (compilers['buildValidator'] as CompilerFactories['buildValidator'] | undefined) ??
      otherwise.buildValidator,
    buildSerializer:
      (compilers['buildSerializer'] as CompilerFactories['buildSerializer'] | undefined) ??
      otherwise.buildSerializer,
  }
}

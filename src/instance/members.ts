/** Joins all public members of an instance: the methods of the prototype, and the members that only the root has. */
import type { Context } from '../declare/context.ts'
import type { CompileSerializer, CompileValidator } from '../declare/schema-store.ts'
import { errorCodes } from '../errors.ts'
import type { Instance } from '../types/app/instance.ts'
import { decoratorMethods } from './decorators.ts'
import { answerWithError, handlerMethods } from './handlers.ts'
import { hookMethods } from './hooks.ts'
import { contextOf, type InstanceHost } from './host.ts'
import { lifeMethods } from './life.ts'
import { INTERFACE_VERSIONS } from './open.ts'
import { parserMethods } from './parsers.ts'
import { pluginMethods } from './plugins.ts'
import { routeMethods, routeQuestions } from './routes.ts'
import { schemaMethods } from './schemas.ts'

/** The methods that declare in the context of `this`. They are the prototype of the root instance. */
export function instanceMethods(host: InstanceHost) {
  return {
    ...pluginMethods(host),
    ...decoratorMethods(host),
    ...hookMethods(host),
    ...schemaMethods(host),
    ...handlerMethods(host),
    ...parserMethods(host),
    ...routeMethods(host),
  }
}

/** What the members need of the rest of the application. */
export interface Parts extends Pick<Instance, 'server' | 'log' | 'initialConfig'> {
  /** of this package */
  readonly version: string
  readonly root: Instance
  /** the default compilers, if a schema has needed them */
  readonly compiler: {
    madeValidator(context: Context): CompileValidator | undefined
    madeSerializer(context: Context): CompileSerializer | undefined
  }
}

/** The members of the root, which every other instance inherits. */
export function instanceMembers(host: InstanceHost, parts: Parts) {
  const { server, log, initialConfig } = parts
  const { routing, ...questions } = routeQuestions(host)
  return { server, log, initialConfig, errorCodes, routing, ...questions, ...lifeMethods(host, parts.root) }
}

/** The members with a getter. Each reads the context of the instance on which it is read. */
export function instanceGetters(host: InstanceHost, { compiler, version }: Parts) {
  return {
    get then() {
      return host.queue.thenable(Object(this))
    },
    get prefix() {
      return contextOf(this).prefix
    },
    get pluginName() {
      return contextOf(this).pluginName
    },
    get version() {
      return INTERFACE_VERSIONS[host.line]
    },
    // Some plugins and their tests read the names of plugins here instead of asking `hasPlugin`.
    get [Symbol.for('registered-plugin')](): readonly string[] {
      const names: string[] = []
      for (let at: Context | null = contextOf(this); at !== null; at = at.parent)
        names.unshift(...at.registered)
      return names
    },
    get touchstoneVersion() {
      return version
    },
    get validatorCompiler() {
      const context = contextOf(this)
      return context.validatorCompiler ?? nearest(context, (one) => compiler.madeValidator(one))
    },
    get serializerCompiler() {
      const context = contextOf(this)
      return context.serializerCompiler ?? nearest(context, (one) => compiler.madeSerializer(one))
    },
    get errorHandler() {
      return contextOf(this).effective('errors')?.handler ?? answerWithError
    },
  }
}

/** The value of a context, or of its nearest ancestor that has one. */
function nearest<T>(context: Context | null, of: (context: Context) => T | undefined): T | undefined {
  return context === null ? undefined : (of(context) ?? nearest(context.parent, of))
}

/** Defines getters on an object, not enumerable and configurable. */
export function defineGetters(target: object, getters: object): void {
  for (const name of Reflect.ownKeys(getters)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(getters, name)
    Object.defineProperty(target, name, { ...descriptor, enumerable: false })
  }
}

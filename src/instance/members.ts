/** All public members of an instance, put together: methods on its prototype, and what the root alone has. */
import type { Context } from '../declare/context.ts'
import type { CompileSerializer, CompileValidator } from '../declare/schema-store.ts'
import { errorCodes } from '../errors.ts'
import type { Instance } from '../types/instance.ts'
import { decoratorMethods } from './decorators.ts'
import { answerWithError, handlerMethods } from './handlers.ts'
import { hookMethods } from './hooks.ts'
import { contextOf, type InstanceHost } from './host.ts'
import { lifeMethods } from './life.ts'
import { INTERFACE_VERSION } from './open.ts'
import { parserMethods } from './parsers.ts'
import { pluginMethods } from './plugins.ts'
import { routeMethods, routeQuestions } from './routes.ts'
import { schemaMethods } from './schemas.ts'

/** The methods that say something to the context of `this`: the prototype of the root instance. */
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

/** What the rest of the application hands in for the members. */
export interface Parts extends Pick<Instance, 'server' | 'log' | 'initialConfig'> {
  /** of this package */
  readonly version: string
  readonly root: Instance
  /** the default compilers, once they were needed */
  readonly compiler: {
    madeValidator(context: Context): CompileValidator | undefined
    madeSerializer(context: Context): CompileSerializer | undefined
  }
}

/** The members of the root itself, which every other instance inherits. */
export function instanceMembers(host: InstanceHost, parts: Parts) {
  const { server, log, initialConfig } = parts
  const { routing, ...questions } = routeQuestions(host)
  return { server, log, initialConfig, errorCodes, routing, ...questions, ...lifeMethods(host, parts.root) }
}

/** The members that are computed when they are read: each speaks for the context of the instance that it is read from. */
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
      return INTERFACE_VERSION
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

/** What a context has, or the nearest of those around it. */
function nearest<T>(context: Context | null, of: (context: Context) => T | undefined): T | undefined {
  return context === null ? undefined : (of(context) ?? nearest(context.parent, of))
}

/** Puts getters on an object as its own: not enumerable, and open to be defined again. */
export function defineGetters(target: object, getters: object): void {
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(getters))) {
    Object.defineProperty(target, name, { ...descriptor, enumerable: false })
  }
}

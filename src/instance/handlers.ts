/** The public methods for error handlers and not-found handlers. */
import type { Context } from '../declare/context.ts'
import { errorCodes } from '../errors.ts'
import type { Instance } from '../types/app/instance.ts'
import { isFunction, isObject, shown } from '../values.ts'
import { contextOf, type InstanceHost, itself, refuseStarted } from './host.ts'

export function handlerMethods(host: InstanceHost) {
  return {
    setErrorHandler(this: Instance, fn: unknown) {
      refuseStarted(host, 'Cannot call "setErrorHandler"!')
      if (!isFunction(fn)) throw new errorCodes.FST_ERR_ERROR_HANDLER_NOT_FN(shown(fn))
      const context = contextOf(this)
      if (
        host.allowErrorHandlerOverride === false &&
        Object.hasOwn(context.policy, 'errors') &&
        !isDefault(context)
      )
        throw new errorCodes.FST_ERR_ERROR_HANDLER_ALREADY_SET()
      context.policy.errors = { handler: fn.bind(this), parent: context.effective('errors')! }
      return itself(this)
    },
    setNotFoundHandler(this: Instance, options?: unknown, handler?: unknown) {
      refuseStarted(host, 'Cannot call "setNotFoundHandler"!')
      const bare = options !== undefined && typeof options !== 'object'
      const fn = (bare ? options : handler) ?? null
      if (fn !== null && !isFunction(fn)) {
        throw new errorCodes.FST_ERR_HANDLER_NOT_FN('The not-found handler', shown(fn))
      }
      host.setNotFound(contextOf(this), isObject(options) ? options : {}, fn)
      return itself(this)
    },
  } satisfies Pick<Instance, 'setErrorHandler' | 'setNotFoundHandler'>
}

/** The root has one of the framework. */
function isDefault(context: Context): boolean {
  return context.policy.errors?.handler === null
}

/** The default error handler as a function, which plugins read from `instance.errorHandler`. */
export function answerWithError(
  error: unknown,
  _request: unknown,
  reply: { send(error: unknown): unknown },
): void {
  reply.send(error)
}

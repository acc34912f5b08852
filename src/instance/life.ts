/** The public methods for the life of the application: ready, listen, inject, close. */
import { errorCodes } from '../errors.ts'
import type { Instance } from '../types/app/instance.ts'
import { isFunction, isObject, type UserFunction } from '../values.ts'
import { checkCallback, type InstanceHost, itself } from './host.ts'
import { listenArguments } from './listen-arguments.ts'

type Members = 'ready' | 'listen' | 'close' | 'inject' | 'addresses' | typeof Symbol.asyncDispose

/** They apply to the whole application, whichever instance they are called on. */
export function lifeMethods(host: InstanceHost, root: Instance) {
  const { life, inject, checks } = host
  let told: Promise<void> | null = null // once the callbacks of ready() have been called
  return {
    ready(this: Instance, wanted?: unknown) {
      const callback = checkCallback('ready', wanted)
      if (callback !== null && host.queue.inPlugin) {
        life.whenLoaded(callback, this)
        return itself(this)
      }
      const boot = (): Promise<Instance> => life.boot().then(() => root)
      if (callback === null) return given(told === null ? boot() : told.then(boot))
      told = boot().then(
        () => called(callback, null, root),
        (error) => called(callback, error),
      )
      return given(undefined)
    },
    listen: (...args: unknown[]) => {
      const { options, callback } = listenArguments(args)
      checks.check('listen', options)
      if (callback === null) return given(life.listen(options))
      life.listen(options).then(
        (address) => process.nextTick(callback, null, address),
        (error) => process.nextTick(callback, error, null),
      )
      return given(undefined)
    },
    close(this: Instance, wanted?: unknown) {
      const callback = checkCallback('close', wanted)
      if (callback === null) return given(life.close())
      // (error), (error, done) or (error, instance, done)
      const args = callback.length > 2 ? [this, nothing] : callback.length > 1 ? [nothing] : []
      life.close().then(
        () => process.nextTick(callback, null, ...args),
        (error) => process.nextTick(callback, error, ...args),
      )
      return given(undefined)
    },
    inject: (request?: unknown, callback?: unknown) => {
      const told = isFunction(callback) ? callback : null
      if (isObject(request)) checks.check('inject', request)
      if (life.closing) return promised(Promise.reject(new errorCodes.FST_ERR_REOPENED_CLOSE_SERVER()), told)
      if (life.started) return given(inject(request, callback))
      if (request !== undefined)
        return promised(
          life.boot().then(() => inject(request)),
          told,
        )
      // A chain is built with several calls: it waits for the boot only when it is sent.
      return given(inject(undefined, undefined, () => life.boot()))
    },
    addresses: () => life.addresses,
    [Symbol.asyncDispose]: () => life.close(),
  } satisfies Pick<Instance, Members>
}

/** Returns the promise, or calls the callback if there is one. */
export function promised<T>(promise: Promise<T>, callback: UserFunction | null): never {
  if (callback === null) return given(promise)
  promise.then(
    (value) => process.nextTick(callback, null, value),
    (error) => process.nextTick(callback, error),
  )
  return given(undefined)
}

/** Calls back outside of the promise, so that what it throws is uncaught. */
function called(callback: UserFunction, ...args: unknown[]): Promise<void> {
  return new Promise((resolve) =>
    process.nextTick(() => {
      resolve() // who waits goes on behind it
      callback(...args)
    }),
  )
}

const nothing = (): void => {}

function given(value: unknown): never {
  return value as never // the arguments have decided which overload returns it
}

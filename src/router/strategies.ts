/** The constraint strategies of the application, guarded: a promise is no value, and they get the request of node. */
import type { Wire } from '../serve/wire/wire.ts'
import type { Options } from '../types/options/options.ts'
import {
  disown,
  inTime,
  isFunction,
  isObject,
  isThenable,
  type Properties,
  shown,
  type UserFunction,
} from '../values.ts'
import { wireOf } from './seen-handlers.ts'

/** The options of the factory that decide how a route is found. */
export type RouterOptions = Readonly<
  Pick<
    Options,
    | 'caseSensitive'
    | 'ignoreTrailingSlash'
    | 'ignoreDuplicateSlashes'
    | 'useSemicolonDelimiter'
    | 'constraints'
    | 'maxParamLength'
    | 'allowUnsafeRegex'
    | 'querystringParser'
    | 'routerOptions'
  >
>

/** Wraps the strategies of the factory. */
export function guardedAll(constraints: RouterOptions['constraints']): Properties | undefined {
  if (constraints === undefined) return undefined
  return Object.fromEntries(Object.entries(constraints).map(([name, strategy]) => [name, guarded(strategy)]))
}

/** Wraps a strategy. A promise that one of its functions returns is no value: the boot or the request fails. */
export function guarded(strategy: object): object {
  const own: Properties = Object.create(strategy)
  const { name, deriveConstraint: derive, storage, validate } = own
  const called = `the constraint strategy ${shown(name)}`
  if (isFunction(derive)) own.deriveConstraint = guardedDerive(strategy, derive, called)
  if (isFunction(storage)) own.storage = () => guardedStorage(storage.call(strategy), called)
  if (isFunction(validate)) own.validate = (value: unknown) => inTime(validate.call(strategy, value), called)
  return own
}

/** The router counts the parameters: with a third one the value comes later. */
function guardedDerive(strategy: object, derive: UserFunction, called: string): UserFunction {
  if (derive.length < 3)
    return (wire, context) => inTime(derive.call(strategy, requestOf(wire), context), called)
  return (wire, context, done) => {
    const result = derive.call(strategy, requestOf(wire), context, done)
    if (isThenable(result) && isFunction(done))
      result.then(undefined, (error: unknown) => done(error ?? new TypeError(`${called} failed`)))
    return result
  }
}

/** The request of node, which a strategy of the application gets: the router knows the wire only. */
function requestOf(given: unknown): unknown {
  return wireOf(given as Wire).request // it calls strategies with what `lookup` got
}

function guardedStorage(storage: unknown, called: string): unknown {
  if (disown(storage)) throw new Error(`${called} returned a promise, and has to be synchronous`) // a TypeError is the path's
  if (!isObject(storage) || !isFunction(storage.get) || !isFunction(storage.set))
    throw new Error(`${called} has a storage without the functions get and set: ${shown(storage)}`) // as above
  const { get } = storage
  const own: Properties = Object.create(storage)
  for (const method of ['set', 'del', 'empty']) {
    const fn = storage[method]
    if (isFunction(fn)) own[method] = (...args: unknown[]) => fn.apply(storage, args)
  }
  own.get = (value: unknown) => inTime(get.call(storage, value), called)
  return own
}

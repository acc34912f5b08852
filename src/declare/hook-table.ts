/** The hook lists of one context, and the checks of hook names and functions. */
import { errorCodes } from '../errors.ts'
import type { AppHookName } from '../types/app/app-hooks.ts'
import type { RequestHookName } from '../types/exchange/hooks.ts'
import { isFunction, shown, type UserFunction } from '../values.ts'

/** The hooks of a request, in the order in which 4.17 checks and prints them; `serve/lifecycle.ts` has the order in which they run. */
export const REQUEST_HOOKS = [
  'onTimeout',
  'onRequest',
  'preParsing',
  'preValidation',
  'preSerialization',
  'preHandler',
  'onSend',
  'onResponse',
  'onError',
  'onRequestAbort',
] as const satisfies readonly RequestHookName[]
export const APPLICATION_HOOKS = [
  'onRoute',
  'onRegister',
  'onReady',
  'onListen',
  'preClose',
  'onClose',
] as const satisfies readonly AppHookName[]

export type RequestHook = (typeof REQUEST_HOOKS)[number]
export type ApplicationHook = (typeof APPLICATION_HOOKS)[number]
export type HookName = RequestHook | ApplicationHook

const NAMES: ReadonlySet<string> = new Set([...REQUEST_HOOKS, ...APPLICATION_HOOKS])
/** Hooks that a child does not inherit, since they run once for each context. */
const OWN: ReadonlySet<string> = new Set(['onReady', 'onListen', 'preClose'])

/** How many parameters a hook with `done` has; an async hook must not have as many. The default is 3. */
const WITH_DONE: Readonly<Record<string, number>> = {
  preParsing: 4,
  preSerialization: 4,
  onSend: 4,
  onError: 4,
  onReady: 1,
  onListen: 1,
  preClose: 1,
  onRequestAbort: 2,
  onClose: 2,
  onRoute: Number.POSITIVE_INFINITY,
  onRegister: Number.POSITIVE_INFINITY,
}

/** Throws if there is no hook of this name. */
export function checkHookName(name: unknown): asserts name is HookName {
  if (typeof name !== 'string') throw new errorCodes.FST_ERR_HOOK_INVALID_TYPE(shown(name))
  if (!NAMES.has(name)) throw new errorCodes.FST_ERR_HOOK_NOT_SUPPORTED(name, [...NAMES].join(', '))
}

export function checkHookFunction(name: string, fn: unknown): asserts fn is UserFunction {
  if (!isFunction(fn)) {
    throw new errorCodes.FST_ERR_HOOK_INVALID_HANDLER(name, Object.prototype.toString.call(fn), shown(fn))
  }
  if (fn.constructor.name === 'AsyncFunction' && fn.length === (WITH_DONE[name] ?? 3)) {
    throw new errorCodes.FST_ERR_HOOK_INVALID_ASYNC_HANDLER()
  }
}

export class HookTable {
  /** null: there are none, as in most contexts */
  #lists: Map<string, UserFunction[]> | null = null

  add(name: HookName, fn: UserFunction): void {
    this.#lists ??= new Map()
    const list = this.#lists.get(name)
    if (list === undefined) this.#lists.set(name, [fn])
    else list.push(fn)
  }
  list(name: HookName): readonly UserFunction[] {
    return this.#lists?.get(name) ?? []
  }
  get isEmpty(): boolean {
    return this.#lists === null
  }
  /** The table of a new child. */
  fork(): HookTable {
    const table = new HookTable()
    for (const [name, list] of this.#lists ?? []) {
      if (OWN.has(name)) continue
      table.#lists ??= new Map()
      table.#lists.set(name, [...list])
    }
    return table
  }
  /** Whether a late hook reaches the children. As on 4.17, a late onRoute hook is for later routes of its own context. */
  static handsDown(name: HookName): boolean {
    return !OWN.has(name) && name !== 'onRoute'
  }
}

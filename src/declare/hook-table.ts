/** The hook lists of one context, and what a hook function has to look like. */
import { errorCodes, shown } from '../errors.ts'
import type { Fn } from '../types/plan.ts'

/** Hooks of a request, in no special order; `serve/lifecycle.ts` says when each runs. */
export const REQUEST_HOOKS = [
  'onRequest',
  'preParsing',
  'preValidation',
  'preHandler',
  'preSerialization',
  'onSend',
  'onResponse',
  'onError',
  'onTimeout',
  'onRequestAbort',
] as const
export const APPLICATION_HOOKS = [
  'onRoute',
  'onRegister',
  'onReady',
  'onListen',
  'preClose',
  'onClose',
] as const

export type RequestHook = (typeof REQUEST_HOOKS)[number]
export type HookName = RequestHook | (typeof APPLICATION_HOOKS)[number]

const NAMES: ReadonlySet<string> = new Set([...REQUEST_HOOKS, ...APPLICATION_HOOKS])
/** Those of one context alone: a child neither copies them nor gets later ones. */
const OWN: ReadonlySet<string> = new Set(['onReady', 'onListen', 'preClose'])

/** How many arguments a hook takes when it calls back; an async one takes fewer. */
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

/** Refuses a wrong name or function where it is declared. */
export function checkHook(name: unknown, fn: unknown): asserts name is HookName {
  if (typeof name !== 'string') throw new errorCodes.FST_ERR_HOOK_INVALID_TYPE(shown(name))
  if (!NAMES.has(name)) throw new errorCodes.FST_ERR_HOOK_NOT_SUPPORTED(name, [...NAMES].join(', '))
  checkHookFunction(name, fn)
}

export function checkHookFunction(name: string, fn: unknown): void {
  if (typeof fn !== 'function') {
    throw new errorCodes.FST_ERR_HOOK_INVALID_HANDLER(name, Object.prototype.toString.call(fn), shown(fn))
  }
  if (fn.constructor.name === 'AsyncFunction' && fn.length >= (WITH_DONE[name] ?? 3)) {
    throw new errorCodes.FST_ERR_HOOK_INVALID_ASYNC_HANDLER()
  }
}

export class HookTable {
  readonly #lists = new Map<string, Fn[]>()

  add(name: HookName, fn: Fn): void {
    const list = this.#lists.get(name)
    if (list === undefined) this.#lists.set(name, [fn])
    else list.push(fn)
  }
  list(name: HookName): readonly Fn[] {
    return this.#lists.get(name) ?? []
  }
  /** What a child begins with. */
  fork(): HookTable {
    const table = new HookTable()
    for (const [name, list] of this.#lists) if (!OWN.has(name)) table.#lists.set(name, [...list])
    return table
  }
  static handsDown(name: HookName): boolean {
    return !OWN.has(name)
  }
}

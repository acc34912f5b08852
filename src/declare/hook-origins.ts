/** Which context has declared each hook of a list: contexts keep the functions alone, since a request needs nothing else. */
import type { UserFunction } from '../values.ts'
import type { Context } from './context.ts'
import type { HookName } from './hook-table.ts'

export interface HookOrigin {
  readonly fn: UserFunction
  readonly context: Context
  /** the context declared it after a context inside it had declared a hook of its own, so it runs after that one */
  readonly late: boolean
}

/** The hooks of a context in the order in which they run. */
export function originsOf(context: Context, name: HookName): HookOrigin[] {
  const list = context.hooks.list(name)
  const chain = chainOf(context)
  const seen = new Map<UserFunction, number>()
  let deepest = 0
  return list.map((fn) => {
    const nth = seen.get(fn) ?? 0
    seen.set(fn, nth + 1)
    // A context hands its hooks down, so the outermost one that has it has declared it.
    const level = chain.findIndex(({ hooks }) => hooks.list(name).filter((one) => one === fn).length > nth)
    const late = level < deepest
    deepest = Math.max(deepest, level)
    return { fn, context: chain[level] ?? context, late }
  })
}

/** From the root to this one. */
function chainOf(context: Context): Context[] {
  return context.parent === null ? [context] : [...chainOf(context.parent), context]
}

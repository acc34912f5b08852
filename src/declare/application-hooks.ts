/** Runs onReady, onListen, preClose and onClose: a context's own first, then its children's, one after the other. */
import { errorCodes } from '../errors.ts'
import { isThenable } from '../serve/hooks.ts'
import type { Fn, Loose } from '../types/plan.ts'
import type { Context } from './context.ts'
import type { HookName } from './hook-table.ts'

/**
 * Rejects with the first hook's error, or when one takes longer than `timeout` milliseconds (0: no limit). With `report`,
 * a failure is told there and the next hook runs.
 */
export async function runApplicationHooks(
  name: HookName,
  context: Context,
  timeout: number,
  report?: (error: unknown) => void,
): Promise<void> {
  for (const hook of context.hooks.list(name)) {
    const limit = timeout > 0 ? { name, timeout } : null
    await call((done) => hook.call(context.instance, done), hook.length > 0, limit).catch(report)
  }
  for (const child of context.children) await runApplicationHooks(name, child, timeout, report)
}

/** Calls an onClose hook, which gets the instance first. */
export function callCloser(fn: Fn, instance: Loose): Promise<void> {
  return call((done) => fn.call(instance, instance, done), fn.length > 1, null)
}

interface Limit {
  name: string
  timeout: number
}

function call(hook: (done: Fn) => unknown, takesDone: boolean, limit: Limit | null): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const end = (error?: unknown): void => {
      clearTimeout(timer)
      if (error) reject(error)
      else resolve()
    }
    if (limit !== null) {
      timer = setTimeout(() => end(new errorCodes.FST_ERR_HOOK_TIMEOUT(limit.name)), limit.timeout)
    }
    try {
      const result = hook(end)
      if (isThenable(result)) {
        result.then(
          () => end(),
          (error) => end(error || new errorCodes.FST_ERR_SEND_UNDEFINED_ERR()),
        )
      } else if (!takesDone) end()
    } catch (error) {
      end(error || new errorCodes.FST_ERR_SEND_UNDEFINED_ERR())
    }
  })
}

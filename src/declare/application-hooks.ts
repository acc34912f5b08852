/** Runs onReady, onListen, preClose and onClose hooks in sequence: those of a context first, then those of its children. */
import { causedBy, waitFor } from '../boot/wait.ts'
import { errorCodes } from '../errors.ts'
import type { Instance } from '../types/app/instance.ts'
import type { UserFunction } from '../values.ts'
import type { Context } from './context.ts'
import type { ApplicationHook } from './hook-table.ts'

/**
 * Rejects with the error of the first hook that fails, or takes longer than `timeout` milliseconds (0: no limit). With
 * `report`, the error goes there and the next hook runs.
 */
export async function runApplicationHooks(
  name: ApplicationHook,
  context: Context,
  timeout: number,
  report?: (error: unknown) => void,
): Promise<void> {
  const late = (): Error => causedBy('AVV_ERR_READY_TIMEOUT', new errorCodes.FST_ERR_HOOK_TIMEOUT(name))
  for (const hook of context.hooks.list(name)) {
    const waiting = { endsAtOnce: hook.length === 0, limit: timeout, late }
    await waitFor((done) => callAs(hook, context.instance, [done]), waiting).catch(report)
  }
  for (const child of context.children) await runApplicationHooks(name, child, timeout, report)
}

/** Calls an onClose hook with the instance as its first argument. Rejects if it takes longer than `limit` milliseconds (0: no limit). */
export function callCloser(fn: UserFunction, instance: Instance, limit: number): Promise<void> {
  const late = (): Error => new errorCodes.FST_ERR_HOOK_TIMEOUT('onClose')
  const waiting = { endsAtOnce: fn.length < 2, limit, late }
  return waitFor((done) => callAs(fn, instance, [instance, done]), waiting)
}

/** With as many arguments as it has parameters: one with a rest parameter gets none, as on 4.17. */
function callAs(fn: UserFunction, instance: Instance, args: readonly unknown[]): unknown {
  return fn.apply(instance, args.slice(0, fn.length))
}

/** Calls what a plugin gave to ready(): with (error), (error, done) or (error, instance, done). Rejects as an application hook does. */
export function callReady(
  fn: UserFunction,
  instance: Instance,
  error: unknown,
  limit: number,
): Promise<void> {
  const late = (): Error => causedBy('AVV_ERR_READY_TIMEOUT', new errorCodes.FST_ERR_HOOK_TIMEOUT('ready'))
  const call = (done: UserFunction): unknown =>
    fn.length > 2 ? fn(error, instance, done) : fn.length > 1 ? fn(error, done) : fn(error)
  return waitFor(call, { endsAtOnce: fn.length < 2, limit, late })
}

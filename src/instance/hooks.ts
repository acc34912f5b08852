/** The public methods for hooks. */
import { checkHookFunction, checkHookName } from '../declare/hook-table.ts'
import { errorCodes } from '../errors.ts'
import type { Instance } from '../types/app/instance.ts'
import { isFunction, isObject } from '../values.ts'
import { contextOf, type InstanceHost, itself, refuseStarted } from './host.ts'

/** Hooks that an onReady hook may still add. */
const STILL_HEARD: ReadonlySet<string> = new Set(['onListen', 'preClose', 'onClose'])

/**
 * Hooks that are added at once: `onRoute` runs for the next route, the others in the order of the calls. All other hooks are
 * added after the plugins that were registered before them.
 */
const AT_ONCE: ReadonlySet<string> = new Set(['onRoute', 'onReady', 'onListen'])

/** An object that can be disposed of, as a function that does it. */
function closerOf(given: unknown): unknown {
  if (!isObject(given)) return given
  const dispose = Reflect.get(given, Symbol.asyncDispose) ?? Reflect.get(given, Symbol.dispose)
  return isFunction(dispose) ? async () => dispose.call(given) : given
}

export function hookMethods(host: InstanceHost) {
  return {
    addHook(this: Instance, name: unknown, given: unknown) {
      if (host.life.started) throw new errorCodes.FST_ERR_INSTANCE_ALREADY_LISTENING('Cannot call "addHook"!')
      checkHookName(name)
      const fn = name === 'onClose' ? closerOf(given) : given
      checkHookFunction(name, fn)
      if (!STILL_HEARD.has(name)) refuseStarted(host, 'Cannot call "addHook"!')
      const context = contextOf(this)
      if (name === 'onClose') host.life.onClose(fn, this)
      else if (AT_ONCE.has(name)) context.addHook(name, fn)
      else host.queue.later(() => context.addHook(name, fn))
      return itself(this)
    },
    onClose(this: Instance, fn: unknown) {
      checkHookFunction('onClose', fn)
      host.life.onClose(fn, this)
      return itself(this)
    },
  } satisfies Pick<Instance, 'addHook' | 'onClose'>
}

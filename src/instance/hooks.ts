/** The public methods for hooks. */
import { checkHookFunction, checkHookName } from '../declare/hook-table.ts'
import { errorCodes } from '../errors.ts'
import type { Instance } from '../types/app/instance.ts'
import { contextOf, type InstanceHost, itself, refuseStarted } from './host.ts'

/** Hooks that an onReady hook may still add. */
const STILL_HEARD: ReadonlySet<string> = new Set(['onListen', 'preClose', 'onClose'])

/**
 * Hooks that are added at once: `onRoute` runs for the next route, the others in the order of the calls. All other hooks are
 * added after the plugins that were registered before them.
 */
const AT_ONCE: ReadonlySet<string> = new Set(['onRoute', 'onReady', 'onListen'])

export function hookMethods(host: InstanceHost) {
  return {
    addHook(this: Instance, name: unknown, fn: unknown) {
      if (host.life.started) throw new errorCodes.FST_ERR_INSTANCE_ALREADY_LISTENING('Cannot call "addHook"!')
      checkHookName(name)
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

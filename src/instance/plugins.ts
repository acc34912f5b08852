/** The public methods for plugins. */

import { errorCodes } from '../errors.ts'
import { wrongInScope } from '../option-values.ts'
import type { Instance } from '../types/app/instance.ts'
import { isObject, shown } from '../values.ts'
import { checkCallback, contextOf, type InstanceHost, itself } from './host.ts'

export function pluginMethods(host: InstanceHost) {
  return {
    register(this: Instance, plugin: unknown, options?: unknown) {
      const prefix = isObject(options) ? (options.prefix ?? '') : ''
      if (typeof prefix !== 'string') throw new errorCodes.FST_ERR_PLUGIN_PREFIX_NOT_STR(shown(prefix))
      if (isObject(options)) {
        const { logLevel, logSerializers } = options
        const fault = wrongInScope({ logLevel, logSerializers }, host.checks.levels)
        if (fault !== null) throw new errorCodes.FST_ERR_INIT_OPTS_INVALID(`${fault}, for a plugin`)
        host.checks.check('plugin', options)
      }
      host.queue.register(plugin, options)
      return itself(this)
    },
    after(this: Instance, fn?: unknown) {
      const callback = checkCallback('after', fn)
      if (callback === null) return itself(host.queue.soFar())
      host.queue.after(callback.bind(this), callback.name)
      return itself(this)
    },
    hasPlugin(this: Instance, name: string) {
      const context = contextOf(this)
      return context.nameChain.includes(name) || context.registered.has(name)
    },
    printPlugins: () => host.queue.print(),
  } satisfies Pick<Instance, 'register' | 'after' | 'hasPlugin' | 'printPlugins'>
}

/** Opens the context of a plugin: a new one, or the one that registers it. */
import { checkPlugin, type PluginHost, skipsOverride } from '../boot/plugin.ts'
import type { BootQueue } from '../boot/queue.ts'
import type { Context } from '../declare/context.ts'
import type { Instance } from '../types/app/instance.ts'
import type { Properties, UserFunction } from '../values.ts'
import { tie } from './host.ts'

/** The version of Fastify's interface, unless the application has redefined `app.version`. */
export const INTERFACE_VERSION = '4.17.0'

/** The versions that plugins are checked against: members that came later exist too. */
const LINES = [INTERFACE_VERSION, '4.29.1', '5.12.8']

/** Returns the instance of a new context, or the instance of the parent for a wrapped plugin. */
export function openContext(
  parent: Context,
  plugin: UserFunction,
  options: Properties,
  name: string,
  queue: Pick<BootQueue<Instance>, 'watch'>,
): Instance {
  checkPlugin(plugin, pluginHost(parent))
  if (skipsOverride(plugin)) {
    parent.nameChain.push(name)
    return parent.instance
  }
  const child = parent.fork(name, options)
  tie(child)
  for (const hook of parent.hooks.list('onRegister'))
    queue.watch(hook.call(parent.instance, child.instance, options))
  return child.instance
}

function pluginHost({ instance, registered, requests, replies }: Context): PluginHost {
  const has = {
    fastify: (name: PropertyKey) => name in instance,
    request: (name: PropertyKey) => requests.has(name),
    reply: (name: PropertyKey) => replies.has(name),
  }
  const { version } = instance
  const versions = version === INTERFACE_VERSION ? LINES : [version]
  return { versions, registered, has: (kind, name) => has[kind](name) }
}

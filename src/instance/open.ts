/** Opens the context of a plugin: a new one, or the one that registers it. */
import { checkPlugin, type PluginHost, skipsOverride } from '../boot/plugin.ts'
import type { BootQueue } from '../boot/queue.ts'
import type { Context } from '../declare/context.ts'
import type { Instance } from '../types/app/instance.ts'
import type { Properties, UserFunction } from '../values.ts'
import { tie } from './host.ts'

/** The version of Fastify's interface in each line, unless the application has redefined `app.version`. */
export const INTERFACE_VERSIONS = { 4: '4.17.0', 5: '5.12.8' } as const

/** The versions that plugins are checked against in both lines: the members of all of them exist. */
const VERSIONS = [INTERFACE_VERSIONS[4], '4.29.1', INTERFACE_VERSIONS[5]]

/** Returns the instance of a new context, or the instance of the parent for a wrapped plugin. */
export function openContext(
  parent: Context,
  plugin: UserFunction,
  options: Properties,
  name: string,
  queue: Pick<BootQueue<Instance>, 'watch'>,
  line: 4 | 5,
): Instance {
  checkPlugin(plugin, pluginHost(parent, line))
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

function pluginHost({ instance, registered, requests, replies }: Context, line: 4 | 5): PluginHost {
  const has = {
    fastify: (name: PropertyKey) => name in instance,
    request: (name: PropertyKey) => requests.has(name),
    reply: (name: PropertyKey) => replies.has(name),
  }
  const { version } = instance
  const versions = version === INTERFACE_VERSIONS[line] ? VERSIONS : [version]
  return { versions, registered, has: (kind, name) => has[kind](name) }
}

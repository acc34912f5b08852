// Faux implementations whose contexts are wrong: what is declared in one is seen, or not seen, in another.

import { changed, type Faux, face, type Instance, kSkipOverride, override } from './faux.ts'

type Plugin = ((instance: Instance, options: unknown, done: unknown) => unknown) & {
  [kSkipOverride]?: boolean
}

export const WRONG_CONTEXTS: Faux[] = [
  {
    name: 'no-encapsulation',
    defect: 'runs every plugin in the context of its parent',
    filter: ['area:encapsulation'],
    adapter: changed('no-encapsulation', {
      instance: (root) =>
        override(
          root,
          'register',
          (register) =>
            function (plugin, options) {
              if (typeof plugin === 'function') (plugin as Plugin)[kSkipOverride] = true
              return register.call(this, plugin, options)
            },
        ),
    }),
  },
  {
    name: 'global-schemas',
    defect: 'keeps the shared schemas of all contexts in one place',
    filter: ['rule:SHS-1', 'rule:SHF-scope', 'rule:IF-SCH-2'],
    adapter: changed('global-schemas', {
      instance: (root) =>
        override(
          root,
          'addSchema',
          (addSchema) =>
            function (schema) {
              addSchema.call(root, schema)
              return this
            },
        ),
    }),
  },
  {
    name: 'wrap-ignored',
    defect: 'encapsulates wrapped plugins too',
    filter: ['rule:ENC-6', 'rule:PLG-4', 'rule:IF-PLG-*'],
    adapter: changed('wrap-ignored', { parts: { wrap: (plugin: never) => plugin } }),
  },
  {
    name: 'wrap-leaks-to-root',
    defect: 'lets wrapped plugins speak at the root instead of in their parent',
    filter: ['rule:ENC-6', 'rule:IF-PLG-6'],
    adapter: changed('wrap-leaks-to-root', {
      parts: {
        wrap: (given: never, metadata?: never) => {
          const plugin = given as Plugin
          const atRoot =
            plugin.length > 2
              ? (instance: Instance, options: unknown, done: unknown) =>
                  plugin(rootOf(instance), options, done)
              : async (instance: Instance, options: unknown) => plugin(rootOf(instance), options, undefined)
          return (face.plugin as (plugin: unknown, metadata: unknown) => unknown)(atRoot, metadata)
        },
      },
    }),
  },
  {
    name: 'hooks-out-of-order',
    defect: 'runs preHandler hooks before validation and preValidation hooks after it',
    filter: ['rule:HOOK-2', 'rule:EVT-1'],
    adapter: changed('hooks-out-of-order', {
      instance: (root) =>
        override(
          root,
          'addHook',
          (addHook) =>
            function (name, hook) {
              const other: Record<string, string> = {
                preHandler: 'preValidation',
                preValidation: 'preHandler',
              }
              return addHook.call(this, other[String(name)] ?? name, hook)
            },
        ),
    }),
  },
  {
    name: 'swallows-boot-errors',
    defect: 'says that it is ready when its boot has failed',
    filter: ['rule:ERT-3', 'rule:RUL-16', 'rule:CODE-PLUGIN_*'],
    adapter: changed('swallows-boot-errors', {
      instance: (root) =>
        override(
          root,
          'ready',
          (ready) =>
            function (...args) {
              const asked = ready.apply(this, args) as Promise<unknown> | undefined
              return asked?.catch(() => root)
            },
        ),
    }),
  },
]

/** The top of the chain of instances: the one that has a server of its own. */
function rootOf(instance: Instance): Instance {
  let at = instance
  while (!Object.hasOwn(at, 'server')) at = Object.getPrototypeOf(at) as Instance
  return at
}

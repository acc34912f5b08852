// The implementations that this package knows by name, each loaded only when it is asked for.

import type { Adapter } from '../contract/adapter.ts'

interface BuiltIn {
  load(): Promise<Adapter>
  /** What has to be installed beside this package. */
  packages: string[]
}

const PLUGINS = ['fastify-plugin@4', '@fastify/bearer-auth@9']

const lines = (): Promise<typeof import('./fastify-lines.ts')> => import('./fastify-lines.ts')

const BUILT_IN: Record<string, BuiltIn> = {
  touchstone: { load: async () => (await import('./touchstone.ts')).adapter, packages: [] },
  'touchstone-node': {
    load: async () => (await import('./touchstone.ts')).onNode,
    packages: [],
  },
  'touchstone-ready': {
    load: async () => (await import('./touchstone.ts')).whenReady,
    packages: [],
  },
  'touchstone-5': {
    load: async () => (await import('./touchstone.ts')).inLine5,
    packages: [],
  },
  'fastify-4.17': {
    load: async () => (await lines()).fastify4('fastify-4.17'),
    packages: ['fastify-4.17@npm:fastify@4.17.0', ...PLUGINS],
  },
  'fastify-4.29': {
    load: async () => (await lines()).fastify4('fastify-4.29'),
    packages: ['fastify-4.29@npm:fastify@4.29.1', ...PLUGINS],
  },
  'fastify-5': {
    load: async () => (await lines()).afterFastify4('fastify-5'),
    packages: ['fastify-5@npm:fastify@5', ...PLUGINS],
  },
  'fastify-6': {
    load: async () => (await lines()).afterFastify4('fastify-6'),
    packages: ['fastify-6@npm:fastify@6.0.0-alpha.4', ...PLUGINS],
  },
  express: { load: async () => (await import('./express.ts')).adapter, packages: ['express@5'] },
  hono: {
    load: async () => (await import('./hono.ts')).adapter,
    packages: ['hono@4', '@hono/node-server@2'],
  },
}

export const IMPLEMENTATIONS: readonly string[] = Object.keys(BUILT_IN)

/** Those with the interface of Fastify, whose differences are few and listed. */
export const PEERS: readonly string[] = IMPLEMENTATIONS.filter(
  (name) => !['express', 'hono', 'touchstone-5', 'touchstone-ready'].includes(name),
)

/** One of the list above; throws an error with the command to install it, if it is not installed. */
export async function loadBuiltIn(name: string): Promise<Adapter> {
  const builtIn = BUILT_IN[name]
  if (!builtIn) throw new Error(`there is no implementation ${name}; there are ${IMPLEMENTATIONS.join(', ')}`)
  try {
    return await builtIn.load()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'MODULE_NOT_FOUND' && code !== 'ERR_MODULE_NOT_FOUND') throw error
    const [line = ''] = (error as Error).message.split('\n')
    const missing = /(?:package|module) '([^']+)'/.exec(line)?.[1]
    const what = missing === undefined ? line : `the package ${missing} is not installed`
    throw new Error(`${what}. Install what it needs: npm install --save-dev ${builtIn.packages.join(' ')}`)
  }
}

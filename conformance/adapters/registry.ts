// The implementations that this package knows by name, each loaded only when it is asked for.

import type { Adapter } from '../contract/adapter.ts'

interface BuiltIn {
  load(): Promise<{ adapter: Adapter }>
  /** What has to be installed beside this package. */
  packages: string[]
}

const PLUGINS = ['fastify-plugin@4', '@fastify/bearer-auth@9']

const BUILT_IN: Record<string, BuiltIn> = {
  touchstone: { load: () => import('./touchstone.ts'), packages: [] },
  'touchstone-fast': {
    load: () => import('./touchstone.ts').then(({ fast }) => ({ adapter: fast })),
    packages: [],
  },
  'fastify-4.17': {
    load: () => import('./fastify-4.17.ts'),
    packages: ['fastify-4.17@npm:fastify@4.17.0', ...PLUGINS],
  },
  'fastify-4.29': {
    load: () => import('./fastify-4.29.ts'),
    packages: ['fastify-4.29@npm:fastify@4.29.1', ...PLUGINS],
  },
  'fastify-5': { load: () => import('./fastify-5.ts'), packages: ['fastify-5@npm:fastify@5', ...PLUGINS] },
  'fastify-6': {
    load: () => import('./fastify-6.ts'),
    packages: ['fastify-6@npm:fastify@6.0.0-alpha.4', ...PLUGINS],
  },
  express: { load: () => import('./express.ts'), packages: ['express@5'] },
  hono: { load: () => import('./hono.ts'), packages: ['hono@4', '@hono/node-server@2'] },
}

export const IMPLEMENTATIONS: readonly string[] = Object.keys(BUILT_IN)

/** Those with the interface of Fastify, whose differences are few and listed; the engine of touchstone has none. */
export const PEERS: readonly string[] = IMPLEMENTATIONS.filter((name) => !['express', 'hono'].includes(name))

/** One of the list above; throws an error with the command to install it, if it is not installed. */
export async function loadBuiltIn(name: string): Promise<Adapter> {
  const builtIn = BUILT_IN[name]
  if (!builtIn) throw new Error(`there is no implementation ${name}; there are ${IMPLEMENTATIONS.join(', ')}`)
  try {
    return (await builtIn.load()).adapter
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'MODULE_NOT_FOUND' && code !== 'ERR_MODULE_NOT_FOUND') throw error
    const [line = ''] = (error as Error).message.split('\n')
    const missing = /(?:package|module) '([^']+)'/.exec(line)?.[1]
    const what = missing === undefined ? line : `the package ${missing} is not installed`
    throw new Error(`${what}. Install what it needs: npm install --save-dev ${builtIn.packages.join(' ')}`)
  }
}

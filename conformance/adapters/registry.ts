// The implementations that this package knows by name, each loaded only when it is asked for.

import type { Adapter } from '../contract/adapter.ts'

const LOADERS: Record<string, () => Promise<{ adapter: Adapter }>> = {
  touchstone: () => import('./touchstone.ts'),
  'fastify-4.17': () => import('./fastify-4.17.ts'),
  'fastify-4.29': () => import('./fastify-4.29.ts'),
  'fastify-5': () => import('./fastify-5.ts'),
  'fastify-6': () => import('./fastify-6.ts'),
  express: () => import('./express.ts'),
  hono: () => import('./hono.ts'),
}

export const IMPLEMENTATIONS: readonly string[] = Object.keys(LOADERS)

/** Those with the interface of Fastify, whose differences are few and listed. */
export const PEERS: readonly string[] = IMPLEMENTATIONS.filter(
  (name) => name !== 'express' && name !== 'hono',
)

/** One of the list above. */
export async function loadBuiltIn(name: string): Promise<Adapter> {
  const loader = LOADERS[name]
  if (!loader) throw new Error(`there is no implementation ${name}`)
  return (await loader()).adapter
}

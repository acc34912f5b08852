// The implementations that this package knows by name, each loaded only when it is asked for.

import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Adapter } from '../adapter.ts'

const LOADERS: Record<string, () => Promise<{ adapter: Adapter }>> = {
  touchstone: () => import('./touchstone.ts'),
  'fastify-4.17': () => import('./fastify-4.17.ts'),
  'fastify-4.29': () => import('./fastify-4.29.ts'),
  'fastify-5': () => import('./fastify-5.ts'),
}

export const IMPLEMENTATIONS: readonly string[] = Object.keys(LOADERS)

/** A name of the list above, or the path of a module that exports `adapter`. */
export async function loadAdapter(name: string): Promise<Adapter> {
  const loader = LOADERS[name]
  const { adapter } = loader ? await loader() : ((await import(moduleOf(name))) as { adapter: Adapter })
  return adapter
}

function moduleOf(name: string): string {
  return name.startsWith('file:') ? name : pathToFileURL(resolve(name)).href
}

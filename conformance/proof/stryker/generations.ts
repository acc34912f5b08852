// A hook of the module loader: `?generation=n` on a module of src/ goes on to all modules of src/ that it imports.

import type { ResolveHook } from 'node:module'

export const resolve: ResolveHook = async (specifier, context, next) => {
  const resolved = await next(specifier, context)
  const generation = /\/dist\/src\/.*\?(generation=\d+)$/.exec(context.parentURL ?? '')?.[1]
  if (generation === undefined || !resolved.url.includes('/dist/src/') || resolved.url.includes('?'))
    return resolved
  return { ...resolved, url: `${resolved.url}?${generation}` }
}

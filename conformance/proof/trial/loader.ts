// The hooks of the module loader that change modules of src/: some get another text, and all can be loaded anew.

import { readFileSync } from 'node:fs'
import type { LoadHook, ResolveHook } from 'node:module'

export interface Replaced {
  /** The url of the module as it is imported. */
  url: string
  /** The file with the text that takes its place. */
  file: string
}

let replaced: readonly Replaced[] = []

export function initialize(data: readonly Replaced[] = []): void {
  replaced = data
}

export const load: LoadHook = async (url, context, next) => {
  const other = replaced.find((one) => one.url === url)
  if (other === undefined) return next(url, context)
  return { format: 'module', source: readFileSync(other.file, 'utf8'), shortCircuit: true }
}

/** A module of src/ that was imported with `?generation=n` imports all others of src/ with it too. */
export const resolve: ResolveHook = async (specifier, context, next) => {
  const resolved = await next(specifier, context)
  const generation = /\/dist\/src\/.*\?(generation=\d+)$/.exec(context.parentURL ?? '')?.[1]
  if (generation === undefined || !resolved.url.includes('/dist/src/') || resolved.url.includes('?'))
    return resolved
  return { ...resolved, url: `${resolved.url}?${generation}` }
}

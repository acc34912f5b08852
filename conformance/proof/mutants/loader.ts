// A hook of the module loader: where the module of a mutant is asked for, its text is given instead.

import { readFileSync } from 'node:fs'
import type { LoadHook } from 'node:module'

export interface Replaced {
  /** The url of the module as it is imported. */
  url: string
  /** The file with the text that takes its place. */
  file: string
}

let replaced: Replaced | null = null

export function initialize(data: Replaced): void {
  replaced = data
}

export const load: LoadHook = async (url, context, next) => {
  if (replaced === null || url !== replaced.url) return next(url, context)
  return { format: 'module', source: readFileSync(replaced.file, 'utf8'), shortCircuit: true }
}

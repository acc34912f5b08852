// The hook of the module loader that changes modules of src/: some get another text.

import { readFileSync } from 'node:fs'
import type { LoadHook } from 'node:module'

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

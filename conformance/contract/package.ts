// Where the files of this package lie, and which version it is. Compiled files are in dist/, data files beside their sources.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder with package.json. */
const ROOT = new URL('../../../', import.meta.url)

/** The path of a file or folder of this package, given relative to package.json. */
export function packageFile(path: string): string {
  return fileURLToPath(new URL(path, ROOT))
}

export function packageVersion(): string {
  return (JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string }).version
}

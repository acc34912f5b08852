/** The content of a configuration file: JSON, or the default export of a module. */
import { readFileSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Rejects with what is wrong with the file. */
export async function contentOfConfig(file: string): Promise<unknown> {
  if (extname(file) === '.json') return JSON.parse(readFileSync(file, 'utf8'))
  const module = (await import(pathToFileURL(resolve(file)).href)) as { default?: unknown }
  if (module.default === undefined) throw new Error('it has no default export; write export default { … }')
  return module.default
}

// Which test files load which modules: a test that does not load a mutant cannot notice it.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { packageFile } from '../../contract/package.ts'

const IMPORT = /(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g
/** Paths of modules that a test starts in another process. */
const STARTED = /new URL\(['"](\.[^'"]+\.js)['"]/g

const imports = new Map<string, readonly string[]>()

function importsOf(file: string): readonly string[] {
  const known = imports.get(file)
  if (known !== undefined) return known
  const text = readFileSync(file, 'utf8')
  const found = [...text.matchAll(IMPORT), ...text.matchAll(STARTED)]
    .map(([, path = '']) => resolve(dirname(file), path))
    .filter((path) => path.endsWith('.js') && existsSync(path))
  imports.set(file, found)
  return found
}

/** All modules that a module loads, itself included. */
function loadedBy(file: string): Set<string> {
  const seen = new Set([file])
  for (const one of seen) for (const next of importsOf(one)) seen.add(next)
  return seen
}

/** The compiled test files of `npm test` below a folder that load one of the sources: first those that load least. */
export function testsThatReach(folder: string, sources: readonly string[]): string[] {
  const root = packageFile('dist')
  const wanted = sources.map((source) => join(root, source.replace(/\.ts$/, '.js')))
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.js') && !/\.(full|night)\.test\.js$/.test(name))
    .map((name) => join(root, folder, name))
    .filter((test) => existsSync(packageFile(relative(root, test).replace(/\.js$/, '.ts'))))
    .map((test) => ({ test, loaded: loadedBy(test) }))
    .filter(({ loaded }) => wanted.some((module) => loaded.has(module)))
    .sort((a, b) => a.loaded.size - b.loaded.size)
    .map(({ test }) => test)
}

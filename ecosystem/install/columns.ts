/** The two frameworks beside each other: each a folder in whose `node_modules` `fastify` is another one. */
import { cpSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install } from './npm.ts'

/** The framework that `fastify` resolves to. */
export type Column = 'fastify' | 'touchstone'
export const COLUMNS: readonly Column[] = ['fastify', 'touchstone']

/** A file of the CommonJS build. */
const built = (name: string): string => fileURLToPath(new URL(`../../commonjs/${name}.cjs`, import.meta.url))

/** Copies a folder with hard links: nothing writes into installed packages. */
export function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkTree(source, target)
    else if (entry.isSymbolicLink()) cpSync(source, target, { verbatimSymlinks: true })
    else linkSync(source, target)
  }
}

/** Prepares both columns of a cache: tap for all, and `fastify` with its dependencies inside its own folder. */
export async function prepareColumns(
  cache: string,
  reference: string,
  tap: string,
  before: string,
  engine: string,
): Promise<void> {
  const base = join(cache, 'base', `${reference}-${tap}`)
  if (!exists(join(base, 'ready'))) {
    rmSync(base, { recursive: true, force: true })
    await install(join(base, 'tap'), { tap }, before)
    await install(join(base, 'fastify'), { fastify: reference }, before)
    writeFileSync(join(base, 'ready'), '')
  }
  for (const column of COLUMNS) {
    const modules = join(cache, column, 'node_modules')
    rmSync(modules, { recursive: true, force: true })
    linkTree(join(base, 'tap', 'node_modules'), modules)
  }
  const home = join(cache, 'fastify', 'node_modules', 'fastify')
  const installed = join(base, 'fastify', 'node_modules')
  linkTree(join(installed, 'fastify'), home)
  for (const name of readdirSync(installed)) {
    if (name !== 'fastify' && !name.startsWith('.') && !exists(join(home, 'node_modules', name)))
      linkTree(join(installed, name), join(home, 'node_modules', name))
  }
  writeShim(join(cache, 'touchstone', 'node_modules', 'fastify'), reference, engine)
}

/**
 * A package named `fastify` that is this checkout's CommonJS build, in the line of the reference, and says of itself that it has the
 * reference's version. `lib` is what an alias of line 5 has, too.
 */
function writeShim(folder: string, version: string, engine: string): void {
  const line = version.startsWith('4.') ? 'touchstone' : 'five'
  mkdirSync(join(folder, 'lib'), { recursive: true })
  for (const name of ['errors', 'symbols', 'reply'])
    writeFileSync(
      join(folder, 'lib', `${name}.js`),
      `module.exports = require(${JSON.stringify(built(name))})\n`,
    )
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'fastify', version, main: 'fastify.js' }, null, 2),
  )
  const lines = [
    `const framework = require(${JSON.stringify(built(line))})`,
    `function fastify(options) { return framework({ engine: '${engine}', ...options }) }`, // tests call it with new,
    'module.exports = Object.assign(fastify, framework, { default: fastify, fastify })',
  ]
  writeFileSync(join(folder, 'fastify.js'), `${lines.join('\n')}\n`)
}

export function exists(path: string): boolean {
  try {
    readFileSync(path)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EISDIR'
  }
}

/** The shelf: all tools in one folder, and below it a folder for each framework that `fastify` can be. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install } from '../../install/npm.ts'

export const COLUMNS = ['fastify-5', 'node', 'fast'] as const
export type Column = (typeof COLUMNS)[number]

interface Shelf {
  /** Only what was published before this day is installed. */
  before: string
  /** The release of the oracle. */
  reference: string
  dependencies: Record<string, string>
  overrides: Record<string, Record<string, string>>
}

const FILE = new URL('../../../../ecosystem/tools/tools.json', import.meta.url)
const BUILT = fileURLToPath(new URL('../../../commonjs/touchstone.cjs', import.meta.url))
const LOADER = 'export const load = (name) => import(name)\n'

/** Installs what the list names unless the folder has it, and lays out the columns. */
export async function prepareShelf(folder: string): Promise<void> {
  const text = readFileSync(FILE, 'utf8')
  const { before, reference, dependencies, overrides } = JSON.parse(text) as Shelf
  const mark = join(folder, 'ready')
  if (read(mark) !== text) {
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
    rmSync(columnFolder(folder, 'fastify-5'), { recursive: true, force: true })
    await install(folder, dependencies, before, overrides)
    await install(columnFolder(folder, 'fastify-5'), { fastify: reference }, before)
    writeFileSync(mark, text)
  }
  for (const column of COLUMNS) {
    if (column !== 'fastify-5') writeFramework(columnFolder(folder, column), column)
    writeFileSync(join(columnFolder(folder, column), 'load.mjs'), LOADER)
  }
}

export function columnFolder(folder: string, column: Column): string {
  return join(folder, 'columns', column)
}

// A package named `fastify` that is this checkout, with the engine of the column. Agents look at the name and the version.
function writeFramework(folder: string, engine: string): void {
  const home = join(folder, 'node_modules', 'fastify')
  mkdirSync(home, { recursive: true })
  const manifest = { name: 'fastify', version: '4.17.0', main: 'fastify.js' }
  writeFileSync(join(home, 'package.json'), JSON.stringify(manifest, null, 2))
  const lines = [
    `const framework = require(${JSON.stringify(BUILT)})`,
    `const fastify = (options) => framework({ engine: '${engine}', ...options })`,
    'module.exports = Object.assign(fastify, framework, { default: fastify, fastify })',
  ]
  writeFileSync(join(home, 'fastify.js'), `${lines.join('\n')}\n`)
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

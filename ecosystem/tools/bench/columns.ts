/** The shelf: all tools in one folder, and below it a folder for each framework that `fastify` can be. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install } from '../../install/npm.ts'

export const COLUMNS = ['fastify-5', 'node', 'fast'] as const
export type Column = (typeof COLUMNS)[number]
/** A folder of a column, or of the line that touchstone follows. */
export type Folder = Column | 'fastify-4'
const LINES = ['fastify-5', 'fastify-4'] as const

interface Shelf {
  /** Only what was published before this day is installed. */
  before: string
  /** The releases of fastify: the first is the oracle. */
  references: Record<(typeof LINES)[number], string>
  dependencies: Record<string, string>
  overrides: Record<string, Record<string, string>>
}

const FILE = new URL('../../../../ecosystem/tools/tools.json', import.meta.url)
const BUILT = fileURLToPath(new URL('../../../commonjs/touchstone.cjs', import.meta.url))
const LOADER = 'export const load = (name) => import(name)\n'

/** Installs what the list names unless the folder has it, and lays out the columns. */
export async function prepareShelf(folder: string): Promise<void> {
  const text = readFileSync(FILE, 'utf8')
  const { before, references, dependencies, overrides } = JSON.parse(text) as Shelf
  const mark = join(folder, 'ready')
  if (read(mark) !== text) {
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
    rmSync(join(folder, 'columns'), { recursive: true, force: true })
    await install(folder, dependencies, before, overrides)
    for (const line of LINES) await install(columnFolder(folder, line), { fastify: references[line] }, before)
    writeFileSync(mark, text)
  }
  for (const engine of ['node', 'fast'] as const) writeFramework(columnFolder(folder, engine), engine)
  for (const column of [...COLUMNS, ...LINES])
    writeFileSync(join(columnFolder(folder, column), 'load.mjs'), LOADER)
}

export function columnFolder(folder: string, column: Folder): string {
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

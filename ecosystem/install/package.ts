/** Installs one published package with what its tests need, and lays it into both columns. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type FrameworkEntry, type PackageEntry, slugOf } from '../packages/packages.ts'
import { COLUMNS, type Column, exists, linkTree } from './columns.ts'
import { install } from './npm.ts'

/** What no test loads: linters, type checkers, measuring, releasing, and the runner that all share. */
const TOOLS =
  /^(fastify|tsd|standard|snazzy|eslint.*|@eslint.*|@typescript-eslint\/.*|prettier.*|neostandard|semistandard|xo|benchmark|autocannon|climem|cronometro|c8|nyc|coveralls|husky|lint-staged|np|release-it|semantic-release|@semantic-release\/.*|@saithodev\/.*|@commitlint\/.*|commitlint|@changesets\/.*|pre-commit|@fastify\/pre-commit|@types\/.*|why-is-node-running|@arethetypeswrong\/.*|jsdoc|docsify-cli|@playwright\/test|is-ci|markdown-toc|license-checker|npm-run-all|concurrently|tap-mocha-reporter)$/

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** The folder of the package in a column. */
export function packageFolder(cache: string, column: Column, slug: string): string {
  return join(cache, column, slug, 'package')
}

/** Installs the package unless the cache has it. */
export async function installPackage(
  cache: string,
  entry: PackageEntry | FrameworkEntry,
  before: string,
): Promise<void> {
  const folder = join(cache, 'installed', slugOf(entry))
  const application = 'application' in entry ? join(ROOT, entry.application) : null
  const own = application === null ? { [entry.name]: entry.version } : dependenciesOf(application)
  const wanted = JSON.stringify({
    ...entry,
    suite: entry.suite !== undefined,
    before,
    ...(application === null ? {} : { own }),
  })
  const mark = join(folder, 'ready')
  if (!exists(mark) || readFileSync(mark, 'utf8') !== wanted) {
    rmSync(folder, { recursive: true, force: true })
    await install(folder, own, before)
    const needs = {
      ...(entry.suite === undefined ? {} : devDependencies(folder, entry)),
      ...entry.needs,
      ...own,
    }
    if (Object.keys(needs).length > Object.keys(own).length) await install(folder, needs, before)
    writeFileSync(mark, wanted)
  }
  for (const column of COLUMNS)
    layOut(folder, cache, column, entry, application ?? join(folder, 'node_modules', entry.name))
}

/** What an application needs, except `fastify`. */
function dependenciesOf(application: string): Record<string, string> {
  const manifest = JSON.parse(readFileSync(join(application, 'package.json'), 'utf8'))
  const { fastify: _, ...dependencies } = manifest.dependencies
  return { ...dependencies, ...manifest.devDependencies }
}

function devDependencies(folder: string, entry: PackageEntry): Record<string, string> {
  const manifest = JSON.parse(readFileSync(join(folder, 'node_modules', entry.name, 'package.json'), 'utf8'))
  const declared = Object.entries<string>(manifest.devDependencies ?? {})
  return Object.fromEntries(
    declared.filter(
      ([name, range]) =>
        !TOOLS.test(name) &&
        !entry.leaveOut?.includes(name) &&
        !(name === 'tap' && /^[~^]?1[0-7]\b/.test(range)) &&
        !/^(git|github:|file:|https?:)|^[^@/]+\/[^@/]+$/.test(range),
    ),
  )
}

// The package is copied, because tests write beside themselves; its dependencies are linked. `fastify` is the column's.
function layOut(folder: string, cache: string, column: Column, entry: PackageEntry, source: string): void {
  const home = join(cache, column, slugOf(entry))
  rmSync(home, { recursive: true, force: true })
  linkTree(join(folder, 'node_modules'), join(home, 'node_modules'))
  if (!entry.keepsFastify) rmSync(join(home, 'node_modules', 'fastify'), { recursive: true, force: true })
  writeFileSync(join(home, 'load.mjs'), 'export const load = (name) => import(name)\n')
  cpSync(source, packageFolder(cache, column, slugOf(entry)), { recursive: true })
}

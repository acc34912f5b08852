/** Runs the test of a framework, or of an application, in both columns. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { COLUMNS, type Column } from '../install/columns.ts'
import { installPackage, packageFolder } from '../install/package.ts'
import { type FrameworkEntry, slugOf } from '../packages/packages.ts'
import { type FileRun, runFile } from '../suites/run-file.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export interface FrameworkRun {
  entry: FrameworkEntry
  /** Its tests; each has to pass on Fastify. */
  tests: number
  /** Of these, the tests that pass on touchstone. */
  passed: number
  /** What is wrong, one line each. */
  faults: string[]
}

export async function runFramework(
  cache: string,
  entry: FrameworkEntry,
  before: string,
): Promise<FrameworkRun> {
  await installPackage(cache, entry, before)
  const runs = {} as Record<Column, FileRun>
  for (const column of COLUMNS) {
    const folder = packageFolder(cache, column, slugOf(entry))
    const file = entry.application
      ? join(folder, entry.test)
      : join(ROOT, 'ecosystem', 'frameworks', entry.test)
    runs[column] = await runFile(folder, file, {
      runner: 'node',
      env: { ECOSYSTEM_FOLDER: folder, ECOSYSTEM_COLUMN: join(cache, column) },
      seconds: 120,
    })
  }
  const { fastify, touchstone } = runs
  const faults = COLUMNS.flatMap((column) => faultsOf(column, runs[column]))
  const names = [...fastify.results.keys()]
  for (const name of names)
    if (!touchstone.results.has(name)) faults.push(`touchstone: ${name} was not reached`)
  if (names.length === 0) faults.push(`there is no test: ${fastify.stderr}`)
  return {
    entry,
    tests: names.length,
    passed: names.filter((name) => touchstone.results.get(name)).length,
    faults,
  }
}

function faultsOf(column: Column, { results, ended, tap }: FileRun): string[] {
  const failed = [...results].filter(([, ok]) => !ok).map(([name]) => `${column}: ${name} failed`)
  if (failed.length > 0) failed.push(tap.slice(-3000))
  if (!ended) failed.push(`${column}: the process did not end`)
  return failed
}

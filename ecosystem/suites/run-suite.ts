/** Runs the own test suite of a package in both columns, and compares the results by name. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Column } from '../install/columns.ts'
import { packageFolder } from '../install/package.ts'
import { type PackageEntry, type Suite, slugOf } from '../packages/packages.ts'
import { type FileRun, runFile } from './run-file.ts'

/** One test that passes on Fastify and not on touchstone. */
export interface Difference {
  file: string
  test: string
  /** `failed`: it failed or was not reached; `open`: the process of the file did not end. */
  kind: 'failed' | 'open'
}

export interface SuiteResult {
  files: number
  /** The tests that pass on Fastify. The others do not count. */
  counted: number
  /** Of these, the tests that pass on touchstone. */
  passed: number
  differences: Difference[]
  /** What differed in the first of two runs, and not in the second. */
  once: Difference[]
}

/** The test files that are run, relative to the package. */
export function testFiles(folder: string, suite: Suite): string[] {
  const imports =
    suite.runner === 'tap'
      ? /\brequire\(['"]tap['"]\)|\bfrom ['"]tap['"]/
      : /\brequire\(['"]node:test['"]\)|\bfrom ['"]node:test['"]/
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.[cm]?js$/.test(file) && !file.includes('node_modules'))
    .filter((file) => suite.only === undefined || suite.only.some((prefix) => file.startsWith(prefix)))
    .filter((file) => suite.without?.[file] === undefined)
    .filter((file) => imports.test(readFileSync(join(folder, file), 'utf8')))
    .sort()
}

export async function runSuite(cache: string, entry: PackageEntry, suite: Suite): Promise<SuiteResult> {
  const files = testFiles(packageFolder(cache, 'fastify', slugOf(entry)), suite)
  const total: SuiteResult = { files: files.length, counted: 0, passed: 0, differences: [], once: [] }
  for (const file of files) {
    const run = (column: Column): Promise<FileRun> =>
      runFile(packageFolder(cache, column, slugOf(entry)), file, suite)
    let [ours, theirs] = [await run('touchstone'), await run('fastify')]
    let found = compare(file, ours, theirs)
    // What differs twice does not depend on the moment: ports, time and load change between runs.
    if (found.length > 0) {
      ours = best(ours, await run('touchstone'))
      theirs = worst(theirs, await run('fastify'))
      const twice = compare(file, ours, theirs)
      total.once.push(...found.filter(({ test }) => !twice.some((other) => other.test === test)))
      found = twice
    }
    const counted = [...theirs.results.values()].filter(Boolean).length
    total.counted += counted
    total.passed += counted - found.filter(({ kind }) => kind !== 'open').length
    total.differences.push(...found)
  }
  return total
}

function compare(file: string, ours: FileRun, theirs: FileRun): Difference[] {
  const found: Difference[] = []
  for (const [test, passed] of theirs.results) {
    if (passed && ours.results.get(test) !== true) found.push({ file, test, kind: 'failed' })
  }
  if (theirs.ended && !ours.ended) found.push({ file, test: '(the process ends)', kind: 'open' })
  return found
}

/** A test passes on touchstone when it passes in one of two runs. */
function best(one: FileRun, two: FileRun): FileRun {
  return merge(one, two, (a, b) => a || b)
}

/** A test passes on Fastify when it passes in both. */
function worst(one: FileRun, two: FileRun): FileRun {
  return merge(one, two, (a, b) => a && b)
}

function merge(one: FileRun, two: FileRun, join: (a: boolean, b: boolean) => boolean): FileRun {
  const names = new Set([...one.results.keys(), ...two.results.keys()])
  const passed = ({ results }: FileRun, name: string): boolean => results.get(name) ?? false
  const results = new Map([...names].map((name) => [name, join(passed(one, name), passed(two, name))]))
  return { ...two, results, ended: join(one.ended, two.ended) }
}

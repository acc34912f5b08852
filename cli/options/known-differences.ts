// The files of known differences on a command line: --expect reads them, --suggest-expectations and --refresh write them.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  ExpectationsError,
  type ExpectFile,
  expectationsFileOf,
  fileNameOf,
  parseExpectations,
  readExpectations,
} from '../../conformance/judge/expectations.ts'
import { refreshExpectations } from '../../conformance/report/refresh-expectations.ts'
import type { ConformanceReport } from '../../conformance/run/run.ts'
import type { Json } from '../../spec/case.ts'
import { formatJson } from '../../spec/format.ts'
import { writeFile } from '../../spec/write-file.ts'
import { UsageError } from './usage.ts'

export type ReadExpectations = (implementation: string, version: string) => ExpectFile

/** From the file or the folder that the user names; everything in it is checked before anything runs. */
export function expectationsOf(path: string, implementations: number): ReadExpectations {
  if (!existsSync(path))
    throw new UsageError(
      `--expect: there is no ${path}; it must be a file of known differences, or a folder with one NAME.json for each implementation. --suggest-expectations FOLDER writes one.`,
    )
  return told(() => (statSync(path).isDirectory() ? ofFolder(path) : ofFile(path, implementations)))
}

function told<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof ExpectationsError) throw new UsageError(`--expect: ${error.message}`)
    throw error
  }
}

function ofFile(file: string, implementations: number): ReadExpectations {
  if (implementations > 1)
    throw new UsageError(
      `--expect ${file} is one file, and there are ${implementations} implementations: name a folder with a file for each, NAME.json.`,
    )
  const content = parseExpectations(textOf(file), file)
  return () => content
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`--expect: ${file} cannot be read: ${(error as Error).message}`)
  }
}

/** An implementation without a file in the folder gets the known differences of this package. */
function ofFolder(folder: string): ReadExpectations {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  if (files.length === 0) throw new UsageError(`--expect: there is no file NAME.json in ${folder}.`)
  for (const file of files) parseExpectations(textOf(join(folder, file)), join(folder, file))
  return (implementation, version) =>
    expectationsFileOf(implementation, version, folder) === undefined
      ? readExpectations(implementation, version)
      : readExpectations(implementation, version, folder)
}

export function checkFolder(folder: string, sharded: boolean): void {
  if (sharded)
    throw new UsageError(
      'A shard sees too little to write the known differences: run the whole suite without --shard.',
    )
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new UsageError(`There is no folder ${folder} to write the known differences to.`)
}

/** Writes what differs now, one file per implementation, and returns a line for each. */
export function writeExpectations(
  report: ConformanceReport,
  folder: string,
  read: ReadExpectations = readExpectations,
): string[] {
  return report.runs.flatMap((run) => {
    if (run.failure !== undefined) return [`${run.implementation}: nothing written, its adapter failed`]
    const { implementation, version } = run
    const known =
      expectationsFileOf(implementation, version, folder) ?? expectationsFileOf(implementation, version)
    const name = known?.replace(/^.*[\\/]/, '') ?? `${fileNameOf(implementation)}.json`
    const file = refreshExpectations(run, read(implementation, version), report.suite.cases)
    const path = join(folder, name)
    writeFile(path, formatJson(file as unknown as Json))
    const blank = file.expected.filter((entry) => entry.reason === '').length
    const todo = blank > 0 ? `; ${blank} of them need a reason` : ''
    return [`${path}: ${file.expected.length} entries${todo}`]
  })
}

// Reads JSON reports back, checked against their schema: what diff, merge and trend begin with.

import { readFileSync } from 'node:fs'
import { Ajv, type AnySchemaObject, type ValidateFunction } from 'ajv'
import type { Case } from '../../spec/case.ts'
import { parseData } from '../../spec/data.ts'
import type { LoadedCase } from '../../spec/load.ts'
import type { Rule } from '../../spec/rule.ts'
import { packageFile } from '../contract/package.ts'
import type { AssertionResult } from '../contract/result.ts'
import type { KnownDifference, Verdict } from '../judge/expectations.ts'
import type { ConformanceReport, Ended, JudgedRun } from '../run/run.ts'
import type { RunIdentity } from './verdicts.ts'

export interface StoredReport {
  /** The file, as it was named. */
  name: string
  report: ConformanceReport
  identity: RunIdentity
}

/** A sentence where a run did not come to its end: what is missing from its report was not asked. */
export function earlyEndOf({ name, report }: StoredReport): string | null {
  if (report.ended === undefined) return null
  const why = report.ended === 'bail' ? '--bail ended it' : 'it was interrupted'
  return `${name} ended early, as ${why}: what it has not run is missing from it.`
}

/** A file of a report cannot be used; the message says which, where and what is right. */
export class ReportFileError extends Error {
  override name = 'ReportFileError'
}

interface Written {
  milliseconds: number
  ended?: Ended
  node: string
  suite: { digest: string; cases: number }
  shard: RunIdentity['shard']
  rules: Record<string, Rule>
  cases: Record<string, Case & { area: string; file: string }>
  implementations: WrittenRun[]
}

interface WrittenRun {
  name: string
  version: string
  milliseconds: number
  crashes: number
  failure: string | null
  complaints: string[]
  assertions: (AssertionResult & { verdict: Verdict; known: KnownDifference | null })[]
}

export function readReport(name: string): StoredReport {
  const written = parse(name)
  const cases = new Map(
    Object.entries(written.cases).map(([id, { area, file, ...body }]): [string, LoadedCase] => [
      id,
      { id, area, file, body },
    ]),
  )
  const report: ConformanceReport = {
    suite: { rules: new Map(Object.entries(written.rules)), cases: [...cases.values()], retired: [] },
    cases: [...cases.values()],
    runs: written.implementations.map((run) => runOf(run, cases, name)),
    milliseconds: written.milliseconds,
    ...(written.ended === undefined ? {} : { ended: written.ended }),
  }
  return { name, report, identity: { ...written.suite, shard: written.shard, node: written.node } }
}

function parse(name: string): Written {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(name, 'utf8'))
  } catch (error) {
    const how = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read'
    throw new ReportFileError(
      `${name} ${how}: ${(error as Error).message}. Wanted is a file that touchstone conform --json FILE wrote.`,
    )
  }
  const validate = compileSchema()
  if (validate(content)) return content as Written
  const [first] = validate.errors ?? []
  throw new ReportFileError(
    `${name} is not a report of this version: ${first?.instancePath || '/'} ${first?.message}. Wanted is a file that touchstone conform --json FILE wrote.`,
  )
}

let compiled: ValidateFunction | undefined

function compileSchema(): ValidateFunction {
  if (compiled) return compiled
  const schema = parseData(packageFile('conformance/report/report.schema.json')) as AnySchemaObject
  compiled = new Ajv({ allowUnionTypes: true }).compile(schema)
  return compiled
}

function runOf(run: WrittenRun, cases: Map<string, LoadedCase>, name: string): JudgedRun {
  const assertions = run.assertions.map(({ id, case: of, exchange, cells, verdict, known }) => {
    const one = cases.get(of)
    if (!one)
      throw new ReportFileError(
        `${name} has a result of ${id} on ${run.name}, and no case ${of}: it is incomplete.`,
      )
    return { result: { id, case: of, exchange, cells }, case: one, verdict, ...(known ? { known } : {}) }
  })
  const { name: implementation, version, milliseconds, crashes, complaints } = run
  return {
    implementation,
    version,
    milliseconds,
    crashes,
    complaints,
    assertions,
    ...(run.failure === null ? {} : { failure: run.failure }),
  }
}

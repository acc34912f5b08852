// What versions of one implementation did, kept by (implementation, version, hash of the suite): only what is not known is run.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Transport } from '../../../spec/case.ts'
import { readData } from '../../../spec/data.ts'
import type { LoadedCase } from '../../../spec/load.ts'
import { makeFolder, writeFile } from '../../../spec/write-file.ts'
import { type Outcome, outcomeOf } from '../../contract/result.ts'
import { type PreparedSuite, runConformance } from '../../run/run.ts'
import { explain } from '../verdicts.ts'

export interface Found {
  outcome: Outcome
  /** Why, where it did not pass. */
  message?: string
}

/** By the id of the assertion. */
export type Outcomes = Record<string, Found>

export interface Kept {
  format: 1
  implementation: string
  version: string
  digest: string
  node: string
  outcomes: Outcomes
}

export interface Source {
  /** A connectable of one version, such as npm:fastify@4.17.0. */
  connectable: string
  name: string
  version: string
}

export interface OutcomeOptions {
  cache: string
  digest: string
  prepared: PreparedSuite
  transports: Transport[]
  jobs?: number
  progress?: (done: number) => void
}

/** The outcomes of these cases on this version. Throws where its adapter fails. */
export async function outcomesOf(source: Source, options: OutcomeOptions): Promise<Outcomes> {
  const file = fileOf(source, options)
  const kept = readKept(file)
  const missing = options.prepared.cases.filter((one) =>
    one.body.exchanges.some(({ id }) => kept?.outcomes[`${one.id}#${id}`] === undefined),
  )
  if (missing.length === 0) return kept?.outcomes ?? {}
  const fresh = await run(source, missing, options)
  const outcomes = { ...kept?.outcomes, ...fresh }
  const { name: implementation, version } = source
  const whole: Kept = {
    format: 1,
    implementation,
    version,
    digest: options.digest,
    node: process.version,
    outcomes,
  }
  makeFolder(join(options.cache, 'results', options.digest))
  writeFile(file, `${JSON.stringify(whole)}\n`)
  return outcomes
}

async function run(source: Source, cases: LoadedCase[], options: OutcomeOptions): Promise<Outcomes> {
  const { suite } = options.prepared
  const report = await runConformance(
    {
      implementations: [source.connectable],
      transports: options.transports,
      expectations: (implementation) => ({ format: 1, implementation, expected: [] }),
      ...(options.jobs === undefined ? {} : { jobs: options.jobs }),
      progress: (_, results) => options.progress?.(results.length),
    },
    { suite, cases },
  )
  const [result] = report.runs
  if (!result || result.failure !== undefined)
    throw new Error(`${source.connectable} cannot be run: ${result?.failure ?? 'there is no result'}`)
  return Object.fromEntries(
    result.assertions.map(({ result: one }): [string, Found] => {
      const outcome = outcomeOf(one)
      const cell = Object.values(one.cells).find((each) => each.outcome === outcome)
      return [one.id, outcome === 'pass' || !cell ? { outcome } : { outcome, message: explain(cell) }]
    }),
  )
}

/** Node and transports belong to the key too: with others the outcomes are others. */
function fileOf({ name, version }: Source, { cache, digest, transports }: OutcomeOptions): string {
  const node = process.version.split('.')[0]
  return join(
    cache,
    'results',
    digest,
    `${name.replace('/', '+')}@${version} ${node} ${transports.join('+')}.json`,
  )
}

function readKept(file: string): Kept | undefined {
  if (!existsSync(file)) return undefined
  try {
    const kept = JSON.parse(readData(file)) as Kept
    return kept.format === 1 ? kept : undefined
  } catch {
    return undefined // half a file is as good as none
  }
}

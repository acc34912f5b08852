// What `history` and `bisect` share: the versions of a package, installed side by side, and the suite.

import { createHash } from 'node:crypto'
import { delimiter } from 'node:path'
import { requirementsOf } from '../../../conformance/contract/requirements.ts'
import { minorsBetween } from '../../../conformance/report/history/between.ts'
import { type Outcomes, outcomesOf } from '../../../conformance/report/history/outcomes.ts'
import {
  cacheFolder,
  installVersion,
  publishedVersions,
} from '../../../conformance/report/history/packages.ts'
import { chooseVersions, parseVersions, VersionsError } from '../../../conformance/report/history/versions.ts'
import { identityOf } from '../../../conformance/report/verdicts.ts'
import { type PreparedSuite, prepareSuite } from '../../../conformance/run/run.ts'
import { DEFAULT_TRANSPORTS } from '../../../conformance/wire/modes.ts'
import type { LoadedCase } from '../../../spec/load.ts'
import { complain } from '../../options/say.ts'
import { UsageError } from '../../options/usage.ts'

export interface Ask {
  name: string
  versions: string[]
  /** The minors between two of the versions. */
  between: string[]
  prepared: PreparedSuite
  digest: string
  /** The outcomes of a version, of all cases or of these: from the cache, or from a run. */
  outcomes(version: string, cases?: LoadedCase[]): Promise<Outcomes>
}

export interface AskOptions {
  filter: string[]
  cache?: string | undefined
  jobs?: number
  /** Also ask for the minors between the versions. */
  between?: boolean
}

/** Wrong usage where the text names no package, or no version of it. */
export async function askVersions(
  text: string,
  { filter, cache, jobs, between = false }: AskOptions,
): Promise<Ask> {
  const range = told(() => parseVersions(text))
  const prepared = prepareSuite({ filter })
  if (prepared.cases.length === 0) throw new UsageError(`No case matches ${filter.join(', ')}.`)
  const { name } = range
  const published = await toldAsync(() => publishedVersions(name))
  const versions = told(() => chooseVersions(range, published))
  const folder = cacheFolder(cache)
  const digest = digestOf(prepared)
  return {
    name,
    versions,
    between: between ? minorsBetween(name, versions, published) : [],
    prepared,
    digest,
    outcomes: (version, cases = prepared.cases) =>
      toldAsync(async () => {
        const modules = await installVersion(folder, name, version)
        // Where the process of a run looks for packages first.
        process.env['TOUCHSTONE_PACKAGES'] = [modules, ...others()].join(delimiter)
        const source = { connectable: `npm:${name}@${version}`, name, version }
        const began = performance.now()
        let ran = 0
        const outcomes = await outcomesOf(source, {
          cache: folder,
          digest,
          prepared: { ...prepared, cases },
          transports: DEFAULT_TRANSPORTS,
          ...(jobs === undefined ? {} : { jobs }),
          progress: (count) => {
            ran += count
          },
        })
        const seconds = ((performance.now() - began) / 1000).toFixed(1)
        complain(
          `${name}@${version}: ${ran === 0 ? 'known from the cache' : `${ran} assertions in ${seconds} s`}\n`,
        )
        return outcomes
      }),
  }
}

/** What a version is asked depends on the rules and cases, and on what a case is said to need. */
function digestOf({ suite }: PreparedSuite): string {
  const needs = suite.cases.map(({ body }) => requirementsOf(body))
  const hash = createHash('sha256').update(identityOf(suite).digest).update(JSON.stringify(needs))
  return hash.digest('hex').slice(0, 16)
}

const own = process.env['TOUCHSTONE_PACKAGES']
const others = (): string[] => (own === undefined || own === '' ? [] : [own])

function told<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof VersionsError) throw new UsageError(error.message)
    throw error
  }
}

async function toldAsync<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof VersionsError) throw new UsageError(error.message)
    throw error
  }
}

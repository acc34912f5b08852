// Runs one case again for the explorer: on the implementation of a column, one after the other.

import { connectableOf } from '../../conformance/explorer/code/framework.ts'
import { pageAssertion } from '../../conformance/explorer/live-run.ts'
import type { PageAssertion, PageData } from '../../conformance/explorer/page-data.ts'
import { type ConformanceOptions, prepareSuite, runConformance } from '../../conformance/run/run.ts'
import { checkImplementations } from '../options/run-options.ts'
import { UsageError } from '../options/usage.ts'

export interface Rerun {
  case: string
  /** The place of the implementation among the runs of the page. */
  column: number
}

/** Why a case cannot be run again, for the page. */
export class RerunError extends Error {
  override name = 'RerunError'
}

type Settings = Omit<ConformanceOptions, 'implementations' | 'filter' | 'signal'>

export type Rerunner = (asked: Rerun) => Promise<PageAssertion[]>

/** `names` are the implementations as the command line has them; of stored reports those that name themselves so. */
export function rerunner(data: () => PageData, names: readonly string[], settings: Settings = {}): Rerunner {
  let last: Promise<unknown> = Promise.resolve()
  return (asked) => {
    const next = last.then(() => run(asked, data(), names, settings))
    last = next.catch(() => undefined)
    return next
  }
}

async function run(
  { case: id, column }: Rerun,
  { runs }: PageData,
  names: readonly string[],
  settings: Settings,
): Promise<PageAssertion[]> {
  const there = runs[column]
  const implementation = names[column] ?? (there ? connectableOf(there) : '')
  try {
    checkImplementations([implementation])
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new RerunError(`${there?.name ?? 'This run'} cannot be run from here. ${error.message}`)
  }
  const { suite, cases } = prepareSuite(settings)
  const chosen = cases.filter((one) => one.id === id)
  if (chosen.length === 0)
    throw new RerunError(`There is no case ${id} in the specification that is installed.`)
  const report = await runConformance(
    { ...settings, implementations: [implementation] },
    { suite, cases: chosen },
  )
  const [result] = report.runs
  if (result?.failure !== undefined) throw new RerunError(result.failure)
  return (result?.assertions ?? []).map(pageAssertion)
}

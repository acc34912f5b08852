// Reads the JSON reports that a command line names.

import { visible } from '../../conformance/markup/escape.ts'
import { earlyEndOf, ReportFileError, readReport, type StoredReport } from '../../conformance/report/read.ts'
import { complain } from './say.ts'
import { UsageError } from './usage.ts'

/** Says which of them ended early: numbers of a part are not those of the whole. */
export function readReports(files: string[]): StoredReport[] {
  const stored = asUsage(() => files.map(readReport))
  for (const one of stored) {
    const early = earlyEndOf(one)
    if (early !== null) complain(`${visible(early)}\n`)
  }
  return stored
}

/** A report that cannot be read, or does not belong to the others, is wrong usage. */
export function asUsage<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof ReportFileError) throw new UsageError(error.message)
    throw error
  }
}

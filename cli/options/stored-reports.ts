// Reads the JSON reports that a command line names.

import { ReportFileError, readReport, type StoredReport } from '../../conformance/report/read.ts'
import { UsageError } from './usage.ts'

export function readReports(files: string[]): StoredReport[] {
  return asUsage(() => files.map(readReport))
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

// The file of `--har`: a session that a browser or a proxy has recorded.

import { existsSync, readFileSync, statSync } from 'node:fs'
import type { Recorded } from '../../../fuzz/index.ts'
import { RecordingError, recordingOf } from '../../../fuzz/tools.ts'
import { UsageError } from '../usage.ts'

export function harOf(file: string): Recorded[] {
  if (!existsSync(file) || statSync(file).isDirectory())
    throw new UsageError(`--har: there is no file ${file}.`)
  try {
    return recordingOf(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const what =
      error instanceof RecordingError ? error.message : `it is not JSON: ${(error as Error).message}`
    throw new UsageError(`--har: ${file}: ${what}`)
  }
}

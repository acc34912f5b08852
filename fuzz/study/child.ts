// The process that studies a schema: its patterns, or the values that it asks for, may take for ever.

import { StudyError, study } from './study.ts'
import type { FromStudy, StudyTask } from './within.ts'

process.on('disconnect', () => process.exit(0))
process.once('message', async ({ schema, options }: StudyTask) => {
  let answer: FromStudy
  try {
    answer = { study: await study(schema, options) }
  } catch (error) {
    answer = { failed: (error as Error).message, compiles: !(error instanceof StudyError) }
  }
  process.send?.(answer, () => process.exit(0))
})

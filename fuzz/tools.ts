/** What the command uses beside the public face. */

export type { Branches, Fresh, Range } from './engine/guide.ts'
export { COVERAGE, type CoverageMode, PROFILES } from './engine/run-options.ts'
export { fuzz } from './fuzz.ts'
export { markdownReport } from './report/markdown.ts'
export { sarifReport } from './report/sarif.ts'
export { hasTest, serverOf } from './report/snippets.ts'
export { RecordingError, recordingOf } from './sequence/recording.ts'
export { configured } from './setup/configured.ts'
export { faultOfSetup, MOST_WORKERS } from './setup/setup.ts'
export { accepting, EMPTY, faultOfBaseline, isFindingId } from './triage/baseline.ts'
export { revealed, type Secrets, secretsOf } from './triage/secrets.ts'

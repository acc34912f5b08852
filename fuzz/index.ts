/** The public face of `touchstone/fuzz`. */

export {
  type AnyCheck,
  CHECK_IDS,
  CHECKS,
  type Check,
  type CheckId,
  isCheckId,
  type Severity,
} from './engine/checks.ts'
export type { Decoded, Fault, Finding, FuzzReport, RouteTally, SetupCalls } from './engine/finding.ts'
export { findingOf } from './engine/finding.ts'
export { type Lint, type LintId, lintsOf } from './engine/lints.ts'
export { planRoute, type RoutePlan } from './engine/route-plan.ts'
export type { Progress } from './engine/run.ts'
export type { CoverageMode, Profile, Shard } from './engine/run-options.ts'
export { simplerValues } from './engine/shrink.ts'
export { type FuzzOptions, FuzzUsageError, fuzz } from './fuzz.ts'
export { faultOfIdentities, type Identity, type Login } from './reach/identities.ts'
export { harReport } from './report/har.ts'
export { htmlReport } from './report/html.ts'
export { junitReport } from './report/junit.ts'
export { nothingReached } from './report/reached.ts'
export { curlOf, type Runner, testOf } from './report/snippets.ts'
export { type TextOptions, textReport } from './report/text.ts'
export { type Broken, breakagesOf, breaking } from './schema/breaking.ts'
export { coerce, type TypeName } from './schema/coercion.ts'
export { type Edge, edgesOf, sampleOf } from './schema/edges.ts'
export { fitting } from './schema/fitting.ts'
export { Oracle, type OracleOptions, type Verdict } from './schema/oracle.ts'
export type { Schema, SchemaOrBoolean, Surroundings } from './schema/walk.ts'
export { type Part, type Wired, write } from './schema/wire.ts'
export type { Recorded } from './sequence/replay.ts'
export type { OwnCheck, Setup, Shown } from './setup/setup.ts'
export { SetupError } from './target/called.ts'
export { reportLate } from './target/late.ts'
export { type LoadOptions, NoApplication, targetOfModule } from './target/load.ts'
export { OpenApiError, readOpenApi } from './target/openapi.ts'
export {
  type Answer,
  type AskOptions,
  type ExportForm,
  type Injectable,
  NoAnswer,
  type Reading,
  type Seen,
  type Target,
  type TargetRoute,
  type WireRequest,
} from './target/target.ts'
export { UrlTarget, UrlTargetError } from './target/url-target.ts'
export type { Baseline } from './triage/baseline.ts'
export type { Given } from './triage/secrets.ts'
export { triaged } from './triage/triage.ts'

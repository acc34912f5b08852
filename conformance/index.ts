// The public face of `touchstone/conformance`: run the specification on an implementation of your own.

export type {
  App,
  Case,
  CaseFile,
  Exchange,
  Expectation,
  Json,
  Program,
  Rule,
  Statement,
} from '../spec/case.ts'
export { type LoadedCase, loadSuite, type Problem, type Suite, SuiteError } from '../spec/load.ts'
export type { Adapter, Application, Recorder, WireAnswer, WireRequest } from './adapter.ts'
export { describe, typeOf } from './adapters/describe.ts'
export { type FastifyLike, fromFastifyLike } from './adapters/fastify-like.ts'
export { IMPLEMENTATIONS } from './adapters/registry.ts'
export { type Difference, differenceOf } from './compare.ts'
export type { ExpectFile, JudgedAssertion, KnownDifference, Verdict } from './expectations.ts'
export {
  type ConformanceTestOptions,
  cases,
  conformanceTests,
  rules,
  type TestFunction,
} from './in-tests.ts'
export { jsonReport } from './report/json.ts'
export { terminalReport } from './report/terminal.ts'
export type { AssertionResult, Cell, Observation, Outcome } from './result.ts'
export { type RuleCoverage, ruleCoverage, uncoveredRules } from './rule-coverage.ts'
export { type ConformanceOptions, type ConformanceReport, exitCodeOf, runConformance } from './run.ts'

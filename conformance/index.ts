// The public face of `touchstone/conformance`: run the specification on an implementation of your own.

export type { App, Case, CaseFile, Exchange, Expectation, Json, Program, Statement } from '../spec/case.ts'
export { type LoadedCase, loadSuite, type Problem, type Suite, SuiteError } from '../spec/load.ts'
export type { Rule } from '../spec/rule.ts'
export { type FastifyLike, fromFastifyLike } from './adapters/fastify-like.ts'
export { IMPLEMENTATIONS } from './adapters/registry.ts'
export type { Adapter, Application, Recorder, WireAnswer, WireRequest } from './contract/adapter.ts'
export type { AssertionResult, Cell, Difference, Observation, Outcome } from './contract/result.ts'
export { terminalReport } from './formats/terminal.ts'
export {
  type ConformanceTestOptions,
  cases,
  conformanceTests,
  rules,
  type TestFunction,
} from './in-tests.ts'
export { differenceOf } from './judge/compare.ts'
export type { ExpectFile, JudgedAssertion, KnownDifference, Verdict } from './judge/expectations.ts'
export { createInterpreter, createRecorder, describe, typeOf } from './language/interpreter.ts'
export { jsonReport } from './report/json.ts'
export { type ConformanceOptions, type ConformanceReport, exitCodeOf, runConformance } from './run/run.ts'
export { type RuleCoverage, ruleCoverage, uncoveredRules } from './suite/rule-coverage.ts'

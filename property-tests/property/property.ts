/** What a property is: values that are JSON, a check that throws, and where a counterexample becomes a case. */
import type fc from 'fast-check'
import type { Adapter } from '../../conformance/contract/adapter.ts'
import type { App, Json, SendForm } from '../../spec/case.ts'
import type { Coverage } from './coverage.ts'

/** An application and what it is asked: half of a case, to be run on any implementation. */
export interface Scenario {
  app: App
  sends: SendForm[]
}

/** What a check may use and leaves behind. */
export interface World {
  /** the implementation under test */
  subject: Adapter
  /** requests so far, over all properties */
  requests: number
  coverage: Coverage
}

export interface Property<V = unknown> {
  /** F1 … F14 are the relations of the design, M1 … the models */
  id: string
  title: string
  /** for which values it is claimed */
  precondition: string
  /** the class of faults that breaks it */
  catches: string
  /** rules that a counterexample shows broken */
  rules: readonly string[]
  /** how many values the test run tries */
  runs: number
  arbitrary: fc.Arbitrary<V>
  /** Throws where the property does not hold; fast-check's precondition where it says nothing. */
  check(value: V, world: World): Promise<void>
  /** The applications and requests of a value, for a case. */
  scenarios(value: V): Scenario[]
}

/** One property, its values forgotten: they are JSON, and only its own check looks into them. */
export type AnyProperty = Property<never> & { arbitrary: fc.Arbitrary<unknown> }

export function asJson(value: unknown): Json {
  return value as Json
}

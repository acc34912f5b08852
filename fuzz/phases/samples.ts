/** Values for whole requests, made in batches: one plain request a route, and an endless supply of random ones. */

import { hashOf, randomFrom } from '../engine/random.ts'
import type { PartPlan, RoutePlan, Values } from '../engine/route-plan.ts'
import { sampleOf } from '../schema/edges.ts'
import { type Arbitrary, fc } from '../schema/fast-check.ts'
import { isSchema } from '../schema/walk.ts'
import type { Part } from '../schema/wire.ts'

const plainValues = new WeakMap<RoutePlan, Values>()

/** One request that fits, the same every time. */
export function plainOf(plan: RoutePlan): Values {
  let values = plainValues.get(plan)
  if (values === undefined) {
    values = {}
    for (const [part, one] of plan.parts) {
      const value = plainPart(one)
      if (value !== undefined) values[part] = value
    }
    plainValues.set(plan, values)
  }
  return { ...values }
}

function plainPart({ oracle, schema, around, fitting }: PartPlan): unknown {
  if (!oracle)
    return schema === true ? fc.sample(fitting, { numRuns: 1, seed: 3 })[0] : sampleOf(schema, around)
  // What several keywords say at once is only aimed at: the first that the oracle takes.
  for (const value of fc.sample(fitting, { numRuns: 50, seed: 1 }))
    if (oracle.judge(value).valid !== false) return value
  return sampleOf(schema, around)
}

const BATCH = 128

/** Random requests for one route. */
export class Sampler {
  readonly #plan: RoutePlan
  readonly #random: () => number
  readonly #supplies: readonly [Part, Supply, Supply | null][]
  readonly #breakable: readonly Part[]
  /** The part of the last request that does not fit. */
  broken: Part | undefined

  constructor(plan: RoutePlan, seed: number) {
    this.#plan = plan
    const own = hashOf(`${seed} ${plan.name}`)
    this.#random = randomFrom(own)
    this.#supplies = [...plan.parts].map(([part, { fitting, breaking }], at) => [
      part,
      new Supply(fitting, own + at * 2),
      breaking
        ? new Supply(
            breaking.map(({ value }) => value),
            own + at * 2 + 1,
          )
        : null,
    ])
    this.#breakable = this.#supplies.flatMap(([part, , broken]) => (broken ? [part] : []))
  }

  /** Mostly fitting, often with one part broken, sometimes with what coercion has to mend. */
  next(): Values {
    const kind = this.#random()
    const count = this.#breakable.length
    const broken = kind > 0.55 && count > 0 ? this.#breakable[Math.floor(this.#random() * count)] : undefined
    this.broken = broken
    const values: Values = {}
    for (const [part, fitting, breaking] of this.#supplies) {
      const value = part === broken && breaking && kind < 0.92 ? breaking.next() : fitting.next()
      if (value !== undefined) values[part] = part === broken && kind >= 0.92 ? asTexts(value) : value
    }
    return values
  }

  /** A request that fits in every part. */
  fitting(): Values {
    const values: Values = {}
    for (const [part, fitting] of this.#supplies) {
      const value = fitting.next()
      if (value !== undefined) values[part] = value
    }
    return values
  }

  get plan(): RoutePlan {
    return this.#plan
  }
}

class Supply {
  readonly #from: Arbitrary<unknown>
  #seed: number
  #batch: unknown[] = []

  constructor(from: Arbitrary<unknown>, seed: number) {
    this.#from = from
    this.#seed = seed | 0
  }

  next(): unknown {
    if (this.#batch.length === 0) {
      this.#seed = (this.#seed + 0x9e3779b1) | 0
      this.#batch = fc.sample(this.#from, { numRuns: BATCH, seed: this.#seed })
    }
    return this.#batch.pop()
  }
}

/** The scalars of a value as texts, as a form or a careless client would send them. */
function asTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asTexts)
  if (isSchema(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, asTexts(one)]))
  return value === null ? null : String(value)
}

/** One schema and its values, asked of ajv once, and of touchstone in each state of what it keeps. */

import { Turns } from '../../../src/compile/turns.ts'
import type { Answered, Ledger } from '../../compare/ledger.ts'
import { quietly } from '../../compare/room.ts'
import { textOf } from '../../compare/text.ts'
import { byId } from '../../inputs/entry.ts'
import {
  type Ajv,
  ajvOf,
  asFastifyReads,
  ask,
  type Became,
  compileWith,
  type Options,
  type Part,
  type Validator,
} from './oracle.ts'
import { type CompileOwn, type Own, ownOf, type PredicateOf, predicatesOf } from './own.ts'

export interface Question {
  readonly part: Part
  readonly schema: unknown
  readonly values: readonly unknown[]
}

/** What a difference needs to be asked again. */
interface Around {
  readonly part: Part
  readonly shared: readonly unknown[]
  readonly options: Options
}

/** How often a value is sent until its schema is compiled without a refusal. */
const MANY = 5100

/** A set of shared schemas and options, with everything that compiles for it. It keeps what it compiles: do not use it for long. */
export class Bench {
  readonly shared: readonly unknown[]
  readonly options: Options
  readonly #ajv: Ajv
  #keeping: Ajv | null = null
  readonly #own: CompileOwn
  readonly #plain: CompileOwn
  readonly #codeless: CompileOwn
  readonly #predicate: PredicateOf
  /** the schemas so far, as texts */
  readonly #compiled = new Set<string>()
  #asked = 0

  constructor(shared: readonly unknown[], options: Options) {
    this.shared = shared
    this.options = options
    const all = byId(shared)
    const always = (): Turns => new Turns({ burst: Number.POSITIVE_INFINITY })
    this.#ajv = quietly(() => ajvOf(shared, options))
    this.#own = ownOf(all, options, true, always())
    this.#plain = ownOf(all, options, false, always())
    this.#codeless = ownOf(all, options, true, always(), true)
    this.#predicate = predicatesOf(all, options)
  }

  /** `rarely`: the states that take long are asked for each so many schemas. */
  compare(ledger: Ledger, { part, schema, values }: Question, rarely = 20): void {
    ledger.schemas++
    const turn = this.#asked++
    const theirs = compileWith((one) => this.#ajv.compile(one), asFastifyReads(part, schema))
    const heard: string[] = []
    let own: Own | null = null
    let refusal = ''
    try {
      own = quietly(() => this.#own(part, schema), heard)
    } catch (error) {
      refusal = causeOf(error)
    }
    const note = (state: string, value: unknown, said: string, ours: string): void => {
      if (said === ours) {
        ledger.compared++
        return
      }
      const around: Around = { part, shared: this.shared, options: this.options }
      ledger.add({ where: part, state, schema, value, valueText: textOf(value), theirs: said, ours, around })
    }
    // touchstone compiles equal schemas once, and ajv each copy: the warnings of a schema come with the first one.
    const text = JSON.stringify(asFastifyReads(part, schema)) ?? ''
    const warnings = this.#compiled.has(text) ? [] : theirs.warnings
    this.#compiled.add(text)
    note('boot', undefined, built(theirs.refusal, warnings), built(refusal, heard))
    const validate = theirs.validate ?? (own === null ? null : this.#withRoot(part, schema))
    if (validate === null || own === null) {
      ledger.count('refused schemas')
      return
    }
    const answers = values.map((value) => ({ value, said: ask(validate, part, value) }))
    for (const { said } of answers) ledger.count(said.isAccepted ? 'accepted' : 'refused')
    this.#judged(ledger, validate, part, schema, answers, note)
    this.#inTurn(own, answers, note)
    if (turn % 3 === 0) {
      const plain = quietly(() => this.#plain(part, schema))
      for (const { value, said } of answers)
        note('without acceleration', value, said.text, textNow(plain.ask(value)))
    }
    if (turn % 3 === 1 || rarely === 1) {
      const codeless = quietly(() => this.#codeless(part, schema))
      for (const { value, said } of answers)
        note('without code', value, said.text, textNow(codeless.ask(value)))
    }
    if (turn % rarely === 0) this.#often(part, schema, answers, note)
  }

  /** What ajv says of a schema of which it does not find the root with the options of Fastify. */
  #withRoot(part: Part, schema: unknown): Validator | null {
    this.#keeping ??= quietly(() => ajvOf(this.shared, this.options, true))
    const ajv = this.#keeping
    return compileWith((one) => ajv.compile(one), asFastifyReads(part, schema)).validate
  }

  /** Each value as the first one of its route. */
  #judged(
    ledger: Ledger,
    validate: Validator,
    part: Part,
    schema: unknown,
    answers: readonly Answer[],
    note: Note,
  ): void {
    const judged = quietly(() => this.#predicate(asFastifyReads(part, schema), validate))
    if (judged === null) return
    ledger.count('schemas with a predicate')
    for (const { value, said } of answers) {
      let isAsked = false
      const fresh = judged.fresh(() => {
        isAsked = true
      })
      note('the first value', value, said.text, ask(fresh, part, value).text)
      if (said.isAccepted) ledger.count(isAsked ? 'accepted by ajv alone' : 'accepted by a predicate')
      if (judged.saysNo(value))
        note('the predicate says no', value, said.isAccepted ? 'accepted' : 'no', 'no')
    }
  }

  /** Those that are accepted, then each refusal with an accepted value behind it, then all again; and in a handler. */
  #inTurn(own: Own, answers: readonly Answer[], note: Note): void {
    const accepted = answers.filter(({ said }) => said.isAccepted)
    const refused = answers.filter(({ said }) => !said.isAccepted)
    for (const { value, said } of accepted)
      note('one after the other', value, said.text, textNow(own.ask(value)))
    for (const { value, said } of accepted) note('in a handler', value, said.text, own.byHand(value).text)
    for (const [at, { value, said }] of refused.entries()) {
      note('refused', value, said.text, textNow(own.ask(value)))
      const next = accepted[at % accepted.length]
      if (next === undefined) continue
      note('behind a refusal', next.value, next.said.text, textNow(own.ask(next.value)))
      note('errors of an accepted value', next.value, 'null', textOf(own.errors()))
    }
    for (const { value, said } of answers) note('in a handler', value, said.text, own.byHand(value).text)
    for (const { value, said } of answers) note('compiled', value, said.text, textNow(own.ask(value)))
  }

  /** Compiled because there were many requests, and while a refusal waits for its compilation. */
  #often(part: Part, schema: unknown, answers: readonly Answer[], note: Note): void {
    const one = answers.find(({ said }) => said.isAccepted)
    if (one === undefined) return
    const again = new Bench(this.shared, this.options)
    const own = quietly(() => again.#own(part, schema))
    for (let at = 0; at < MANY; at++)
      note('many times', one.value, one.said.text, textNow(own.ask(one.value)))
    for (const { value, said } of answers) note('after many', value, said.text, textNow(own.ask(value)))
  }

  /** Refusals while other schemas are compiled: they wait, and what is accepted does not. */
  async compareWaiting(ledger: Ledger, { part, schema, values }: Question): Promise<void> {
    const theirs = compileWith((one) => this.#ajv.compile(one), asFastifyReads(part, schema))
    if (theirs.validate === null) return
    let time = 0
    const turns = new Turns({ now: () => time, burst: 1, share: 1 })
    turns.take(() => {
      time += 10 // now nothing may be compiled for nine milliseconds
    })
    const own = quietly(() => ownOf(byId(this.shared), this.options, true, turns)(part, schema))
    const asked = values.map((value) => own.ask(value))
    time += 1000
    for (const [at, ours] of (await Promise.all(asked)).entries()) {
      const value = values[at]
      const said = ask(theirs.validate, part, value)
      const around: Around = { part, shared: this.shared, options: this.options }
      ledger.count(asked[at] instanceof Promise ? 'waited' : 'did not wait')
      ledger.add({
        where: part,
        state: 'while others are compiled',
        schema,
        value,
        valueText: textOf(value),
        theirs: said.text,
        ours: ours.text,
        around,
      })
    }
  }
}

interface Answer {
  readonly value: unknown
  readonly said: Became
}
type Note = (state: string, value: unknown, theirs: string, ours: string) => void

function textNow(became: Became | Promise<Became>): string {
  return became instanceof Promise ? 'a promise' : became.text
}

/** ajv writes of union types for each schema that has them; touchstone only where it compiles the schema. */
function built(refusal: string, warnings: readonly string[]): string {
  const told = warnings.filter((text) => !text.includes('use allowUnionTypes')).toSorted()
  return refusal === '' ? `built ${told.join('; ')}` : `refuses it: ${refusal}`
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message : String(cause)
}

/** Whether a schema and a value still show a difference, in any state. */
export function differs(
  answered: Answered,
  [schema, value]: readonly [unknown, unknown],
  ledger: Ledger,
): Answered | null {
  const { part, shared, options } = answered.around as Around
  const isAlone = !JSON.stringify(schema ?? null).includes('$ref')
  const bench = new Bench(isAlone ? [] : shared, options)
  const isBoot = answered.state === 'boot'
  bench.compare(ledger, { part, schema, values: isBoot ? [] : [value] }, Number.POSITIVE_INFINITY)
  return ledger.unlisted.find(({ state }) => (state === 'boot') === isBoot) ?? null
}

/** One response schema and its payloads, asked of fast-json-stringify once, and of touchstone in each state of its writer. */
import type { Answered, Ledger } from '../../compare/ledger.ts'
import { copyOf, textOf } from '../../compare/text.ts'
import { byId } from '../../inputs/entry.ts'
import { type Options, theirsOf } from './oracle.ts'
import { type CompileOwn, type Own, ownOf, writersOf } from './own.ts'

export interface Question {
  readonly schema: unknown
  readonly values: readonly unknown[]
}

/** What a difference needs to be asked again. */
interface Around {
  readonly shared: readonly unknown[]
  readonly options: Options
}

/** How many answers are written until code is generated for the schema. */
const MANY = 205

interface Answer {
  readonly value: unknown
  readonly said: string
}
type Note = (state: string, value: unknown, theirs: string, ours: string) => void

/** A set of shared schemas, with what compiles for it. It keeps what it compiles: do not use it for long. */
export class Bench {
  readonly shared: Readonly<Record<string, unknown>>
  readonly options: Options
  readonly #own: CompileOwn
  readonly #plain: CompileOwn
  #asked = 0

  constructor(shared: readonly unknown[], options: Options) {
    this.shared = byId(shared)
    this.options = options
    this.#own = ownOf(this.shared, options, true)
    this.#plain = ownOf(this.shared, options, false)
  }

  compare(ledger: Ledger, { schema, values }: Question): void {
    ledger.schemas++
    const turn = this.#asked++
    const oracle = theirsOf(schema, this.shared, this.options)
    const note: Note = (state, value, theirs, ours) => {
      if (theirs === ours) {
        ledger.compared++
        return
      }
      // touchstone installs a later version of the library, which is right where both differ.
      if (
        ours === (value === undefined && state === 'boot' ? oracle.later.boot() : oracle.later.says(value))
      ) {
        ledger.compared++
        ledger.count('as the later version')
        return
      }
      const around: Around = { shared: Object.values(this.shared), options: this.options }
      ledger.add({ where: 'response', state, schema, value, valueText: textOf(value), theirs, ours, around })
    }
    const own = this.#own(schema)
    // Where both refuse a schema, each says why in its own words.
    const isRefused = typeof own === 'string' && oracle.says === null
    if (!isRefused) note('boot', undefined, oracle.boot, typeof own === 'string' ? own : 'built')
    const { says } = oracle
    if (says === null || typeof own === 'string') {
      ledger.count('refused schemas')
      return
    }
    const answers = values.map((value) => ({ value, said: says(value) }))
    for (const { said } of answers) ledger.count(said.startsWith('writes') ? 'written' : 'refused')
    this.#written(ledger, schema, answers, note)
    this.#first(schema, answers, note)
    this.#inTurn(own, answers, note)
    this.#often(own, answers, note)
    if (turn % 3 === 0) {
      const plain = this.#plain(schema)
      for (const { value, said } of answers)
        note('without acceleration', value, said, typeof plain === 'string' ? plain : plain.serialize(value))
    }
  }

  /** What the writer alone makes of them: it may leave a payload to the library, and what it writes is right. */
  #written(ledger: Ledger, schema: unknown, answers: readonly Answer[], note: Note): void {
    const writers = writersOf(schema, this.options)
    if (writers === null) return
    ledger.count('schemas that the writer knows')
    for (const { value, said } of answers) {
      const [plain, generated] = writers.map((write) => write(value))
      note('with generated code and without', value, textOf(plain), textOf(generated))
      if (said.startsWith('writes')) ledger.count(plain ? 'written by the writer' : 'written by the library')
      if (!plain) continue
      note('the writer alone', value, said, `writes ${plain.text}`)
      note('the writer alone, as bytes', value, said, `writes ${plain.bytes}`)
    }
  }

  /** The first answer of a route is each of the payloads in turn: equal schemas share what is compiled, so the scope is a new one. */
  #first(schema: unknown, answers: readonly Answer[], note: Note): void {
    for (const [at, { value, said }] of answers.entries()) {
      if (at % 6 !== 0) continue
      const own = ownOf(this.shared, this.options, true)(schema)
      note(
        'the first answer',
        value,
        said,
        typeof own === 'string' ? own : (own.answer ?? own.serialize)(value),
      )
    }
  }

  /** Each payload, and behind each refusal one that is written. */
  #inTurn(own: Own, answers: readonly Answer[], note: Note): void {
    const right = answers.filter(({ said }) => said.startsWith('writes'))
    const wrong = answers.filter(({ said }) => !said.startsWith('writes'))
    for (const { value, said } of right) both(own, 'one after the other', value, said, note)
    for (const [at, { value, said }] of wrong.entries()) {
      both(own, 'refused', value, said, note)
      const next = right[at % right.length]
      if (next !== undefined) both(own, 'behind a refusal', next.value, next.said, note)
    }
    const [one, other] = right
    if (one !== undefined && other !== undefined) within(own, one, other, note)
  }

  /** Until code is generated, and then all again. */
  #often(own: Own, answers: readonly Answer[], note: Note): void {
    const one = answers.find(({ said }) => said.startsWith('writes'))
    if (one === undefined) return
    for (let at = 0; at < MANY; at++) note('many times', one.value, one.said, own.serialize(one.value))
    for (const { value, said } of answers) both(own, 'after many', value, said, note)
  }
}

function both(own: Own, state: string, value: unknown, said: string, note: Note): void {
  note(state, value, said, own.serialize(value))
  if (own.answer !== null) note(`${state}, as bytes`, value, said, own.answer(value))
}

/** An answer that is written while another one is: a property of the payload, or its `toJSON`, asks for it. */
function within(own: Own, one: Answer, other: Answer, note: Note): void {
  const given = one.value
  if (typeof given !== 'object' || given === null || Array.isArray(given) || 'toJSON' in given) return
  const last = Object.keys(given).at(-1)
  for (const name of [last, 'toJSON']) {
    if (name === undefined) continue
    let inner = ''
    const read = (): unknown => {
      inner = own.serialize(other.value)
      return name === 'toJSON' ? given : Reflect.get(given, name)
    }
    const value = copyOf(given) as object
    // The letters of a String object stay as they are.
    if (Object.getOwnPropertyDescriptor(value, name)?.configurable === false) continue
    Object.defineProperty(value, name, name === 'toJSON' ? { value: read } : { get: read, enumerable: true })
    const outer = own.serialize(value)
    if (inner === '') continue // the schema does not ask for it
    note('while another answer is written', given, one.said, outer)
    note('inside another answer', other.value, other.said, inner)
  }
}

/** Whether a schema and a payload still show a difference, in any state. */
export function differs(
  answered: Answered,
  [schema, value]: readonly [unknown, unknown],
  ledger: Ledger,
): Answered | null {
  const { shared, options } = answered.around as Around
  const isAlone = !JSON.stringify(schema ?? null).includes('$ref')
  const isBoot = answered.state === 'boot'
  new Bench(isAlone ? [] : shared, options).compare(ledger, { schema, values: isBoot ? [] : [value] })
  return ledger.unlisted.find(({ state }) => (state === 'boot') === isBoot) ?? null
}

// The data of a page as text, short and quick to read: what all assertions of a run say stands in columns of numbers, and a value of
// the pool is read only when it is shown.

import type { MadePage, PageAssertion, PageCase, PageCell, PageData, PageRun } from './page-data.ts'
import { Table } from './table.ts'

/** What a cell says, without its time: few differ. */
type Answer = Omit<PageCell, 'milliseconds'>

/** The assertions of a run that the cases plan, in columns. */
interface Columns {
  /** The place of each among all exchanges of the cases, as the distance to the one before. */
  steps: number[]
  verdicts: number[]
  /** Pairs: which assertion is a known difference, and the place in the pool. */
  known: number[]
  /** Which transports each has. */
  layouts: number[]
  /** For each transport of each. */
  answers: number[]
  milliseconds: number[]
  /** The others, as they are. */
  others: PageAssertion[]
}

interface Head extends Omit<PageData, 'runs' | 'pool'> {
  runs: (Omit<PageRun, 'assertions'> & { assertions: Columns })[]
  verdicts: PageAssertion['verdict'][]
  layouts: string[][]
  answers: Answer[]
}

interface Tables {
  verdicts: Table<PageAssertion['verdict']>
  layouts: Table<string[]>
  answers: Table<Answer>
}

/** All exchanges that the cases plan, in their order. */
const planned = (cases: PageData['cases']): { one: PageCase; exchange: string }[] =>
  Object.values(cases).flatMap((one) => one.exchanges.map(({ id }) => ({ one, exchange: id })))

const idOf = (one: string, exchange: string): string => `${one}#${exchange}`

/** As ids of cases and exchanges are anything in the report of somebody else, two pairs may have the same id. */
const keyOf = (one: string, exchange: string): string => JSON.stringify([one, exchange])

/** The first line is the page without its pool; each other line is a value of that. */
export function pack({ runs, pool, ...page }: MadePage): string {
  const tables: Tables = { verdicts: new Table(), layouts: new Table(), answers: new Table() }
  const places = new Map(planned(page.cases).map(({ one, exchange }, at) => [keyOf(one.id, exchange), at]))
  const { verdicts, layouts, answers } = tables
  const head: Head = {
    ...page,
    runs: runs.map((run) => ({ ...run, assertions: columnsOf(run.assertions, places, tables) })),
    verdicts: verdicts.values,
    layouts: layouts.values,
    answers: answers.values,
  }
  return [head, ...pool].map((value) => JSON.stringify(value)).join('\n')
}

function columnsOf(
  assertions: readonly PageAssertion[],
  places: ReadonlyMap<string, number>,
  { verdicts, layouts, answers }: Tables,
): Columns {
  const columns: Columns = {
    steps: [],
    verdicts: [],
    known: [],
    layouts: [],
    answers: [],
    milliseconds: [],
    others: [],
  }
  let last = 0
  for (const assertion of assertions) {
    const { id, verdict, known, cells } = assertion
    const place = places.get(keyOf(assertion.case, assertion.exchange))
    if (place === undefined || id !== idOf(assertion.case, assertion.exchange)) {
      columns.others.push(assertion)
      continue
    }
    if (typeof known === 'number') columns.known.push(columns.steps.length, known)
    columns.steps.push(place - last)
    last = place
    columns.verdicts.push(verdicts.place(verdict))
    columns.layouts.push(layouts.place(Object.keys(cells)))
    for (const { milliseconds, ...answer } of Object.values(cells)) {
      columns.answers.push(answers.place(answer))
      columns.milliseconds.push(milliseconds)
    }
  }
  return columns
}

/** A value of the pool is read from its line when it is asked for. */
class Lines {
  readonly #lines: string[]
  readonly #values = new Map<number, unknown>()

  constructor(lines: string[]) {
    this.#lines = lines
  }

  at(place: number): unknown {
    if (!this.#values.has(place) && this.#lines[place] !== undefined)
      this.#values.set(place, JSON.parse(this.#lines[place]))
    return this.#values.get(place)
  }
}

/** What `pack` was given. */
export function unpacked(text: string): PageData {
  const [first = '', ...lines] = text.split('\n')
  const { verdicts, layouts, answers, runs, ...page } = JSON.parse(first) as Head
  const exchanges = planned(page.cases)
  const assertionsOf = (columns: Columns): PageAssertion[] => {
    const known = new Map<number, number>()
    for (let at = 0; at < columns.known.length; at += 2) known.set(columns.known[at]!, columns.known[at + 1]!)
    let place = 0
    let cell = 0
    const found = columns.steps.map((step, at): PageAssertion => {
      place += step
      const { one, exchange } = exchanges[place]!
      const cells = layouts[columns.layouts[at]!]!.map((transport): [string, PageCell] => {
        const answer = answers[columns.answers[cell]!]!
        return [transport, { ...answer, milliseconds: columns.milliseconds[cell++]! }]
      })
      const about = {
        id: idOf(one.id, exchange),
        case: one.id,
        exchange,
        verdict: verdicts[columns.verdicts[at]!]!,
      }
      return {
        ...about,
        ...(known.has(at) ? { known: known.get(at)! } : {}),
        cells: Object.fromEntries(cells),
      }
    })
    return [...found, ...columns.others]
  }
  return {
    ...page,
    runs: runs.map((run) => ({ ...run, assertions: assertionsOf(run.assertions) })),
    pool: new Lines(lines),
  }
}

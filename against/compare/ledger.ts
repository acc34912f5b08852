/** What was compared: the differences that are listed, those that are not, and those that are gone. */

/** A difference by decision. Each pattern that is given has to match. */
export interface Known {
  readonly id: string
  readonly reason: string
  /** what shows it; where this shows nothing any more, the entry has to go */
  readonly example: Example
  /** the rule or the ruling that decides it */
  readonly rule: string
  /** of the schema as JSON */
  readonly schema?: RegExp
  /** of the value as text */
  readonly value?: RegExp
  readonly theirs?: RegExp
  readonly ours?: RegExp
  /** no decision but a defect of touchstone, which is not mended yet */
  readonly isDefect?: true
}

export interface Example {
  readonly shared?: readonly unknown[]
  readonly schema: unknown
  readonly values: readonly unknown[]
}

/** One question, and what was said. */
export interface Answered {
  /** the part of a request, or the answer */
  readonly where: string
  readonly state: string
  readonly schema: unknown
  readonly value: unknown
  readonly valueText: string
  readonly theirs: string
  readonly ours: string
  /** what else its room needs to ask it again: at least the shared schemas */
  readonly around: { readonly shared: readonly unknown[] }
}

/** How many unlisted differences are kept; one mistake shows in thousands of places. */
const KEPT = 12

export class Ledger {
  readonly #known: readonly Known[]
  readonly #seen = new Map<Known, number>()
  readonly unlisted: Answered[] = []
  /** how many unlisted differences there were */
  different = 0
  compared = 0
  schemas = 0
  /** what the rooms count of their own */
  readonly counts: Record<string, number> = {}

  readonly #kept: number

  constructor(known: readonly Known[], kept = KEPT) {
    this.#known = known
    this.#kept = kept
  }

  count(what: string, more = 1): void {
    this.counts[what] = (this.counts[what] ?? 0) + more
  }

  /** Whether both said the same, or a listed difference explains it. */
  add(answered: Answered): boolean {
    this.compared++
    if (answered.theirs === answered.ours) return true
    const schemaText = textWithShared(answered)
    const known = this.#known.find((one) => explains(one, schemaText, answered))
    if (known !== undefined) {
      this.#seen.set(known, (this.#seen.get(known) ?? 0) + 1)
      return true
    }
    this.different++
    const isNew = !this.unlisted.some((one) => kindOf(one) === kindOf(answered))
    if (isNew && this.unlisted.length < this.#kept) this.unlisted.push(answered)
    return false
  }

  /** Listed differences that are gone: `ask` compares an example. */
  gone(ask: (ledger: Ledger, example: Example) => void): string[] {
    return this.#known.flatMap((known) => {
      const alone = new Ledger([known])
      ask(alone, known.example)
      return alone.#seen.has(known) ? [] : [known.id]
    })
  }

  get seen(): Record<string, number> {
    return Object.fromEntries([...this.#seen].map(([{ id }, count]) => [id, count]))
  }

  summary(): string {
    return JSON.stringify({
      schemas: this.schemas,
      compared: this.compared,
      different: this.different,
      ...this.counts,
      listed: this.seen,
    })
  }
}

/** The schema as JSON, and behind it those that it may refer to. */
function textWithShared({ schema, around }: Answered): string {
  const text = JSON.stringify(schema) ?? String(schema)
  return text.includes('$ref') ? `${text} ${JSON.stringify(around.shared)}` : text
}

function explains(known: Known, schemaText: string, { valueText, theirs, ours }: Answered): boolean {
  const { schema, value, theirs: theirsPattern, ours: oursPattern } = known
  return (
    (schema === undefined || schema.test(schemaText)) &&
    (value === undefined || value.test(valueText)) &&
    (theirsPattern === undefined || theirsPattern.test(theirs)) &&
    (oursPattern === undefined || oursPattern.test(ours))
  )
}

/** Differences of one kind are shown once: the same state, and the same words without names and numbers. */
const kindOf = ({ state, theirs, ours }: Answered): string =>
  [state, theirs, ours].map((text) => text.replace(/[\d.]+|"[^"]*"|\/\S+/g, '').slice(0, 60)).join('|')

/** A difference as a person reads it. */
export function told(oracle: string, { where, state, schema, valueText, theirs, ours }: Answered): string {
  return [
    `${oracle} and touchstone differ (${where}, ${state})`,
    `  schema      ${JSON.stringify(schema)}`,
    `  value       ${valueText}`,
    `  ${oracle.padEnd(11)} ${theirs}`,
    `  touchstone  ${ours}`,
  ].join('\n')
}

/** Compares a payload with the response: what the response schema dropped, leaked, changed, or does not describe. */

import { isOfLibrary } from '../schema/library-oracle.ts'
import { Oracle } from '../schema/oracle.ts'
import {
  combines,
  escapeToken,
  follow,
  isSchema,
  type Schema,
  type SchemaOrBoolean,
  type Surroundings,
} from '../schema/walk.ts'
import { under } from '../sequence/expectation.ts'
import type { Answer, TargetRoute } from '../target/target.ts'
import type { Fault } from './finding.ts'

/** The response schemas of a route, each compiled when the first answer needs it. */
export class Responses {
  readonly #route: TargetRoute
  readonly #oracles = new Map<SchemaOrBoolean, Oracle | null>()

  constructor(route: TargetRoute) {
    this.#route = route
  }

  /** Whether a status is among the declared ones; true where none is declared at all. */
  declares(status: number): boolean {
    return this.#route.responses === null || this.#levelOf(status) !== undefined
  }

  faultsOf(answer: Answer): Fault[] {
    const schema = this.#schemaOf(answer)
    if (schema === undefined) return []
    const sent = parsed(answer)
    if (sent === undefined) return []
    const around: Surroundings = { root: schema, shared: this.#route.shared }
    const faults: Fault[] = []
    const payload = answer.seen?.payload
    const meant = payload && textOf(payload.value)
    // Most payloads leave as they are, letter for letter.
    // A library changes what it is told to change.
    if (
      payload &&
      meant !== undefined &&
      !isOfLibrary(schema) &&
      (meant !== answer.body || /null/.test(meant))
    )
      compare(JSON.parse(meant), sent.value, payload.value, '', answer.status, faults)
    leaks(sent.value, schema, around, '', answer.status, faults)
    const lossy = faults.some(({ check }) => check !== 'response-leak')
    if (!lossy) faults.push(...this.#mismatch(schema, sent.value, answer.status))
    return faults
  }

  #levelOf(status: number): unknown {
    const { responses } = this.#route
    const nxx = `${Math.trunc(status / 100)}xx`
    const key = Object.keys(responses ?? {}).find((one) => one.toLowerCase() === nxx)
    return (
      responses?.[String(status)] ??
      (key === undefined ? undefined : responses?.[key]) ??
      responses?.['default']
    )
  }

  #schemaOf(answer: Answer): SchemaOrBoolean | undefined {
    const level = this.#levelOf(answer.status)
    if (typeof level === 'boolean') return level
    if (!isSchema(level)) return undefined
    if (!isSchema(level['content'])) return level
    const type = essence(answer.headers['content-type'])
    const entry = Object.entries(level['content']).find(([one]) => essence(one) === type)?.[1]
    return isSchema(entry) ? (entry['schema'] as SchemaOrBoolean) : undefined
  }

  #mismatch(schema: SchemaOrBoolean, value: unknown, status: number): Fault[] {
    let oracle = this.#oracles.get(schema)
    if (oracle === undefined) {
      try {
        oracle = new Oracle(schema, this.#route.shared, { coercion: false, defaults: false, removal: false })
      } catch {
        oracle = null
      }
      this.#oracles.set(schema, oracle)
    }
    const verdict = oracle?.judge(value)
    if (verdict?.valid !== false) return []
    const { keyword, pointer, message } = verdict
    const place = pointer === '' ? 'the answer' : pointer
    const why = `${place} ${message}, says the response schema of ${status} (keyword ${keyword}).`
    const [, missing] = /required property '(.*)'/.exec(message) ?? []
    const meant =
      missing === undefined
        ? { pointer, wrong: under(value, pointer) }
        : { pointer: `${pointer}/${escapeToken(missing)}`, present: true as const }
    return [{ check: 'response-schema', key: `${status} ${keyword} ${general(pointer)}`, why, meant }]
  }
}

function essence(type: unknown): string {
  return String(type ?? '')
    .split(';')[0]!
    .trim()
    .toLowerCase()
}

function parsed(answer: Answer): { value: unknown } | undefined {
  if (!essence(answer.headers['content-type']).includes('json') || answer.body === '') return undefined
  try {
    return { value: JSON.parse(answer.body) as unknown }
  } catch {
    return undefined
  }
}

function textOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return withoutBigInts(value)
  }
}

function withoutBigInts(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? Number(one) : one))
  } catch {
    return undefined // it leads to itself
  }
}

/** Without the places in lists: one fault, however many items have it. */
function general(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*')
}

function compare(
  meant: unknown,
  sent: unknown,
  raw: unknown,
  pointer: string,
  status: number,
  faults: Fault[],
): void {
  if (meant === undefined || faults.length > 20) return
  const place = pointer === '' ? 'the payload' : pointer
  if (typeof raw === 'number' && !Number.isFinite(raw)) {
    const why = `${place} is ${raw} in the payload, for which JSON has no word, and ${JSON.stringify(sent)} in the answer.`
    const meant = { pointer, wrong: sent }
    faults.push({ check: 'response-lossy', key: `${status} ${general(pointer)}`, why, meant })
    return
  }
  if (Array.isArray(meant) && Array.isArray(sent)) {
    for (const [at, one] of meant.entries())
      compare(one, sent[at], (raw as unknown[] | undefined)?.[at], `${pointer}/${at}`, status, faults)
    if (meant.length === sent.length) return
  } else if (isSchema(meant) && isSchema(sent)) {
    for (const [name, one] of Object.entries(meant)) {
      const below = `${pointer}/${escapeToken(name)}`
      if (Object.hasOwn(sent, name))
        compare(one, sent[name], isSchema(raw) ? raw[name] : undefined, below, status, faults)
      else {
        const why = `${below} is in the payload and not in the answer: the response schema of ${status} does not declare it.`
        faults.push({
          check: 'response-dropped',
          key: `${status} ${general(below)}`,
          why,
          meant: { pointer: below, present: true },
        })
      }
    }
    return
  } else if (meant === sent || raw instanceof Date) return
  if (JSON.stringify(meant) === JSON.stringify(sent)) return
  const why = `${place} is ${JSON.stringify(meant)} in the payload and ${JSON.stringify(sent)} in the answer.`
  faults.push({
    check: 'response-lossy',
    key: `${status} ${general(pointer)}`,
    why,
    meant: { pointer, ...(sent === undefined ? { present: true } : { wrong: sent }) },
  })
}

/** Properties that left though their object declares others only; undecided where several schemas apply to one value. */
function leaks(
  sent: unknown,
  schema: SchemaOrBoolean,
  around: Surroundings,
  pointer: string,
  status: number,
  faults: Fault[],
): void {
  if (typeof schema === 'boolean' || meets(schema, around)) return
  const ref = schema['$ref']
  if (typeof ref === 'string') {
    const target = follow(ref, around)
    if (target) leaks(sent, target.schema, target.around, pointer, status, faults)
    return
  }
  if (Array.isArray(sent)) {
    const { items } = schema
    if (isSchema(items))
      for (const [at, one] of sent.entries()) leaks(one, items, around, `${pointer}/${at}`, status, faults)
    return
  }
  const { properties, patternProperties, additionalProperties } = schema
  if (!isSchema(sent) || !isSchema(properties)) return
  const open = additionalProperties !== undefined && additionalProperties !== false
  for (const [name, one] of Object.entries(sent)) {
    const below = `${pointer}/${escapeToken(name)}`
    if (Object.hasOwn(properties, name))
      leaks(one, properties[name] as SchemaOrBoolean, around, below, status, faults)
    else if (!open && patternProperties === undefined) {
      const why = `${below} is in the answer, and the response schema of ${status} does not declare it.`
      faults.push({
        check: 'response-leak',
        key: `${status} ${general(below)}`,
        why,
        meant: { pointer: below },
      })
    }
  }
}

const several = new WeakMap<Schema, boolean>()

/** Whether several schemas meet in the schema's own keywords, leaving out what is below it. */
function meets(schema: Schema, around: Surroundings): boolean {
  let known = several.get(schema)
  if (known === undefined) {
    const { properties: _properties, items: _items, ...rest } = schema
    several.set(schema, (known = combines(rest, around)))
  }
  return known
}

/**
 * One schema looked at from all sides, through the framework itself: what it takes, what it makes of it, what it refuses, and where
 * its serializer does not give back what its validator has taken.
 */
import { isDeepStrictEqual } from 'node:util'
import touchstone from '../../src/index.ts'
import { breakagesOf } from '../schema/breaking.ts'
import { edgesOf, sampleOf } from '../schema/edges.ts'
import { fc } from '../schema/fast-check.ts'
import { fitting } from '../schema/fitting.ts'
import { Oracle } from '../schema/oracle.ts'
import { isSchema, type Schema, type SchemaOrBoolean, type Surroundings } from '../schema/walk.ts'
import { type Hint, hintsOf } from './hints.ts'
import { leavesOf, valueAt, withValueAt } from './leaves.ts'

export interface StudyOptions {
  /** Shared schemas that references may lead to, by `$id`. */
  shared?: Readonly<Record<string, Schema>>
  /** Random values beside those at the edges. Default 200. */
  runs?: number
  /** Default 1. */
  seed?: number
}

export interface Taken {
  given: unknown
  /** What the handler gets. */
  value: unknown
  why: string
}

export interface Refused {
  given: unknown
  keyword: string
  message: string
}

/** What one place of the schema makes of what it is given. */
export interface LeafTable {
  pointer: string
  rows: { given: unknown; becomes: unknown; refused: boolean }[]
}

/** The last two are of the validator alone: it removes from a valid value, or leaves one that is not valid. */
export type DisagreementKind =
  | 'dropped'
  | 'changed'
  | 'not written'
  | 'written and refused'
  | 'lost'
  | 'left invalid'
export interface Disagreement {
  kind: DisagreementKind
  /** What the validator has taken. */
  value: unknown
  /** What the serializer writes, or the message of its error. */
  written: unknown
  pointer: string
}

export interface Study {
  schema: SchemaOrBoolean
  taken: Taken[]
  refused: Refused[]
  leaves: LeafTable[]
  disagreements: Disagreement[]
  hints: Hint[]
  /** Values that were tried. */
  tried: number
}

/** The schema does not compile; the message is the framework's. */
export class StudyError extends Error {
  override name = 'StudyError'
}

interface Bench {
  validate(value: unknown): Promise<{ taken: boolean; value?: unknown; message?: string }>
  serialize(value: unknown): Promise<{ written?: unknown; message?: string }>
  close(): Promise<unknown>
}

/** Rejects with a StudyError where the schema does not compile, for a body or for a response. */
export async function study(schema: SchemaOrBoolean, options: StudyOptions = {}): Promise<Study> {
  const { shared = {}, runs = 200, seed = 1 } = options
  const around: Surroundings = { root: schema, shared }
  const bench = await openBench(schema, shared)
  try {
    const edges = edgesOf(schema, around)
    const random = fc
      .sample(fitting(schema, around), { numRuns: runs, seed })
      .map((value) => ({ value, why: 'random' }))
    const extra = edges.slice(0, 2).flatMap(({ value }) => withUndeclared(value))
    const taken: Taken[] = []
    const refused: Refused[] = []
    for (const { value, why } of [...edges, ...extra, ...random]) {
      const verdict = await bench.validate(value)
      if (verdict.taken) taken.push({ given: value, value: verdict.value, why })
    }
    const base = taken[0]?.given ?? sampleOf(schema, around)
    for (const { value, keyword } of breakagesOf(base, schema, around)) {
      const verdict = await bench.validate(value)
      if (!verdict.taken) refused.push({ given: value, keyword, message: verdict.message ?? '' })
    }
    const disagreements = await disagreementsOf(taken, bench, new Oracle(schema, shared))
    const leaves = await tablesOf(schema, around, base, bench)
    const hints = hintsOf(schema, around)
    return {
      schema,
      taken: distinct(taken),
      refused,
      leaves,
      disagreements,
      hints,
      tried: edges.length + runs,
    }
  } finally {
    await bench.close()
  }
}

/** What an open schema lets through, and a serializer may not. */
function withUndeclared(value: unknown): { value: unknown; why: string }[] {
  return isSchema(value) ? [{ value: { ...value, undeclared: 1 }, why: 'an undeclared property' }] : []
}

function distinct(taken: Taken[]): Taken[] {
  const known = new Set<string>()
  return taken.filter(({ given }) => {
    const key = JSON.stringify(given)
    return !known.has(key) && known.add(key)
  })
}

async function openBench(schema: SchemaOrBoolean, shared: Readonly<Record<string, Schema>>): Promise<Bench> {
  const app = touchstone()
  let held: unknown
  try {
    for (const one of Object.values(shared)) app.addSchema(one as never)
    app.post('/validate', { schema: { body: schema as never } }, async (request) => {
      held = request.body
      return 'taken'
    })
    app.get('/serialize', { schema: { response: { 200: schema as never } } }, async () => held as never)
    await app.ready()
  } catch (error) {
    await app.close()
    throw new StudyError((error as Error).message)
  }
  return {
    async validate(value) {
      held = undefined
      const headers = { 'content-type': 'application/json' }
      const payload = JSON.stringify(value)
      const answer = await app.inject({ method: 'POST', url: '/validate', headers, payload })
      if (answer.statusCode === 200) return { taken: true, value: structuredClone(held) }
      return { taken: false, message: messageOf(answer.body) }
    },
    async serialize(value) {
      held = value
      const answer = await app.inject('/serialize')
      if (answer.statusCode !== 200) return { message: messageOf(answer.body) }
      try {
        return { written: JSON.parse(answer.body) as unknown }
      } catch {
        return { message: `${answer.body} is not JSON` }
      }
    },
    close: () => app.close(),
  }
}

function messageOf(body: string): string {
  try {
    return String((JSON.parse(body) as { message?: unknown }).message)
  } catch {
    return body
  }
}

async function disagreementsOf(taken: Taken[], bench: Bench, oracle: Oracle): Promise<Disagreement[]> {
  const found = new Map<string, Disagreement>()
  const keep = (one: Disagreement): void => {
    // The same place in the same way once, with the smallest value.
    const key = `${one.kind} ${one.pointer.replace(/\/\d+/g, '/0')}`
    const known = found.get(key)
    if (!known || JSON.stringify(one.value).length < JSON.stringify(known.value).length) found.set(key, one)
  }
  for (const { given, value } of taken) {
    const removed = judgeRemoval(given, value, oracle)
    if (removed) keep(removed)
    // Texts and null are sent as they are: no serializer sees them.
    if (value === null || typeof value === 'string' || value === undefined) continue
    const { written, message } = await bench.serialize(value)
    const one = compare(value, written, message, oracle)
    if (one) keep(one)
  }
  return [...found.values()]
}

/** Whether validation has taken something from a valid value, or made an invalid one of what it has accepted. */
function judgeRemoval(given: unknown, value: unknown, oracle: Oracle): Disagreement | null {
  if (isDeepStrictEqual(given, value)) return null
  const pointer = firstDifference(given, value, '')
  if (oracle.accepts(given)) {
    const isGone = valueAt(given, pointer) !== undefined && valueAt(value, pointer) === undefined
    return isGone ? { kind: 'lost', value: given, written: value, pointer } : null
  }
  return oracle.accepts(value) ? null : { kind: 'left invalid', value: given, written: value, pointer }
}

function compare(
  value: unknown,
  written: unknown,
  message: string | undefined,
  oracle: Oracle,
): Disagreement | null {
  if (message !== undefined) return { kind: 'not written', value, written: message, pointer: '' }
  const given = JSON.parse(JSON.stringify(value)) as unknown
  if (isDeepStrictEqual(given, written)) return null
  const pointer = firstDifference(given, written, '')
  if (!oracle.accepts(written)) return { kind: 'written and refused', value, written, pointer }
  const parent = valueAt(written, pointer.slice(0, pointer.lastIndexOf('/')))
  const dropped = pointer !== '' && isSchema(parent) && valueAt(written, pointer) === undefined
  return { kind: dropped ? 'dropped' : 'changed', value, written, pointer }
}

function firstDifference(left: unknown, right: unknown, pointer: string): string {
  if (Array.isArray(left) && Array.isArray(right)) {
    const at = left.findIndex((one, index) => !isDeepStrictEqual(one, right[index]))
    return at < 0 ? pointer : firstDifference(left[at], right[at], `${pointer}/${at}`)
  }
  if (isSchema(left) && isSchema(right)) {
    const names = [...new Set([...Object.keys(left), ...Object.keys(right)])]
    const name = names.find((one) => !isDeepStrictEqual(left[one], right[one]))
    return name === undefined ? pointer : firstDifference(left[name], right[name], `${pointer}/${name}`)
  }
  return pointer
}

/** What clients send where a number, a flag or a list is wanted: texts above all. */
const TRIED: readonly unknown[] = [
  ...['', '0', '1', '-1', '1.5', '1e3', 'true', 'false', 'null', 'text'],
  ...[0, 1, 1.5, true, false, null, [], ['1'], ['1', '2'], {}],
]

async function tablesOf(
  schema: SchemaOrBoolean,
  around: Surroundings,
  base: unknown,
  bench: Bench,
): Promise<LeafTable[]> {
  const tables: LeafTable[] = []
  for (const pointer of leavesOf(schema, around)) {
    const rows: LeafTable['rows'] = []
    for (const given of TRIED) {
      const whole = withValueAt(base, pointer, given)
      if (whole === undefined) continue
      const verdict = await bench.validate(whole)
      rows.push({
        given,
        becomes: verdict.taken ? valueAt(verdict.value, pointer) : null,
        refused: !verdict.taken,
      })
    }
    if (rows.length > 0) tables.push({ pointer, rows })
  }
  return tables
}

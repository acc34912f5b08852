/** Whole answers and stories of the cases, on Fastify 4.17 and on touchstone in the same run: what no case asks for has to be equal, too. */
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { inParallel, runTrial } from '../../conformance/proof/trial/trial.ts'
import { loadSuite } from '../../spec/load.ts'
import type { Seen, Task } from './child.ts'

const CHILD = new URL('./child.js', import.meta.url)
/** An answer with this in it, such as a stack, differs for other reasons. */
const CHECKOUT = fileURLToPath(new URL('../../../', import.meta.url))
/** How many cases one process asks. */
const PART = 200
/** Milliseconds in which no case of a process ends. */
const QUIET = 60_000

export interface Difference {
  /** `case#exchange transport`, or `case log` */
  readonly place: string
  /** such as `text` or `headers.date` */
  readonly fields: readonly string[]
  readonly oracle: string
  readonly own: string
}

/** A difference that was decided, by cases (`*` at the end stands for any rest) and by what differs at most. */
export interface Decided {
  readonly cases: string | readonly string[]
  readonly fields: readonly string[]
  readonly reason: string
}

/** A case that hangs or ends the process is asked alone, and left out there: another test is about it. */
async function askPart(task: Task): Promise<Seen> {
  const result = await runTrial<Task, Seen>({ replaced: [], task }, { script: CHILD, limit: QUIET })
  if (result.kind === 'answer') return result.answer
  const { cases } = task
  if (cases.length === 1) return {}
  const middle = cases.length >> 1
  const first = await askPart({ ...task, cases: cases.slice(0, middle) })
  return Object.assign(first, await askPart({ ...task, cases: cases.slice(middle) }))
}

async function ask(implementation: string, cases: readonly string[]): Promise<Seen> {
  const parts: Task[] = []
  for (let at = 0; at < cases.length; at += PART)
    parts.push({ implementation, transports: ['inject', 'socket'], cases: cases.slice(at, at + PART) })
  const seen: Seen = {}
  await inParallel(
    parts,
    availableParallelism(),
    async (part) => void Object.assign(seen, await askPart(part)),
  )
  return seen
}

/** Where both pass a case and do something else that it does not ask for; and how many places were compared. */
export async function differences(): Promise<{ compared: number; found: Difference[] }> {
  const cases = loadSuite({ unchecked: true }).cases.map((one) => one.id)
  const oracle = await ask('fastify-4.17', cases)
  const own = await ask('touchstone', cases)
  const places = Object.keys(oracle).filter((place) => own[place] !== undefined)
  const found = places
    .map((place) => ({ place, oracle: oracle[place]!, own: own[place]! }))
    .filter((one) => one.oracle !== one.own && !one.own.includes(CHECKOUT))
    .map((one) => ({ ...one, fields: fieldsOf(one) }))
  return { compared: places.length, found }
}

function fieldsOf({ place, oracle, own }: { place: string; oracle: string; own: string }): string[] {
  if (place.endsWith(' log')) return ['log']
  const [one, other] = [flat(JSON.parse(oracle)), flat(JSON.parse(own))]
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
    .sort()
}

function flat({ headers, ...rest }: { headers: Record<string, unknown> }): Record<string, unknown> {
  const named = Object.entries(headers).map(([name, value]) => [`headers.${name}`, value])
  return { ...rest, ...Object.fromEntries(named) }
}

function isAbout({ cases, fields }: Decided, { place, fields: differing }: Difference): boolean {
  const base = place.split(/[[# ]/, 1)[0]!
  const named = [cases]
    .flat()
    .some((one) => (one.endsWith('*') ? base.startsWith(one.slice(0, -1)) : base === one))
  return named && differing.some((field) => fields.includes(field))
}

/** Differences of which a field was not decided, and decisions about nothing. */
export function undecided(
  found: readonly Difference[],
  decided: readonly Decided[],
): { open: Difference[]; gone: Decided[] } {
  const open = found.filter((one) => {
    const fields = decided.filter((entry) => isAbout(entry, one)).flatMap((entry) => entry.fields)
    return one.fields.some((field) => !fields.includes(field))
  })
  return { open, gone: decided.filter((entry) => !found.some((one) => isAbout(entry, one))) }
}

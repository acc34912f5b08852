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
  /** `case#exchange transport`, or `case part` of a story */
  place: string
  oracle: string
  own: string
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
  return { compared: places.length, found }
}

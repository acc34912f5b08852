/** A batch of random programs: each runs on both implementations; what differs without a known cause is shrunk. */
import fc from 'fast-check'
import type { Adapter } from '../../conformance/contract/adapter.ts'
import type { Json } from '../../spec/case.ts'
import { LIVE_OF_BOTH } from '../live/scenario.ts'
import type { Scenario } from '../property/property.ts'
import { seedOf } from '../run/check.ts'
import type { Unexplained } from './compare.ts'
import { scenario } from './scenario.ts'
import { kindOf } from './seen/difference.ts'
import type { Limits } from './seen/outcome.ts'
import { QUICK, type Sides, SLOW, Trial } from './trial.ts'

/** How many values the shrinking of one difference may try. */
const SHRINKS = 300

export interface Task {
  peer: string
  /** programs that boot and answer, instead of any */
  live: boolean
  /** the master seed */
  seed: number
  batch: number
  /** how many programs, and how many of them to leave out at the beginning */
  runs: number
  skip: number
}

/** A difference without a known cause. */
export interface Found {
  /** differences that look alike have the same kind */
  kind: string
  /** the smallest program, and both outcomes */
  text: string
}

export interface Result {
  programs: number
  causes: { [id: string]: number }
  found: Found[]
}

const drawn = ({ live }: Task): fc.Arbitrary<Scenario> => (live ? LIVE_OF_BOTH : scenario)

/** Called before a program runs on a side: who ends the process is known then. */
export type Starting = (program: number, side: string) => void

export class Batches {
  readonly #sides: ReadonlyMap<string, Adapter>
  readonly #starting: Starting
  /** the kinds that were shrunk */
  readonly #shrunk = new Set<string>()

  constructor(sides: ReadonlyMap<string, Adapter>, starting: Starting) {
    this.#sides = sides
    this.#starting = starting
  }

  async run(task: Task): Promise<Result> {
    const causes: { [id: string]: number } = {}
    const different: { index: number; kind: string }[] = []
    let index = -1
    const property = fc.asyncProperty(drawn(task), async (one) => {
      index++
      if (index < task.skip) return
      const { unexplained, known } = await this.#tried(task, one, index)
      for (const { id } of known) causes[id] = (causes[id] ?? 0) + 1
      if (unexplained !== null) different.push({ index, kind: kindOf(unexplained.difference) })
    })
    const seed = seedOf(task.seed, `${task.live ? 'live ' : ''}programs ${task.peer}`, task.batch)
    await fc.assert(property, { numRuns: task.runs, seed })
    const found: Found[] = []
    for (const { index: at, kind } of different) {
      const first = !this.#shrunk.has(kind)
      this.#shrunk.add(kind)
      found.push({ kind, text: first ? await this.#smallest(task, seed, at) : '' })
    }
    return { programs: task.runs - task.skip, causes, found }
  }

  async #tried(task: Task, one: Scenario, index: number): Promise<Awaited<ReturnType<Trial['verdict']>>> {
    const quick = await this.#trial(task, QUICK, index).verdict(one)
    if (quick.unexplained === null) return quick
    return this.#trial(task, SLOW, index).verdict(one) // on a busy machine an answer can be late
  }

  #trial({ peer }: Task, limits: Limits, index: number): Trial {
    return new Trial(this.#sidesOf(peer), limits, (side) => this.#starting(index, side))
  }

  #sidesOf(peer: string): Sides {
    const [subject, other] = [this.#sides.get(subjectOf(peer)), this.#sides.get(peer)]
    if (subject === undefined || other === undefined) throw new Error(`no adapter for ${peer}`)
    return { subject, peer: other, name: peer }
  }

  async #smallest(task: Task, seed: number, at: number): Promise<string> {
    let left = SHRINKS
    let last: { unexplained: Unexplained; one: Scenario } | null = null
    const property = fc.asyncProperty(drawn(task), async (one) => {
      if (left-- <= 0) return
      const { unexplained } = await this.#trial(task, QUICK, at).verdict(one)
      if (unexplained === null) return
      last = { unexplained, one }
      throw new Error('different')
    })
    await fc.check(property, { seed, path: String(at), numRuns: 1 })
    return last === null ? 'not seen again' : shown(last, task.peer)
  }
}

/** What is compared with a peer: an application of its line. */
export function subjectOf(peer: string): string {
  return peer === 'fastify-5' ? 'touchstone-5' : 'touchstone'
}

function shown({ unexplained, one }: { unexplained: Unexplained; one: Scenario }, peer: string): string {
  const { difference, reduced } = unexplained
  const { part, ours, theirs, at } = difference
  const { app, sends } = reduced ?? one
  const send = at < 0 ? '' : ` of ${JSON.stringify(sends[at])}`
  const program: Json = {
    app: app as unknown as Json,
    sends: (at < 0 ? sends : sends.slice(0, at + 1)) as unknown as Json,
  }
  return `✗ ${part}${send}\n  touchstone ${JSON.stringify(ours)}\n  ${peer} ${JSON.stringify(theirs)}\n  ${JSON.stringify(program)}`
}

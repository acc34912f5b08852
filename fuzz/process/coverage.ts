/** Which branches of the application were run, as V8 counts them: functions, and the blocks in them. */
import { pathToFileURL } from 'node:url'
import { type Branches, type Fresh, fuzz, type Range } from '../tools.ts'
import { ordinary } from './ordinary.ts'

interface Counted {
  readonly startOffset: number
  readonly endOffset: number
  readonly count: number
}
interface Script {
  readonly url: string
  readonly functions: readonly { readonly ranges: readonly Counted[] }[]
}
interface Part {
  /** What was never run. */
  open: readonly Range[]
  /** The function, and the ranges in it that were once left out. */
  readonly branches: Map<string, Range>
}

/**
 * Counts from now on, in the files below a folder. Null where that fails; `tell` gets a sentence that says why. Functions that ran before are counted as a whole,
 * as those of the framework and the fuzzer are: what V8 compiles while it counts is slower as long as it lives.
 */
export async function countBranches(
  folder: string,
  tell: (why: string) => void = () => {},
): Promise<Coverage | null> {
  try {
    const { Session } = await import('node:inspector')
    const session = new Session()
    session.connect()
    // The callback is called before `post` returns.
    const post = (method: string, params = {}): unknown => {
      let answer: unknown
      session.post(method, params, (error, result) => {
        if (error) throw error
        answer = result
      })
      return answer
    }
    await fuzz(ordinary, { maxRequests: 60 })
    post('Profiler.enable')
    post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
    return new Coverage(pathToFileURL(`${folder}/`).href, post)
  } catch (error) {
    const { message } = error as Error
    tell(
      `The branches of the code are not counted, so that requests that reach a new one are not varied: ${message}`,
    )
    return null
  }
}

export class Coverage implements Branches {
  readonly #folder: string
  readonly #post: (method: string) => unknown
  readonly #parts = new Map<string, Part>()

  constructor(folder: string, post: (method: string) => unknown) {
    this.#folder = folder
    this.#post = post
  }

  isOn = true

  look(): Fresh {
    const fresh = new Map<string, readonly Range[]>()
    if (!this.isOn) return fresh
    for (const [key, ranges] of this.#taken()) {
      const ran = this.#note(key, ranges)
      if (ran.length > 0) fresh.set(key, ran)
    }
    return fresh
  }

  sees(fresh: Fresh): boolean {
    let isSeen = false
    for (const [key, ranges] of this.#taken()) {
      this.#note(key, ranges)
      if (both(fresh.get(key) ?? [], ranIn(ranges)).length > 0) isSeen = true
    }
    return isSeen
  }

  *#taken(): Generator<[key: string, ranges: readonly Counted[]]> {
    const { result } = this.#post('Profiler.takePreciseCoverage') as { result: readonly Script[] }
    for (const { url, functions } of result)
      if (isOwn(url, this.#folder))
        for (const { ranges } of functions) {
          const { startOffset, endOffset } = ranges[0]!
          yield [`${url.split('?')[0]}:${startOffset}:${endOffset}`, ranges]
        }
  }

  /** What ran for the first time. */
  #note(key: string, ranges: readonly Counted[]): readonly Range[] {
    const { startOffset, endOffset } = ranges[0]!
    let part = this.#parts.get(key)
    if (!part) {
      const whole: Range = [startOffset, endOffset]
      part = { open: [whole], branches: new Map([['', whole]]) }
      this.#parts.set(key, part)
    }
    const missed = missedIn(ranges)
    for (const range of missed) if (range[0] > startOffset) part.branches.set(range.join(), range)
    const fresh = both(part.open, ranIn(ranges))
    part.open = both(part.open, missed)
    return fresh
  }

  counts(): { reached: number; known: number } {
    this.look()
    let [reached, known] = [0, 0]
    for (const { open, branches } of this.#parts.values()) {
      known += branches.size
      for (const [from, to] of branches.values())
        if (!open.some(([start, end]) => start <= from && to <= end)) reached++
    }
    return { reached, known }
  }

  stop(): void {
    if (this.isOn) this.#post('Profiler.stopPreciseCoverage')
    this.isOn = false
  }
}

/** The framework and the fuzzer count where they lie in the working folder, as in their own repository. */
const OTHERS = /\/node_modules\/|[?&]touchstone-fuzz=/
const OURS = new URL('../../', import.meta.url).href

function isOwn(url: string, folder: string): boolean {
  const file = url.startsWith('/') ? pathToFileURL(url).href : url
  if (!file.startsWith(folder) || OTHERS.test(file)) return false
  return !file.startsWith(OURS) || /^(examples|bench)\//.test(file.slice(OURS.length))
}

/** What of a function did not run. Ranges come from without to within. */
function missedIn(ranges: readonly Counted[]): Range[] {
  const missed: Range[] = []
  for (const { startOffset, endOffset, count } of ranges)
    if (count === 0 && (missed.at(-1)?.[1] ?? -1) < endOffset) missed.push([startOffset, endOffset])
  return missed
}

function ranIn(ranges: readonly Counted[]): Range[] {
  const { startOffset, endOffset } = ranges[0]!
  const ran: Range[] = []
  let at = startOffset
  for (const [from, to] of [...missedIn(ranges), [endOffset, endOffset] as const]) {
    if (from > at) ran.push([at, from])
    at = to
  }
  return ran
}

function both(left: readonly Range[], right: readonly Range[]): Range[] {
  return left.flatMap(([from, to]) =>
    right.flatMap(([start, end]): Range[] => {
      const range: Range = [Math.max(from, start), Math.min(to, end)]
      return range[0] < range[1] ? [range] : []
    }),
  )
}

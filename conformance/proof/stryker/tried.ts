// What a run of StrykerJS has tried, a line for each mutant: a run that was interrupted goes on where it ended.

import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFile } from '../../../spec/write-file.ts'
import type { Changed } from './changed.ts'

/** What is compared: the code under test and the cases. Another tree has results of its own. */
const TREE = ['dist/src', 'dist/conformance', 'spec']
/** How they are counted changes nothing that they say. */
const COUNTING = /^proof\/stryker\/(score|equivalent)\.js$/

export class Tried<Result> {
  readonly #file: string
  readonly #known = new Map<string, Result>()
  /** How often a trial of a mutant began and left no result: its process was ended. */
  readonly #lost = new Map<string, number>()

  /** `root`: the repository. `reports`: the folder of the results. */
  constructor(root: string, reports: string) {
    mkdirSync(reports, { recursive: true })
    this.#file = join(reports, `stryker-${digestOf(root)}.ndjson`)
    if (!existsSync(this.#file)) return
    const text = readFileSync(this.#file, 'utf8')
    if (!text.endsWith('\n')) appendFileSync(this.#file, '\n') // the torn line ends here
    for (const line of text.split('\n')) {
      const tried = read<Result>(line)
      if (tried === null) continue
      const { key, result } = tried
      if (result === undefined) this.#lost.set(key, (this.#lost.get(key) ?? 0) + 1)
      else {
        this.#known.set(key, result)
        this.#lost.delete(key)
      }
    }
  }

  /** All that is known, with the file from `dist/src/` on. */
  *all(): Iterable<[mutant: Changed, result: Result]> {
    for (const [key, result] of this.#known) {
      const [fileName, location, mutatorName, replacement] = JSON.parse(key)
      yield [{ fileName, location, mutatorName, replacement }, result]
    }
  }

  get(mutant: Changed): Result | undefined {
    return this.#known.get(keyOf(mutant))
  }

  /** Notes that a trial begins, and gives how many before it left no result. */
  begin(mutant: Changed): number {
    const key = keyOf(mutant)
    appendFileSync(this.#file, `${JSON.stringify({ key })}\n`)
    return this.#lost.get(key) ?? 0
  }

  keep(mutant: Changed, result: Result): void {
    const key = keyOf(mutant)
    this.#known.set(key, result)
    appendFileSync(this.#file, `${JSON.stringify({ key, result })}\n`)
  }
}

// The last line of a run that was killed may be torn.
function read<Result>(line: string): { key: string; result?: Result } | null {
  try {
    return JSON.parse(line) as { key: string; result?: Result }
  } catch {
    return null
  }
}

function keyOf({ fileName, location, mutatorName, replacement }: Changed): string {
  const file = fileName.slice(fileName.indexOf('dist/src/'))
  return JSON.stringify([file, location, mutatorName, replacement])
}

/** A file of what the dry run says of the tree in `root`. Another tree has files of its own. */
export const fileOf = (root: string, reports: string, name: string): string =>
  join(reports, `stryker-${name}-${digestOf(root)}.json`)

/** What `make` says of the tree in `root`, or said of it in an earlier run. */
export async function keptReach<Reach>(
  root: string,
  reports: string,
  make: () => Promise<Reach>,
): Promise<Reach> {
  const file = fileOf(root, reports, 'reach')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Reach
  const reach = await make()
  writeFile(file, JSON.stringify(reach))
  return reach
}

function digestOf(root: string): string {
  const hash = createHash('sha256')
  for (const folder of TREE) {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    const known = files.filter((name) => /\.(js|json)$/.test(name) && !COUNTING.test(name))
    for (const file of known.sort()) hash.update(file).update(readFileSync(join(root, folder, file)))
  }
  return hash.digest('hex').slice(0, 16)
}

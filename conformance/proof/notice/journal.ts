// What was found, a line each, so that a run that was interrupted goes on. It counts for the sources that it was made of.

import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { packageFile } from '../../contract/package.ts'

/** What became of one mutant. */
export interface Noticed {
  readonly id: string
  readonly set: string
  readonly says: string
  /** The rooms that noticed it, each with its first witness; those that did not; empty where nobody was asked. */
  readonly by: Readonly<Record<string, string>>
  /** Milliseconds in each room that was asked. */
  readonly took: Readonly<Record<string, number>>
}

const SOURCES = ['src', 'spec/cases', 'against', 'property-tests']

export class Journal {
  readonly #file: string
  readonly #found = new Map<string, Noticed>()

  constructor(file: string) {
    this.#file = file
    const tree = treeOf()
    const [head, ...lines] = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
    if (head === tree) {
      for (const one of lines.flatMap(read)) this.#found.set(one.id, one)
      return
    }
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${tree}\n`)
  }

  get(id: string): Noticed | undefined {
    return this.#found.get(id)
  }

  add(one: Noticed): void {
    this.#found.set(one.id, one)
    appendFileSync(this.#file, `${JSON.stringify(one)}\n`)
  }
}

/** A line that an end of the process has torn is left out. */
function read(line: string): Noticed[] {
  try {
    return [JSON.parse(line) as Noticed]
  } catch {
    return []
  }
}

/** What git calls the trees of the sources. */
function treeOf(): string {
  const { stdout } = spawnSync('git', ['rev-parse', ...SOURCES.map((source) => `HEAD:${source}`)], {
    cwd: packageFile('.'),
    encoding: 'utf8',
  })
  return JSON.stringify(stdout.trim().split('\n'))
}

// Which case noticed a mutant in an earlier run, also of another tree: it is tried first. `node dist/conformance/proof/stryker/choice/hints.js`
// keeps what the newest run has found.

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatJson } from '../../../../spec/format.ts'
import { writeFile } from '../../../../spec/write-file.ts'
import type { Changed } from './changed.ts'

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url))
const FILE = join(ROOT, 'conformance', 'proof', 'stryker', 'killers.json')
const REPORTS = join(ROOT, 'reports')

/** For each file of src/ the cases that noticed mutants in it, each with the names of the mutants, in one text. */
type Kept = Record<string, Record<string, string>>

/** The text of a mutant, whatever stands before it in the file: a change elsewhere does not make it unknown. */
export function nameOf(lines: readonly string[], { location, replacement }: Changed): string {
  const { start, end } = location
  const line = lines[start.line] ?? ''
  const text = start.line === end.line ? line.slice(start.column, end.column) : (lines[end.line] ?? '')
  const about = [line.trim(), start.column - (line.length - line.trimStart().length), text, replacement]
  return createHash('sha256').update(JSON.stringify(about)).digest('base64url').slice(0, 6)
}

export const fileOf = (path: string): string => path.slice(path.indexOf('dist/src/') + 'dist/src/'.length)

const sources = new Map<string, string[]>()

/** The lines of a compiled file of src/, as it is without mutants. */
export function sourceOf(path: string): readonly string[] {
  const file = fileOf(path)
  const known = sources.get(file)
  if (known !== undefined) return known
  const lines = readFileSync(join(ROOT, 'dist', 'src', file), 'utf8').split('\n')
  sources.set(file, lines)
  return lines
}

export class Hints {
  readonly #tests = new Map<string, string>()

  constructor(kept: Kept = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Kept) : {}) {
    for (const [file, tests] of Object.entries(kept))
      for (const [test, names] of Object.entries(tests))
        for (const name of names.split(' ')) this.#tests.set(`${file} ${name}`, test)
  }

  /** The case that noticed the mutant, if one did. */
  of(mutant: Changed): string | undefined {
    return this.#tests.get(this.#keyOf(mutant))
  }

  add(mutant: Changed, test: string): void {
    this.#tests.set(this.#keyOf(mutant), test)
  }

  /** All of them, in the order of their texts. */
  kept(): Kept {
    const kept: Kept = {}
    for (const [key, test] of [...this.#tests].sort(([a, x], [b, y]) => (a + x < b + y ? -1 : 1))) {
      const [file, name] = key.split(' ') as [string, string]
      const tests = (kept[file] ??= {})
      tests[test] = tests[test] === undefined ? name : `${tests[test]} ${name}`
    }
    return kept
  }

  #keyOf(mutant: Changed): string {
    return `${fileOf(mutant.fileName)} ${nameOf(sourceOf(mutant.fileName), mutant)}`
  }
}

/** Keeps what the newest run has found, beside what earlier ones found. */
function keep(): void {
  const files = existsSync(REPORTS) ? readdirSync(REPORTS) : []
  const runs = files.filter((name) => /^stryker-.*\.ndjson$/.test(name))
  const newest = runs.sort(
    (a, b) => statSync(join(REPORTS, b)).mtimeMs - statSync(join(REPORTS, a)).mtimeMs,
  )[0]
  if (newest === undefined) {
    console.error(`There is no run of Stryker in ${REPORTS}: npm run test:stryker makes one.`)
    process.exitCode = 3
    return
  }
  const hints = new Hints()
  for (const line of readFileSync(join(REPORTS, newest), 'utf8').split('\n')) {
    if (!line.endsWith('}')) continue // the last line of a run that was ended may be torn
    const { key, result } = JSON.parse(line) as { key: string; result?: { killedBy?: string[] } }
    const [fileName, location, mutatorName, replacement] = JSON.parse(key)
    const test = result?.killedBy?.[0]
    if (test !== undefined) hints.add({ fileName, location, mutatorName, replacement }, test)
  }
  writeFile(FILE, formatJson(hints.kept()))
}

if (process.argv[1]?.endsWith('hints.js')) keep()

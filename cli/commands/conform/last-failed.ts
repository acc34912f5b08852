// Which cases were not as expected when they last ran from the current folder: what --last-failed runs again.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { ConformanceReport } from '../../../conformance/run/run.ts'
import { makeFolder, writeFile } from '../../../spec/write-file.ts'

/** The cases by implementation, as the command line names it. */
type Failed = Record<string, string[]>

/** In the cache of the user, by the folder: a project does not get a file that it would have to ignore. */
function fileOf(folder: string): string {
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache')
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  return join(cache, 'touchstone', 'last-failed', `${name}.json`)
}

function read(folder: string): Failed {
  try {
    const content: unknown = JSON.parse(readFileSync(fileOf(folder), 'utf8'))
    const entries = Object.entries(Object(content) as Record<string, unknown>)
    return Object.fromEntries(
      entries.flatMap(([name, ids]) =>
        Array.isArray(ids) ? [[name, ids.filter((id) => typeof id === 'string')]] : [],
      ),
    )
  } catch {
    return {} // a cache that cannot be read is an empty one
  }
}

/** Undefined where none of the implementations ran here before. */
export function lastFailed(
  implementations: readonly string[],
  folder = process.cwd(),
): Set<string> | undefined {
  const failed = read(folder)
  const known = implementations.filter((one) => Object.hasOwn(failed, one))
  return known.length === 0 ? undefined : new Set(known.flatMap((one) => failed[one] ?? []))
}

/** Keeps what failed; cases that this run left out stay as they were. `names` are those of the command line, in the order of the runs. */
export function keepFailed(
  report: ConformanceReport,
  names: readonly string[],
  folder = process.cwd(),
): void {
  const failed = read(folder)
  for (const [index, run] of report.runs.entries()) {
    const name = names[index]
    if (name === undefined || (run.failure !== undefined && run.assertions.length === 0)) continue
    const ran = new Set(run.assertions.map(({ result }) => result.case))
    const wrong = run.assertions.filter(({ verdict }) => verdict === 'fail' || verdict === 'unexpected-pass')
    const kept = (failed[name] ?? []).filter((id) => !ran.has(id))
    failed[name] = [...new Set([...kept, ...wrong.map(({ result }) => result.case)])]
  }
  const file = fileOf(folder)
  try {
    if (!existsSync(join(file, '..'))) makeFolder(join(file, '..'))
    writeFile(file, `${JSON.stringify(failed)}\n`)
  } catch {
    // Without a cache the run itself is as good; only --last-failed has nothing to go by.
  }
}

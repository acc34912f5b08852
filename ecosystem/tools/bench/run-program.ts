/** Runs one program in one column. */
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface Observation {
  value: unknown
  expected?: unknown
}

/** What was seen, by label. `(end)` is how the process ended. */
export interface Seen {
  observations: Map<string, Observation>
  /** The end of stderr, when the program did not reach its end. */
  errors: string
}

export interface ProgramEntry {
  name: string
  file: string
}

const FOLDER = new URL('../../../../ecosystem/tools/programs/', import.meta.url)
const CHILD = fileURLToPath(new URL('./child.js', import.meta.url))
/** A process whose program is done gets so long to end by itself. */
const REST = 3000
const LIMIT = 60_000

export async function readPrograms(): Promise<ProgramEntry[]> {
  const all: ProgramEntry[] = []
  for (const file of readdirSync(FOLDER).sort()) {
    const { href } = new URL(file, FOLDER)
    const { programs } = (await import(href)) as { programs: Record<string, unknown> }
    all.push(...Object.keys(programs).map((name) => ({ name, file: fileURLToPath(href) })))
  }
  return all
}

export function runProgram(entry: ProgramEntry, folder: string): Promise<Seen> {
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env
  return new Promise((resolve, reject) => {
    const args = ['--no-deprecation', CHILD, 'programs', entry.file, entry.name, folder]
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const limit = setTimeout(() => child.kill('SIGKILL'), LIMIT)
    const observations = new Map<string, Observation>()
    let done = false
    let [rest, errors] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop()!
      for (const line of lines) {
        const seen = parse(line)
        if (seen?.done) {
          done = true
          setTimeout(() => child.kill('SIGKILL'), REST).unref()
        } else if (seen?.label !== undefined) observations.set(seen.label, seen)
      }
    })
    child.stderr.setEncoding('utf8').on('data', (text) => (errors += text))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(limit)
      const reached = done ? 'the end' : 'not the end'
      observations.set('(end)', { value: { reached, code, signal } })
      resolve({ observations, errors: done ? '' : errors.slice(-2000) })
    })
  })
}

interface Line extends Observation {
  label?: string
  done?: boolean
}

// A tool may print what it likes between our lines.
function parse(line: string): Line | null {
  if (!/^\{"(label|done)":/.test(line)) return null
  return JSON.parse(line) as Line
}

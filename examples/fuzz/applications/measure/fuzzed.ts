/** Runs `touchstone fuzz` as a user does in the folder of the application, with its default options and a limit of time, and reads its report. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FuzzReport } from 'touchstone/fuzz'
import { VARIABLE } from './defects-of.ts'
import { folderOf, serve } from './served.ts'
import { workOf } from './work.ts'

const CLI = fileURLToPath(new URL('../../../../cli/touchstone.js', import.meta.url))
export interface FuzzTask {
  application: string
  module: string
  inPlace: 'all' | 'none'
  /** Over a socket, with an OpenAPI document. */
  url: boolean
  seconds: number
  /** Without the identities of its folder. */
  bare?: boolean
  /** Where a copy of its report stays. */
  keep?: string | undefined
  /** More options of the command, such as `--config FILE`. */
  options: readonly string[]
}

/** A report as `--keep` writes it: with the seconds of a core that the run took. */
export type Kept = FuzzReport & { work?: number | null }

/** Null where the command wrote no report; `output` says why. */
export async function fuzzed(
  folder: string,
  { application, module, inPlace, url, seconds, bare, keep, options }: FuzzTask,
): Promise<{ report: FuzzReport | null; output: string; work: number | null }> {
  const file = join(folder, 'report.json')
  rmSync(file, { force: true })
  const env = { ...process.env, [VARIABLE]: inPlace }
  const server = url ? await serve(folder, { application, module, env }) : null
  try {
    const target = server === null ? [module] : ['--url', server.address, '--openapi', server.document]
    const args = [
      'fuzz',
      ...target,
      '--max-time',
      `${seconds}s`,
      '--report',
      `json=${file}`,
      '--show-secrets',
      ...(server === null || bare ? [] : ['--config', server.config]),
      ...options,
    ]
    const child = spawn(process.execPath, [CLI, ...args], {
      env,
      cwd: bare ? folder : folderOf(application),
      stdio: ['ignore', 'pipe', 'pipe'],
      // Shrinking what crashes a process takes longer than the limit.
      timeout: (seconds + 120) * 1000,
    })
    const working = workOf(child.pid!)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    await once(child, 'close')
    const work = working.stop()
    const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FuzzReport) : null
    if (report && keep !== undefined) {
      mkdirSync(keep, { recursive: true })
      const kept: Kept = { ...report, work }
      writeFileSync(join(keep, `${application}-${inPlace}.json`), `${JSON.stringify(kept)}\n`)
    }
    return { report, output, work }
  } finally {
    server?.stop()
  }
}

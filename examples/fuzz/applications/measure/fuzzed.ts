/** Runs `touchstone fuzz` as a user does in the folder of the application, with its default options and a limit of time, and reads its report. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FuzzReport } from 'touchstone/fuzz'
import { VARIABLE } from './defects-of.ts'

const CLI = fileURLToPath(new URL('../../../../cli/touchstone.js', import.meta.url))
/** Where the application has its configuration, which the command reads by itself. */
const folderOf = (application: string): string =>
  fileURLToPath(new URL(`../../../../../examples/fuzz/applications/${application}/`, import.meta.url))
const SERVER = fileURLToPath(new URL('./server.js', import.meta.url))

export interface FuzzTask {
  application: string
  module: string
  inPlace: 'all' | 'none'
  /** Over a socket, with an OpenAPI document. */
  url: boolean
  seconds: number
  /** More options of the command, such as `--config FILE`. */
  options: readonly string[]
}

/** Null where the command wrote no report; `output` says why. */
export async function fuzzed(
  folder: string,
  { application, module, inPlace, url, seconds, options }: FuzzTask,
): Promise<{ report: FuzzReport | null; output: string }> {
  const file = join(folder, 'report.json')
  rmSync(file, { force: true })
  const env = { ...process.env, [VARIABLE]: inPlace }
  const server = url ? await serve(folder, module, env) : null
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
      ...options,
    ]
    const child = spawn(process.execPath, [CLI, ...args], {
      env,
      cwd: folderOf(application),
      stdio: ['ignore', 'pipe', 'pipe'],
      // Shrinking what crashes a process takes longer than the limit.
      timeout: (seconds + 120) * 1000,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    await once(child, 'close')
    const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FuzzReport) : null
    return { report, output }
  } finally {
    server?.stop()
  }
}

interface Served {
  address: string
  document: string
  stop(): void
}

/** A server that is started again on its port when it ends, as a process manager does. */
async function serve(folder: string, module: string, env: NodeJS.ProcessEnv): Promise<Served> {
  const document = join(folder, 'openapi.json')
  let stopped = false
  let current: ChildProcess
  const start = async (port: string): Promise<string> => {
    const child = spawn(process.execPath, ['--no-deprecation', SERVER, module, document, port], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    current = child
    const address = await new Promise<string>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it listened.`)))
      child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()))
    })
    child.removeAllListeners('exit')
    child.once('exit', () => {
      // Where it does not start again, the fuzzer finds no server.
      if (!stopped) start(new URL(address).port).catch(() => undefined)
    })
    return address
  }
  const address = await start('0')
  const stop = (): void => {
    stopped = true
    current.kill('SIGKILL')
  }
  return { address, document, stop }
}

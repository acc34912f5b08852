// Runs the test of each finding in a process of its own: one that does not fail there is not printed. On a server those that can be repeated.

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { entryOfPackage } from '../../conformance/adapters/package-adapter.ts'
import { writeFile } from '../../spec/write-file.ts'
import { type Finding, type FuzzReport, testOf } from '../index.ts'
import { hasTest, serverOf } from '../tools.ts'
import type { ChildTask } from './messages.ts'

/** Milliseconds for one test: on a machine that does much else a process takes its time to start. */
const PATIENCE = 20_000
/** Milliseconds for all of them. */
const PATIENCE_OF_ALL = 90_000
const AT_ONCE = 2

/** The findings, those whose test does not fail marked as unstable with the reason. */
export async function tryTests(
  { module, framework, config }: ChildTask,
  report: FuzzReport,
  { imports, signal }: { imports: readonly string[]; signal: AbortSignal },
): Promise<Finding[]> {
  const { form, findings, setup } = report
  const server = serverOf(report)
  if (server === null && (module === null || form === null)) return [...findings]
  const app = server ?? pathToFileURL(module!).href
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-fuzz-tests-'))
  const loaded =
    setup && config !== undefined ? { ...setup, file: pathToFileURL(config.path).href } : undefined
  const until = performance.now() + PATIENCE_OF_ALL
  const tried = [...findings]
  const turns = [...tried.keys()]
  const again = new Set<number>()
  const work = async (): Promise<void> => {
    for (let at = turns.shift(); at !== undefined; at = turns.shift()) {
      const finding = tried[at]!
      if (signal.aborted || performance.now() > until) return
      if (!hasTest(finding, report) || (server !== null && !isRepeatable(finding, report))) continue
      const file = join(folder, `${at}.test.mjs`)
      writeFile(file, resolved(testOf(finding, app, 'node', form, loaded), framework))
      const ended = await run(file, imports)
      // A machine that did much else may have had no time for it.
      if (ended.ended === 'too long' && finding.check !== 'hang' && !again.has(at)) {
        again.add(at)
        turns.push(at)
        continue
      }
      const reason = reasonAgainst(finding, ended)
      if (reason !== null) tried[at] = { ...finding, unstable: true, reason }
    }
  }
  try {
    // One server is not reset for two tests at once.
    await Promise.all(Array.from({ length: server === null ? AT_ONCE : 1 }, work))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return tried
}

/** Whether a server that has had the run shows it again: after its reset, or where the sequence begins with what it makes itself. */
function isRepeatable({ requests, links = [] }: Finding, { setup, routes }: FuzzReport): boolean {
  const calls = setup?.calls ?? []
  if (calls.length > 0) return calls.includes('reset')
  const literal = new Set(routes.flatMap(({ route }) => route.split(/[ /]/)))
  const isMade = (one: string, to: number): boolean =>
    literal.has(one) || links.some((link) => link.to === to && encodeURIComponent(link.value) === one)
  return requests.every(({ url }, at) =>
    url
      .split('?')[0]!
      .split('/')
      .every((one) => isMade(one, at)),
  )
}

/** The file lies in a temporary folder, where no package is found by its name. */
function resolved(text: string, framework: string | undefined): string {
  const own = new URL('../../src/index.js', import.meta.url).href
  return text.replace(/^(import \w+ from )'(touchstone|[\w@/.-]+)'$/m, (all, head: string, name: string) => {
    if (name === 'touchstone') return `${head}${JSON.stringify(own)}`
    if (framework === undefined || name.startsWith('node:')) return all
    return `${head}${JSON.stringify(pathToFileURL(entryOfPackage(framework.replace(/^npm:/, ''))).href)}`
  })
}

interface Tried {
  ended: 'passed' | 'failed' | 'too long'
  output: string
}

function reasonAgainst({ check }: Finding, { ended, output }: Tried): string | null {
  if (output.includes('fetch failed')) return null // the server is not there any more
  if (ended === 'passed') return 'its test passes in a new process.'
  if (check === 'hang' || check === 'crash') return null
  if (ended === 'too long') return `its test does not end in ${PATIENCE} ms.`
  if (/ERR_ASSERTION|ERR_TEST_FAILURE.*assert/.test(output)) return null
  const [, message = 'it ends the process'] = /error: (?:[|>]-?\n\s+)?(.*)/.exec(output) ?? []
  return `its test does not reach the fault: ${message}`
}

function run(file: string, imports: readonly string[]): Promise<Tried> {
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env
  const args = [...imports.map((one) => `--import=${one}`), '--test-reporter=tap', file]
  const child = spawn(process.execPath, [...process.execArgv, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return new Promise((resolve) => {
    let output = ''
    const end = (ended: Tried['ended']): void => {
      clearTimeout(timer)
      child.kill('SIGKILL')
      resolve({ ended, output })
    }
    const timer = setTimeout(end, PATIENCE, 'too long')
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      // An application may keep its process alive after the test.
      if (/^(not )?ok 1 [\s\S]*^ {2}\.\.\.$/m.test(output))
        end(/^not ok 1 /m.test(output) ? 'failed' : 'passed')
    })
    child.on('error', () => end('failed'))
    child.on('close', (code) => end(code === 0 ? 'passed' : 'failed'))
  })
}

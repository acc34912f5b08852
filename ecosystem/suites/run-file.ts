/** Runs one test file of a package in a process of its own. */
import { spawn } from 'node:child_process'
import type { Suite } from '../packages/packages.ts'
import { type Results, readTap } from './tap-results.ts'

export interface FileRun {
  results: Results
  /** It ended by itself within its time; what it printed until then counts either way. */
  ended: boolean
  /** The end of what it wrote to standard error. */
  stderr: string
  /** All that it printed. */
  tap: string
}

export function runFile(folder: string, file: string, suite: Suite): Promise<FileRun> {
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env
  const reporter = suite.runner === 'node' ? ['--test-reporter=tap'] : []
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...reporter, file], {
      cwd: folder,
      env: { ...env, ...suite.env, TAP_TIMEOUT: '30', CI: 'true' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let [tap, stderr, ended] = ['', '', true]
    const timer = setTimeout(
      () => {
        ended = false
        end(child.pid)
      },
      (suite.seconds ?? 60) * 1000,
    )
    child.stdout.setEncoding('utf8').on('data', (text) => (tap += text))
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr = (stderr + text).slice(-4000)))
    child.on('error', reject)
    child.on('close', () => {
      clearTimeout(timer)
      resolve({ results: readTap(tap, suite.runner), ended, stderr, tap })
    })
  })
}

/** Ends a process and what it started: it leads a group of its own. */
function end(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // it has ended meanwhile
  }
}

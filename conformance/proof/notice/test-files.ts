// Runs test files on a mutant until one of them fails.

import { spawn } from 'node:child_process'
import { relative } from 'node:path'
import { packageFile } from '../../contract/package.ts'
import type { Replaced } from '../trial/loader.ts'

/** The variable that names the changed modules to a process, as JSON. */
export const REPLACED = 'TOUCHSTONE_REPLACED'

const PRELOAD = new URL('./preload.js', import.meta.url).href
/** Milliseconds of one file: more than ten times what the slowest takes. */
const LIMIT = 180_000

/** The first test file that fails, relative to dist; null: all of them pass. */
export async function failingTest(
  files: readonly string[],
  replaced: readonly Replaced[],
  signal: AbortSignal,
): Promise<string | null> {
  for (const file of files) {
    if (signal.aborted) return null
    if (await passes(file, replaced, signal)) continue
    // A test that fails on the sources as they are, on a busy machine for instance, is no witness.
    if (await passes(file, [], signal)) return relative(packageFile('dist'), file)
  }
  return null
}

function passes(file: string, replaced: readonly Replaced[], signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--no-warnings', '--no-deprecation', '--test', file], {
      cwd: packageFile('.'),
      stdio: 'ignore',
      detached: true,
      env: {
        ...process.env,
        NODE_OPTIONS: `--import=${PRELOAD}`,
        [REPLACED]: JSON.stringify(replaced),
      },
    })
    const stop = (): void => {
      // The test runner has children of its own.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }
    const timer = setTimeout(stop, LIMIT)
    signal.addEventListener('abort', stop, { once: true })
    child.once('exit', (code) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      resolve(code === 0)
    })
  })
}

/** Measures what our types ask of the compiler: 200 typed routes must stay within a budget of instantiations. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeFixture } from './fixture.ts'

/** Counts, not times, so that the figure is the same on every machine. */
const BUDGET = 1_000_000

const require = createRequire(import.meta.url)
const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc')
const nodeTypes = dirname(dirname(require.resolve('@types/node/package.json')))
const folder = mkdtempSync(join(tmpdir(), 'touchstone-types-'))
try {
  writeFixture(folder, fileURLToPath(new URL('../../src/index.d.ts', import.meta.url)), nodeTypes)
  const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', folder, '--extendedDiagnostics'], {
    encoding: 'utf8',
    timeout: 120_000,
  })
  const instantiations = Number(/^Instantiations:\s+(\d+)/m.exec(stdout)?.[1] ?? Number.NaN)
  const seconds = /^Check time:\s+(\S+)/m.exec(stdout)?.[1]
  console.log(`200 routes: ${instantiations} instantiations (budget ${BUDGET}), checked in ${seconds}`)
  if (status !== 0) console.log(stdout.split('\n').slice(0, 20).join('\n'))
  if (status !== 0 || !(instantiations <= BUDGET)) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

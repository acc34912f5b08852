/**
 * `npm test`: the checks of the repository in order; the first that fails ends the run. `npm run test:full`, with `--full`, runs what is
 * too slow for it, and `npm run test:night`, with `--night`, what repeats the specification over further transports or draws samples.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { run as runFiles } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { createColors, showsColors } from '../../conformance/markup/colors.ts'
import { findChromium } from './chromium.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const BIN = join(ROOT, 'node_modules', '.bin')
/** The coverage of `src/` that the specification alone must reach, in percent. Measuring it takes a fifth of a run. */
const LINES = 90
const BRANCHES = 85

const colors = createColors(showsColors(process.stdout))
const started = performance.now()

function seconds(from: number): string {
  return `${((performance.now() - from) / 1000).toFixed(1)} s`
}

function announce(name: string): void {
  process.stdout.write(`\n${colors.bold(`▸ ${name}`)}\n`)
}

/** Runs a command in the foreground; a failure ends everything. */
function command(name: string, file: string, args: readonly string[]): void {
  announce(name)
  const from = performance.now()
  const { status, error } = spawnSync(file, args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) {
    process.stdout.write(
      colors.red(`\n✗ ${name} failed${error ? `: ${error.message}` : ''} (exit code ${status})\n`),
    )
    process.exit(status ?? 1)
  }
  process.stdout.write(colors.dim(`  ${seconds(from)}\n`))
}

/** Which run a test file belongs to, by the end of its name; all others are of `npm test`. */
const RUNS = { full: '.full.test.js', night: '.night.test.js' } as const
type Run = 'usual' | keyof typeof RUNS

function runOf(file: string): Run {
  if (file.endsWith(RUNS.full)) return 'full'
  return file.endsWith(RUNS.night) ? 'night' : 'usual'
}

/** The compiled test files of a run. */
function testFiles(of: Run): string[] {
  const dist = join(ROOT, 'dist')
  return readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.js') && runOf(file) === of && existsSync(sourceOf(file)))
    .map((file) => join(dist, file))
    .sort()
}

// A compiled test whose source is gone is not run.
function sourceOf(compiled: string): string {
  return join(ROOT, compiled.replace(/\.js$/, '.ts'))
}

function unitTests(title: string, of: Run): Promise<boolean> {
  announce(title)
  return new Promise((resolve) => {
    let passed = true
    // Many test files wait for child processes and browsers, so one more than there are cores; node's default leaves one free.
    const events = runFiles({ files: testFiles(of), concurrency: availableParallelism() + 1 })
    const took = new Map<string, number>()
    events.on('test:fail', () => {
      passed = false
    })
    events.on('test:complete', ({ file = '', nesting, details }) => {
      if (nesting === 0) took.set(file, (took.get(file) ?? 0) + details.duration_ms)
    })
    events.compose(new spec()).pipe(process.stdout, { end: false })
    events.on('end', () => {
      setImmediate(() => {
        process.stdout.write(longest(took))
        resolve(passed)
      })
    })
    events.resume()
  })
}

/** The test files that took longest: what a budget of minutes is spent on. */
function longest(took: ReadonlyMap<string, number>): string {
  const files = [...took].sort(([, one], [, other]) => other - one).slice(0, 12)
  const lines = files.map(
    ([file, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${relative(join(ROOT, 'dist'), file)}\n`,
  )
  return colors.dim(`  the longest files:\n${lines.join('')}`)
}

function checkBrowser(): void {
  const browser = findChromium()
  if (browser !== null) return
  const told =
    'no Chromium found (CHROMIUM_PATH, /usr/bin/chromium, google-chrome): the browser tests are left out'
  process.stdout.write(`${told}\n`)
  if (process.env['CI'] !== 'true') return
  process.stdout.write(colors.red('✗ in CI they have to run\n'))
  process.exit(1)
}

/**
 * What `npm test` runs: each implementation with its transports. `npm run test:full` runs node:http, line 5 and HTTP/2, `npm run test:night` all that
 * carry the same requests in other bytes, and inject, so that its coverage is that of all requests.
 */
const USUAL = { touchstone: 'inject,socket' }
const FULL = {
  'touchstone-node': 'socket',
  'touchstone-ready': 'inject',
  'touchstone-5': 'inject,socket',
  touchstone: 'h2c',
}
const NIGHT = {
  touchstone: 'inject,fresh,pipelined,split,chunked,h2c,h2',
  'touchstone-node': 'socket,fresh,pipelined,split,chunked',
}

/** One command for the shell: all that it runs counts for the coverage together. */
function conform(runs: Readonly<Record<string, string>>): string[] {
  // Thousands of short-lived applications: with more room for the young the collector costs a twelfth less of the run.
  const node = `'${process.execPath}' --max-semi-space-size=64`
  const tool = `${node} '${join(ROOT, 'dist/cli/touchstone.js')}' conform`
  const each = Object.entries(runs).map(([name, over]) => `${tool} ${name} --transport ${over}`)
  return ['sh', '-c', each.join(' && ')]
}

async function test(): Promise<boolean> {
  checkBrowser()
  command('lint and format', join(BIN, 'biome'), ['check', '--error-on-warnings', '.'])
  const [shell, ...rest] = conform(USUAL)
  command('the specification on touchstone', shell!, rest)
  command('every testable rule has a positive and a negative assertion', process.execPath, [
    join(ROOT, 'dist/coverage/gate.js'),
  ])
  return unitTests('unit, type-example and property tests', 'usual')
}

function testFull(): Promise<boolean> {
  const [shell, ...rest] = conform(FULL)
  command('the specification on node:http, and over HTTP/2', shell!, rest)
  return unitTests('slow tests', 'full')
}

function testNight(): Promise<boolean> {
  const over = 'the specification on touchstone and on its engine, over all transports'
  command(`${over}; it alone reaches ${LINES} % of src/`, join(BIN, 'c8'), [
    '--check-coverage',
    `--lines=${LINES}`,
    `--branches=${BRANCHES}`,
    '--functions=0',
    '--statements=0',
    ...conform(NIGHT),
  ])
  return unitTests('tests for the night', 'night')
}

const RUN: Readonly<Record<string, () => Promise<boolean>>> = { '--full': testFull, '--night': testNight }

const asked = process.argv.slice(2)
const run = asked.length === 0 ? test : RUN[asked[0]!]
if (run === undefined || asked.length > 1) {
  process.stderr.write(
    `npm test takes no option but --full and --night, which npm run test:full and test:night give; found ${asked.join(' ')}\n`,
  )
  process.exit(3)
}
const passed = await run()
process.stdout.write(
  `\n${passed ? colors.green('✓ all passed') : colors.red('✗ failed')} in ${seconds(started)}\n`,
)
process.exitCode = passed ? 0 : 1

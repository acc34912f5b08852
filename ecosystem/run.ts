/** `npm run test:ecosystem`: published packages on touchstone: those of the 4.x line beside Fastify 4.29.1, the latest ones beside 5. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Exercise, readExercises } from './exercises/exercise.ts'
import { runExercise } from './exercises/run-exercise.ts'
import { type FrameworkRun, runFramework } from './frameworks/run-framework.ts'
import { cacheFolder } from './install/cache.ts'
import { prepareColumns } from './install/columns.ts'
import { lockCache } from './install/lock.ts'
import { installPackage } from './install/package.ts'
import {
  type FrameworkEntry,
  LINES,
  type Line,
  type PackageEntry,
  readPackages,
  TOUCHED,
} from './packages/packages.ts'
import { faultsOf, readKnownDifferences, shortfallsOf } from './report/known-differences.ts'
import { writePage } from './report/page.ts'
import { frameworkLines, packageLines, summaryOf } from './report/progress.ts'
import { type PackageRun, readResults, resultsOf, withFresh, writeResults } from './report/results.ts'
import { tablesOf } from './report/tables.ts'
import { runSuite } from './suites/run-suite.ts'

const USAGE = `npm run test:ecosystem -- [--filter TEXT]… [--touches KIND]… [--today] [--no-suites] [--jobs N] [--json] [--write]
                              [--engine node|fast] [--line 4|5]

Installs published packages, runs their own tests and ours on touchstone and on Fastify, and compares.
It needs the npm registry, and keeps what it installs in TOUCHSTONE_ECOSYSTEM_CACHE, or touchstone-ecosystem in
XDG_CACHE_HOME (~/.cache).

  --line N       4: packages of the 4.x line, beside Fastify 4.29.1 (default); 5: the latest releases, beside Fastify 5.12.8
  --filter TEXT  only packages whose name contains the text; can be given several times
  --touches KIND only those that touch raw objects, prototypes, close, streams or schemas: raw, prototypes, close, streams,
                 schemas or any; can be given several times
  --today        a seventh of all packages, another one each day of a week
  --no-suites    only what this repository has written: exercises, frameworks and the application
  --jobs N       how many packages are run at a time (2)
  --engine NAME  what reads the connections of touchstone: fast (default) or node
  --json         print the results as JSON
  --write        after a run without faults: write ecosystem/results.json and docs/project/ecosystem.md; after one
                 with --filter, the rows of these packages
`

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }

function readOptions() {
  const { values } = parseArgs({
    allowNegative: true,
    options: {
      filter: { type: 'string', multiple: true, default: [] },
      touches: { type: 'string', multiple: true, default: [] },
      today: { type: 'boolean', default: false },
      suites: { type: 'boolean', default: true },
      jobs: { type: 'string', default: '2' },
      json: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      engine: { type: 'string', default: 'fast' },
      line: { type: 'string', default: '4' },
      help: { type: 'boolean', default: false },
    },
  })
  const jobs = Number(values.jobs)
  if (!Number.isInteger(jobs) || jobs < 1)
    throw new Error(`--jobs is '${values.jobs}': it has to be a whole number from 1`)
  if (!['node', 'fast'].includes(values.engine))
    throw new Error(`--engine is '${values.engine}': it has to be node or fast`)
  const line = LINES.find((one) => one === values.line)
  if (line === undefined) throw new Error(`--line is '${values.line}': it has to be ${LINES.join(' or ')}`)
  for (const kind of values.touches)
    if (kind !== 'any' && !TOUCHED.some((one) => one === kind))
      throw new Error(`--touches is '${kind}': it has to be ${TOUCHED.join(', ')} or any`)
  if (values.write && !values.suites) throw new Error('--write and --no-suites exclude each other')
  return { ...values, jobs, line }
}

const DAY = 24 * 60 * 60 * 1000
/** The days in which all packages are run once with `--today`. */
const DAYS = 7

/** Each line has folders of its own. */
const cacheOf = (line: Line): string => (line === '4' ? cacheFolder() : join(cacheFolder(), `line-${line}`))

type Options = ReturnType<typeof readOptions>

async function main(options: Options): Promise<number> {
  const { line } = options
  const cache = cacheOf(line)
  const { packages, frameworks, reference, tap, before } = readPackages(line)
  const isWhole = options.filter.length === 0 && options.touches.length === 0 && !options.today
  const isChosen = ({ name, touches = [] }: PackageEntry, index: number): boolean =>
    isWhole ||
    options.filter.some((text) => name.includes(text)) ||
    options.touches.some((kind) =>
      kind === 'any' ? touches.length > 0 : touches.some((one) => one === kind),
    ) ||
    (options.today && index % DAYS === Math.floor(Date.now() / DAY) % DAYS)
  const chosen = packages.filter(isChosen)
  const above = frameworks.filter(isChosen)
  if (chosen.length + above.length === 0)
    throw new Error(`no package has a name with '${options.filter.join("', '")}'`)
  const whole = isWhole && options.suites
  lockCache(cache)
  await prepareColumns(cache, reference, tap, before, options.engine)
  const exercises = await readExercises()
  const runs = await inParallel(chosen, options.jobs, (entry) =>
    runPackage(entry, exercises, before, options),
  )
  const tops = await inParallel(above, 1, (entry) => runTop(entry, before, line))
  const results = resultsOf({ touchstone: version, reference, before }, runs, tops)
  const known = readKnownDifferences(line)
  const faults = [...faultsOf(runs, known, options.suites), ...tops.flatMap((run) => run.faults)]
  if (whole && line === '4') faults.push(...shortfallsOf(runs))
  if (options.json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`)
  process.stderr.write(summaryOf(results, faults))
  if (options.write && faults.length === 0) {
    const kept = whole ? results : withFresh(readResults(line), results, { packages, frameworks })
    writeResults(kept, line)
    writePage(tablesOf(kept, known, line), line)
  }
  return faults.length === 0 ? 0 : 1
}

/** Does the work for all items, some at a time, and tells how far it is. */
async function inParallel<T, R extends { lines: string[] }>(
  items: readonly T[],
  jobs: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const done: R[] = []
  let begun = 0
  let ended = 0
  const worker = async (): Promise<void> => {
    while (begun < items.length) {
      const at = begun++
      const from = performance.now()
      const result = await work(items[at]!)
      const [first, ...rest] = result.lines
      const seconds = ((performance.now() - from) / 1000).toFixed(1)
      process.stderr.write(
        `${[`[${++ended}/${items.length}] ${first} (${seconds} s)`, ...rest].join('\n')}\n`,
      )
      done[at] = result
    }
  }
  await Promise.all(Array.from({ length: jobs }, worker))
  return done
}

async function runPackage(
  entry: PackageEntry,
  exercises: ReadonlyMap<string, Exercise>,
  before: string,
  { suites, line }: Options,
): Promise<PackageRun & { lines: string[] }> {
  const cache = cacheOf(line)
  const run: PackageRun = { entry }
  try {
    await installPackage(cache, entry, before)
    if (exercises.has(entry.name)) run.exercise = await runExercise(cache, entry)
    if (entry.suite && suites) run.suite = await runSuite(cache, entry, entry.suite)
  } catch (error) {
    run.error = String(error)
  }
  return { ...run, lines: packageLines(run) }
}

async function runTop(
  entry: FrameworkEntry,
  before: string,
  line: Line,
): Promise<FrameworkRun & { lines: string[] }> {
  const run = await runFramework(cacheOf(line), entry, before)
  return { ...run, lines: frameworkLines(run) }
}

let options: Options
try {
  options = readOptions()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${USAGE}`)
  process.exit(3)
}
if (options.help) process.stdout.write(USAGE)
else process.exitCode = await main(options)

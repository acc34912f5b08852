/** `npm run test:tools`: tools of other people on both engines of touchstone, beside Fastify 5. */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cacheFolder } from '../install/cache.ts'
import { lockCache } from '../install/lock.ts'
import { COLUMNS, type Column, columnFolder, prepareShelf } from './bench/columns.ts'
import {
  differencesOf,
  faultsOf,
  type KnownGroup,
  knownOf,
  type ProgramRun,
  readKnown,
  unlikeFaults,
  vacuityOf,
} from './bench/compare.ts'
import { type ProgramEntry, readPrograms, runProgram } from './bench/run-program.ts'

const USAGE = `npm run test:tools -- [--filter TEXT]… [--engine node|fast] [--jobs N] [--json]

Runs one program per tool on Fastify 5 and on both engines of touchstone, and compares what they show. It needs the npm
registry once, and keeps what it installs in the folder 'tools' of TOUCHSTONE_ECOSYSTEM_CACHE, or of touchstone-ecosystem in
XDG_CACHE_HOME (~/.cache).

  --filter TEXT  only programs whose name contains the text; can be given several times
  --engine NAME  only this engine beside Fastify 5
  --jobs N       how many processes run at a time (2)
  --json         print the differences, and what all columns showed, as JSON
`

function readOptions() {
  const { values } = parseArgs({
    options: {
      filter: { type: 'string', multiple: true, default: [] },
      engine: { type: 'string' },
      jobs: { type: 'string', default: '2' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const jobs = Number(values.jobs)
  if (!Number.isInteger(jobs) || jobs < 1)
    throw new Error(`--jobs is '${values.jobs}': it has to be a whole number from 1`)
  if (values.engine !== undefined && !['node', 'fast'].includes(values.engine))
    throw new Error(`--engine is '${values.engine}': it has to be node or fast`)
  const columns = COLUMNS.filter(
    (column) => values.engine === undefined || column === 'fastify-5' || column === values.engine,
  )
  return { ...values, jobs, columns }
}

type Options = ReturnType<typeof readOptions>

async function main(options: Options): Promise<number> {
  const programs = (await readPrograms()).filter(
    ({ name }) => options.filter.length === 0 || options.filter.some((text) => name.includes(text)),
  )
  if (programs.length === 0) throw new Error(`no program has a name with '${options.filter.join("', '")}'`)
  const folder = join(cacheFolder(), 'tools')
  lockCache(folder)
  await prepareShelf(folder)
  const known = readKnown()
  const runs: ProgramRun[] = []
  const shown: Record<string, unknown> = {}
  const waiting = [...programs]
  const worker = async (): Promise<void> => {
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
      const { run, seen } = await runInAll(entry, options.columns, folder, known)
      runs.push(run)
      shown[run.name] = seen
      process.stderr.write(`[${runs.length}/${programs.length}] ${linesOf(run).join('\n')}\n`)
    }
  }
  await Promise.all(Array.from({ length: options.jobs }, worker))
  if (options.json) process.stdout.write(`${JSON.stringify({ runs, shown }, null, 2)}\n`)
  const faults = runs.flatMap((run) => run.faults.map((fault) => `${run.name}: ${fault}`))
  const compared = runs.reduce((sum, run) => sum + run.compared, 0)
  const end = faults.length === 0 ? 'All as expected.' : 'Not all as expected.'
  const told = [
    `${runs.length} programs, ${compared} values compared.`,
    ...faults.map((line) => `✗ ${line}`),
    end,
  ]
  process.stderr.write(`\n${told.join('\n')}\n`)
  return faults.length === 0 ? 0 : 1
}

async function runInAll(
  entry: ProgramEntry,
  columns: readonly Column[],
  folder: string,
  groups: readonly KnownGroup[],
): Promise<{ run: ProgramRun; seen: Record<string, unknown> }> {
  const from = performance.now()
  const theirs = await runProgram(entry, columnFolder(folder, 'fastify-5'))
  const seen: Record<string, unknown> = { 'fastify-5': valuesOf(theirs) }
  const faults = vacuityOf(theirs)
  const differences = []
  let compared = 0
  for (const column of columns.slice(1)) {
    const ours = await runProgram(entry, columnFolder(folder, column))
    compared += theirs.observations.size
    seen[column] = valuesOf(ours)
    differences.push(...differencesOf(column, theirs, ours))
  }
  const known = knownOf(entry.name, columns, groups)
  faults.push(...faultsOf(differences, known))
  if (known.some(({ like }) => like))
    faults.push(
      ...unlikeFaults(known, differences, await runProgram(entry, columnFolder(folder, 'fastify-4'))),
    )
  const seconds = (performance.now() - from) / 1000
  return { run: { name: entry.name, seconds, compared, differences, faults }, seen }
}

function valuesOf({ observations, errors }: Awaited<ReturnType<typeof runProgram>>): Record<string, unknown> {
  const values = Object.fromEntries([...observations].map(([label, { value }]) => [label, value]))
  return errors ? { ...values, '(errors)': errors } : values
}

// Of two lists only what one of them has more.
function contrast(ours: unknown, theirs: unknown): string[] {
  if (!Array.isArray(ours) || !Array.isArray(theirs))
    return [`  ${JSON.stringify(ours)}`, `Fastify 5: ${JSON.stringify(theirs)}`]
  const [mine, others] = [ours, theirs].map((list) => list.map((item) => JSON.stringify(item)))
  const without = (list: string[], rest: string[]): string[] => {
    const left = [...rest]
    return list.filter((item) => {
      const at = left.indexOf(item)
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
  }
  return [
    ...without(mine!, others!).map((item) => `+ ${item}`),
    ...without(others!, mine!).map((item) => `- ${item}`),
  ]
}

function linesOf({ name, seconds, compared, differences }: ProgramRun): string[] {
  const told = differences.length === 0 ? `${compared} values, all equal` : `${differences.length} differ`
  return [
    `${name}: ${told} (${seconds.toFixed(1)} s)`,
    ...differences.flatMap(({ column, label, ours, theirs }) =>
      ours === undefined
        ? [`    ${column} › ${label} is not seen`]
        : [`    ${column} › ${label}`, ...contrast(ours, theirs).map((line) => `      ${line}`)],
    ),
  ]
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

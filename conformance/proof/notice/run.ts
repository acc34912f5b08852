/** `npm run proof`: which tests notice which mutants, and how long each room of tests had. */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { INTERRUPTED, interruption } from '../../../spec/interrupt.ts'
import { packageFile } from '../../contract/package.ts'
import { readMutants } from '../mutants/mutants.ts'
import { readRealistic } from '../mutants/realistic.ts'
import { faultOfOriginal } from '../mutants/trial.ts'
import { compileMutants } from '../trial/compile-mutants.ts'
import { filesOf, type Mutant } from '../trial/mutant.ts'
import { inParallel } from '../trial/trial.ts'
import { drawGeneric } from './generic.ts'
import { Journal, type Noticed } from './journal.ts'
import { type Candidate, ROOMS } from './rooms.ts'
import { survivorsOf, tableOf } from './table.ts'

const SETS = ['curated', 'realistic', 'generic'] as const
type Set = (typeof SETS)[number]

const HELP = `npm run proof -- [options]
  --set NAME    ${SETS.join(', ')}; may be repeated (without it: all)
  --count N     how many generic mutants are drawn (300)
  --seed N      the seed that draws them (1)
  --part N      each Nth mutant of a set (1: all)
  --every-room  asks all rooms, and not only until one notices
  --jobs N      mutants at a time (the number of processors)
  --journal F   where results are kept: the next run goes on (reports/proof.jsonl)
  --help        these lines

Exit codes: 0 the curated mutants are all noticed, and 95 % of the others; 1 not so; 3 the command line is wrong;
4 the tree as it is does not pass.
`

class UsageError extends Error {}

interface Options {
  sets: readonly Set[]
  count: number
  seed: number
  part: number
  everyRoom: boolean
  jobs: number
  journal: string
}

function parse(): Options | null {
  const { values } = parseArgs({
    options: {
      set: { type: 'string', multiple: true },
      count: { type: 'string' },
      seed: { type: 'string' },
      part: { type: 'string' },
      'every-room': { type: 'boolean' },
      jobs: { type: 'string' },
      journal: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return null
  const whole = (name: 'count' | 'seed' | 'part' | 'jobs', fallback: number): number => {
    const text = values[name] ?? String(fallback)
    if (!/^[1-9]\d{0,8}$/.test(text))
      throw new UsageError(`--${name} is ${text}; right would be an integer from 1`)
    return Number(text)
  }
  const sets = (values.set ?? SETS) as Set[]
  const strange = sets.find((name) => !SETS.includes(name))
  if (strange !== undefined) throw new UsageError(`--set is ${strange}; right would be ${SETS.join(' or ')}`)
  return {
    sets,
    count: whole('count', 300),
    seed: whole('seed', 1),
    part: whole('part', 1),
    everyRoom: values['every-room'] ?? false,
    jobs: whole('jobs', availableParallelism()),
    journal: values.journal ?? packageFile('reports/proof.jsonl'),
  }
}

const written: Record<'curated' | 'realistic', () => Mutant[]> = {
  curated: readMutants,
  realistic: readRealistic,
}

async function main(): Promise<number> {
  let options: Options | null
  try {
    options = parse()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${HELP}`)
    return 3
  }
  if (options === null) {
    process.stdout.write(HELP)
    return 0
  }
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-proof-'))
  try {
    return await prove(options, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function prove(options: Options, folder: string): Promise<number> {
  const { sets, count, seed, part, jobs, everyRoom } = options
  const signal = interruption()
  const fault = await faultOfOriginal(signal)
  if (signal.aborted) return INTERRUPTED
  if (fault !== null) {
    process.stderr.write(`The tree as it is does not pass, so mutants cannot be judged: ${fault}\n`)
    return 4
  }
  const journal = new Journal(options.journal)
  const each = <T>(all: readonly T[]): T[] => all.filter((_, at) => at % part === 0)
  const mutants = (['curated', 'realistic'] as const)
    .filter((set) => sets.includes(set))
    .flatMap((set) => each(written[set]().filter(isTried)).map((mutant) => ({ set, mutant })))
  const compiled = compileMutants(mutants.map(({ mutant }) => mutant))
  const generic = sets.includes('generic') ? each(await drawGeneric(count, seed, folder)) : []
  const candidates: Candidate[] = [
    ...mutants.map(({ set, mutant }) => ({
      ...mutant,
      set,
      files: filesOf(mutant),
      replaced: compiled.modulesOf(mutant),
    })),
    ...generic.map((one) => ({ ...one, set: 'generic', rules: [] })),
  ]
  const found: Noticed[] = []
  try {
    await inParallel(
      candidates,
      jobs,
      async (candidate) => {
        const known = journal.get(candidate.id)
        const one = known ?? (await tryOne(candidate, everyRoom, signal))
        if (signal.aborted) return
        if (known === undefined) journal.add(one)
        found.push(one)
        process.stdout.write(`${found.length}/${candidates.length} ${tell(one)}\n`)
      },
      signal,
    )
  } finally {
    compiled.remove()
  }
  process.stdout.write(`\n${tableOf(found, sets)}\n${survivorsOf(found)}`)
  if (signal.aborted) return INTERRUPTED
  return sets.every((set) => isReached(found, set)) ? 0 : 1
}

/** Whether it is in the tree, and something could notice it. */
const isTried = ({ gone, equivalent, open }: Mutant): boolean =>
  gone !== true && equivalent === undefined && open === undefined

async function tryOne(candidate: Candidate, everyRoom: boolean, signal: AbortSignal): Promise<Noticed> {
  const by: Record<string, string> = {}
  const took: Record<string, number> = {}
  for (const room of ROOMS) {
    if (signal.aborted || (!everyRoom && Object.keys(by).length > 0)) break
    const began = performance.now()
    const witness = await room.ask(candidate, signal)
    took[room.name] = Math.round(performance.now() - began)
    if (witness !== null) by[room.name] = witness.slice(0, 200)
  }
  const { id, set, says } = candidate
  return { id, set, says, by, took }
}

function tell({ id, by, took }: Noticed): string {
  const rooms = Object.entries(by).map(([room, witness]) => `${room}: ${witness.split('\n', 1)[0]}`)
  const seconds = Object.values(took).reduce((sum, one) => sum + one, 0) / 1000
  return `${id} ${rooms.join(', ') || 'nothing notices it'} (${seconds.toFixed(1)} s)`
}

function isReached(found: readonly Noticed[], set: Set): boolean {
  const own = found.filter((one) => one.set === set)
  const noticed = own.filter(({ by }) => Object.keys(by).length > 0).length
  return noticed >= own.length * (set === 'curated' ? 1 : 0.95)
}

process.exitCode = await main()

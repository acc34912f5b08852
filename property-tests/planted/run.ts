/** `npm run test:planted`: bugs are planted in src/ one at a time; the properties alone have to find each within a minute. */
import { type Realistic, readRealistic } from '../../conformance/proof/mutants/realistic.ts'
import {
  type Asked,
  type Chosen,
  chooseTrials,
  TrialUsageError,
  tellUsage,
} from '../../conformance/proof/trial/command.ts'
import { type MutantTrial, type Result, runTrial, tryMutants } from '../../conformance/proof/trial/trial.ts'
import { INTERRUPTED, interruption } from '../../spec/interrupt.ts'
import type { Answer, Task } from './child.ts'
import { type Planted, readPlanted } from './planted.ts'
import { firstFor, NEEDED as PART, readResults, recordFound } from './realistic.ts'

const HELP = `npm run test:planted [-- options]
  --filter X   bugs by id, rule, file or area; * stands for any text; may be repeated
  --jobs N     processes at a time (1)
  --realistic  the mutants of conformance/proof/mutants/realistic/ instead: at least half have to be found
  --batch N    with --realistic: those of one batch
  --record     with --realistic: keep what was found in property-tests/planted/realistic/results.json
  --continue   with --realistic: leave out those whose result was kept
  --seconds N  of the processor for each (60)
Exit codes: 0 enough are found, 1 too few, 3 wrong usage, 4 with --realistic: the properties fail on the tree as it is.
`
/** How many seconds of the processor the properties may take to find a bug. */
const LIMIT = 60
/** Milliseconds without a sign of life after which a process is ended. */
const PATIENCE = 120_000
/** The smallest number of the planted bugs that have to be found. */
const NEEDED = 28

const CHILD = { script: new URL('./child.js', import.meta.url), limit: PATIENCE }

type Bug = Planted | Realistic

/** Dying is a way to be found; being late is not. */
function answerOf(result: Result<Answer>): Answer {
  if (result.kind === 'answer') return result.answer
  return result.kind === 'died' ? { by: 'the process', why: result.why } : { by: null }
}

const isRealistic = (bug: Bug): bug is Realistic => 'batch' in bug

function bugsOf({ realistic, batch, goesOn }: Asked): Bug[] {
  if (!realistic && (batch !== undefined || goesOn))
    throw new TrialUsageError('--batch and --continue need --realistic.')
  if (!realistic) return readPlanted()
  const all = readRealistic().filter(({ gone }) => !gone)
  const known = new Set(goesOn ? readResults().mutants.map(({ id }) => id) : [])
  const own = all.filter((one) => batch === undefined || String(one.batch) === batch)
  if (own.length === 0)
    throw new TrialUsageError(`--batch is ${batch} and must be a batch from 1 to ${all.at(-1)?.batch}.`)
  const left = own.filter(({ id }) => !known.has(id))
  if (left.length === 0) throw new TrialUsageError('--continue: all results are kept.')
  return left
}

function tell({ mutant: bug, result, milliseconds }: MutantTrial<Bug, Answer>): void {
  const answer = answerOf(result)
  const took = `${(milliseconds / 1000).toFixed(1)} s`.padStart(7)
  const found = answer.by !== null
  const planted = isRealistic(bug) ? undefined : bug.property
  const by = found
    ? `by ${answer.by}${planted === undefined || answer.by === planted ? '' : ` (planted for ${planted})`}`
    : 'by none'
  const note = found ? (answer.why.split('\n')[0] ?? '').slice(0, 90) : (reasonOf(bug) ?? bug.says)
  process.stdout.write(`${found ? '✓' : '✗'} ${bug.id.padEnd(34)} ${took}  ${by}: ${note}\n`)
}

const reasonOf = (bug: Bug): string | undefined => (isRealistic(bug) ? undefined : bug.missed)

async function main(): Promise<number> {
  let chosen: Chosen<Bug> | null
  try {
    chosen = chooseTrials(bugsOf, { jobs: 1, flags: ['realistic', 'batch', 'record', 'continue', 'seconds'] })
  } catch (error) {
    return tellUsage(HELP, error)
  }
  if (chosen === null) return tellUsage(HELP)
  const { mutants: bugs, jobs, record, seconds = LIMIT } = chosen
  const signal = interruption()
  const alarm = await failsUnchanged(bugs, seconds, signal)
  if (alarm !== null) {
    process.stderr.write(`The properties fail on the tree as it is, so they prove nothing: ${alarm}\n`)
    return 4
  }
  const trials = await tryMutants<Bug, Task, Answer>(bugs, {
    ...CHILD,
    jobs,
    signal,
    taskOf: (bug) => ({ first: firstOf(bug), milliseconds: seconds * 1000 }),
    finished: (trial) => {
      tell(trial)
      const { mutant, result } = trial
      const { by } = answerOf(result)
      // What was not found in less than the minute is not known to be missed.
      if (record && isRealistic(mutant) && (by !== null || seconds >= LIMIT))
        recordFound({ id: mutant.id, by })
    },
  })
  if (signal.aborted) return INTERRUPTED
  return verdict(trials)
}

const firstOf = (bug: Bug): readonly string[] => (isRealistic(bug) ? firstFor(bug) : [bug.property])

/** What the properties say against the unchanged tree in the time that each realistic mutant gets; null: nothing. */
async function failsUnchanged(
  bugs: readonly Bug[],
  seconds: number,
  signal: AbortSignal,
): Promise<string | null> {
  const orders = new Map(bugs.filter(isRealistic).map((bug) => [String(firstOf(bug)), firstOf(bug)]))
  for (const first of orders.values()) {
    if (signal.aborted) return null
    const task: Task = { first, milliseconds: seconds * 1000 }
    const answer = answerOf(await runTrial<Task, Answer>({ replaced: [], task }, { ...CHILD, signal }))
    if (answer.by !== null && !signal.aborted) return `${answer.by}: ${answer.why}`
  }
  return null
}

function verdict(trials: readonly MutantTrial<Bug, Answer>[]): number {
  const missed = trials.filter(({ result }) => answerOf(result).by === null)
  const found = trials.length - missed.length
  if (trials.every(({ mutant }) => isRealistic(mutant))) {
    process.stdout.write(`${found} of ${trials.length} found, at least half are needed\n`)
    return found >= trials.length * PART ? 0 : 1
  }
  const unexplained = missed.filter(({ mutant }) => reasonOf(mutant) === undefined)
  process.stdout.write(`${found} of ${trials.length} found, ${unexplained.length} missed without a reason\n`)
  const enough = trials.length < 30 || found >= NEEDED
  return enough && unexplained.length === 0 ? 0 : 1
}

process.exitCode = await main()

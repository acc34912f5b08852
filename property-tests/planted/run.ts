/** `npm run test:planted`: bugs are planted in src/ one at a time; the properties alone have to find each within a minute. */
import { type Chosen, chooseTrials, tellUsage } from '../../conformance/proof/trial/command.ts'
import { type MutantTrial, type Result, tryMutants } from '../../conformance/proof/trial/trial.ts'
import { INTERRUPTED, interruption } from '../../spec/interrupt.ts'
import type { Answer, Task } from './child.ts'
import { type Planted, readPlanted } from './planted.ts'

const HELP = `npm run test:planted [-- options]
  --filter X   bugs by id, rule, file or area; * stands for any text; may be repeated
  --jobs N     processes at a time (1)
`
/** How long the properties may take to find a bug. */
const LIMIT = 60_000
/** The smallest number that have to be found. */
const NEEDED = 28

/** Dying is a way to be found; being late is not. */
function answerOf(result: Result<Answer>): Answer {
  if (result.kind === 'answer') return result.answer
  return result.kind === 'died' ? { by: 'the process', why: result.why } : { by: null }
}

function tell({ mutant: bug, result, milliseconds }: MutantTrial<Planted, Answer>): void {
  const answer = answerOf(result)
  const took = `${(milliseconds / 1000).toFixed(1)} s`.padStart(7)
  const found = answer.by !== null
  const by = found
    ? `by ${answer.by}${answer.by === bug.property ? '' : ` (planted for ${bug.property})`}`
    : 'by none'
  const note = found ? (answer.why.split('\n')[0] ?? '').slice(0, 90) : (bug.missed ?? bug.says)
  process.stdout.write(`${found ? '✓' : '✗'} ${bug.id.padEnd(34)} ${took}  ${by}: ${note}\n`)
}

async function main(): Promise<number> {
  let chosen: Chosen<Planted> | null
  try {
    chosen = chooseTrials(readPlanted, { jobs: 1 })
  } catch (error) {
    return tellUsage(HELP, error)
  }
  if (chosen === null) return tellUsage(HELP)
  const { mutants: bugs, jobs } = chosen
  const signal = interruption()
  const trials = await tryMutants<Planted, Task, Answer>(bugs, {
    script: new URL('./child.js', import.meta.url),
    // The child ends by itself at its limit; what it does not end is ended a little later.
    limit: LIMIT + 5000,
    jobs,
    signal,
    taskOf: ({ property }) => ({ first: property, milliseconds: LIMIT }),
    finished: tell,
  })
  if (signal.aborted) return INTERRUPTED
  const missed = trials.filter(({ result }) => answerOf(result).by === null)
  const unexplained = missed.filter(({ mutant }) => mutant.missed === undefined)
  const found = trials.length - missed.length
  process.stdout.write(`${found} of ${bugs.length} found, ${unexplained.length} missed without a reason\n`)
  const enough = bugs.length < 30 || found >= NEEDED
  return enough && unexplained.length === 0 ? 0 : 1
}

process.exitCode = await main()

/** `npm run test:mutants`: changes src/ by one mutant at a time and checks that the specification notices. */
import { availableParallelism } from 'node:os'
import { INTERRUPTED, interruption } from '../../../spec/interrupt.ts'
import { loadSuite } from '../../../spec/load.ts'
import { writeFile } from '../../../spec/write-file.ts'
import { type Asked, type Chosen, chooseTrials, FLAGS, TrialUsageError, tellUsage } from '../trial/command.ts'
import type { Mutant } from '../trial/mutant.ts'
import { readMutants } from './mutants.ts'
import { batchToRecord, readRealistic, recordFirstTry } from './realistic.ts'
import { type Outcome, outcomeOf, tellSummary, tellTrial } from './tell.ts'
import { faultOfOriginal, type Trial, tryAll } from './trial.ts'

const HELP = `npm run test:mutants [-- options]
  --filter X   mutants by id, rule, file or area; * stands for any text; may be repeated
  --jobs N     processes at a time
  --json FILE  write everything that was found, as JSON
  --explore    find every rule that notices, instead of stopping at the first assertion
  --realistic  the mutants of conformance/proof/mutants/realistic/, several edits each
  --batch N    with --realistic: those of one batch
  --record     with --batch: keep what was noticed as the first try of the batch
`

async function main(): Promise<number> {
  let chosen: Chosen<Mutant> | null
  try {
    chosen = chooseTrials(mutantsOf, { jobs: availableParallelism(), flags: FLAGS })
  } catch (error) {
    return tellUsage(HELP, error)
  }
  if (chosen === null) return tellUsage(HELP)
  const signal = interruption()
  const fault = await faultOfOriginal(signal)
  if (signal.aborted) return INTERRUPTED
  if (fault !== null) {
    process.stderr.write(`The tree as it is does not pass, so mutants cannot be judged: ${fault}\n`)
    return 4
  }
  return run(chosen, signal)
}

function mutantsOf({ realistic, batch }: Asked): Mutant[] {
  if (batch !== undefined && !realistic) throw new TrialUsageError('--batch needs --realistic.')
  if (!realistic) return readMutants().filter(({ gone }) => !gone)
  const all = readRealistic().filter(({ gone }) => !gone)
  const mutants = batch === undefined ? all : all.filter((one) => String(one.batch) === batch)
  if (mutants.length > 0) return mutants
  throw new TrialUsageError(`--batch is ${batch} and must be a batch from 1 to ${all.at(-1)?.batch}.`)
}

async function run(chosen: Chosen<Mutant>, signal: AbortSignal): Promise<number> {
  const { mutants, jobs, explore, json, record } = chosen
  const began = performance.now()
  let trials: Trial[]
  try {
    if (record) batchToRecord(mutants) // throws before an hour of trials, and not behind it
    trials = await tryAll(mutants, {
      jobs,
      explore,
      signal,
      finished: (trial) => void process.stdout.write(explore ? tellExplored(trial) : tellTrial(trial)),
    })
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return 4
  }
  if (signal.aborted) return INTERRUPTED
  if (json !== undefined) writeFile(json, `${JSON.stringify(trials, null, 1)}\n`)
  if (explore) return 0
  if (record) recordFirstTry(trials)
  const rules = [...loadSuite({ unchecked: true }).rules.values()]
  process.stdout.write(tellSummary(trials, rules, performance.now() - began))
  const right: Outcome[] = ['killed', 'open', 'equivalent']
  return trials.every((trial) => right.includes(outcomeOf(trial))) ? 0 : 1
}

function tellExplored({ mutant, explored = {} }: Trial): string {
  const rules = Object.entries(explored).map(([rule, [noticed, of]]) => `${rule} ${noticed}/${of}`)
  return `${mutant.id}: ${rules.join(', ') || 'nobody notices'}\n`
}

process.exitCode = await main()

/** `npm run test:mutants`: changes src/ in one place at a time and checks that the specification notices. */
import { availableParallelism } from 'node:os'
import { INTERRUPTED, interruption } from '../../../spec/interrupt.ts'
import { loadSuite } from '../../../spec/load.ts'
import { writeFile } from '../../../spec/write-file.ts'
import { type Chosen, chooseTrials, tellUsage } from '../trial/command.ts'
import type { Mutant } from '../trial/mutant.ts'
import { readMutants } from './mutants.ts'
import { type Outcome, outcomeOf, tellSummary, tellTrial } from './tell.ts'
import { faultOfOriginal, type Trial, tryAll } from './trial.ts'

const HELP = `npm run test:mutants [-- options]
  --filter X   mutants by id, rule, file or area; * stands for any text; may be repeated
  --jobs N     processes at a time
  --json FILE  write everything that was found, as JSON
  --explore    find every rule that notices, instead of stopping at the first assertion
`

async function main(): Promise<number> {
  let chosen: Chosen<Mutant> | null
  try {
    chosen = chooseTrials(readMutants(), { jobs: availableParallelism(), flags: ['json', 'explore'] })
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

async function run(chosen: Chosen<Mutant>, signal: AbortSignal): Promise<number> {
  const { mutants, jobs, explore, json } = chosen
  const began = performance.now()
  let trials: Trial[]
  try {
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
  const rules = [...loadSuite({ unchecked: true }).rules.values()]
  process.stdout.write(tellSummary(trials, rules, performance.now() - began))
  const right: Outcome[] = ['killed', 'equivalent']
  return trials.every((trial) => right.includes(outcomeOf(trial))) ? 0 : 1
}

function tellExplored({ mutant, explored = {} }: Trial): string {
  const rules = Object.entries(explored).map(([rule, [noticed, of]]) => `${rule} ${noticed}/${of}`)
  return `${mutant.id}: ${rules.join(', ') || 'nobody notices'}\n`
}

process.exitCode = await main()

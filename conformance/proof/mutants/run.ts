/** `npm run test:mutants`: breaks src/ in one place at a time and sees whether the specification alone notices. */
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { loadSuite } from '../../../spec/load.ts'
import { type CompiledMutants, compileMutants } from './compile-mutants.ts'
import { chooseMutants, type Mutant, readMutants } from './mutant.ts'
import { type Outcome, outcomeOf, tellSummary, tellTrial } from './tell.ts'
import { type Trial, tryMutants, tryOriginal } from './trial.ts'

const HELP = `npm run test:mutants [-- options]
  --filter X   mutants by id, rule, file or area; * stands for anything; may be repeated
  --jobs N     processes at a time
  --json FILE  everything that was found, as JSON
  --explore    look for every rule that notices, instead of stopping at the first assertion
`

interface Chosen {
  mutants: Mutant[]
  jobs: number
  explore: boolean
  json: string | undefined
}

function choose(argv: string[]): Chosen | string {
  let values: ReturnType<typeof parse>
  try {
    values = parse(argv)
  } catch (error) {
    return (error as Error).message
  }
  if (values.help) return ''
  const jobs = values.jobs === undefined ? availableParallelism() : Number(values.jobs)
  if (!(Number.isInteger(jobs) && jobs > 0)) return `--jobs is ${values.jobs} and must be an integer from 1`
  const mutants = chooseMutants(readMutants(), values.filter ?? [])
  if (mutants.length === 0) return `No mutant matches ${values.filter?.join(', ')}.`
  return { mutants, jobs, explore: values.explore ?? false, json: values.json }
}

function parse(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      filter: { type: 'string', multiple: true },
      jobs: { type: 'string' },
      json: { type: 'string' },
      explore: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  return values
}

async function main(): Promise<number> {
  const chosen = choose(process.argv.slice(2))
  if (typeof chosen === 'string') {
    ;(chosen === '' ? process.stdout : process.stderr).write(`${chosen === '' ? '' : `${chosen}\n\n`}${HELP}`)
    return chosen === '' ? 0 : 3
  }
  const interrupted = new AbortController()
  process.once('SIGINT', () => interrupted.abort())
  process.once('SIGTERM', () => interrupted.abort())
  const original = await tryOriginal(interrupted.signal)
  if (original.kind !== 'verdict' || original.verdict.by !== null) {
    const why = original.kind === 'verdict' ? JSON.stringify(original.verdict.by) : JSON.stringify(original)
    process.stderr.write(`The tree as it is does not pass, so nothing can be said of mutants: ${why}\n`)
    return 4
  }
  return await run(chosen, interrupted.signal)
}

async function run({ mutants, jobs, explore, json }: Chosen, signal: AbortSignal): Promise<number> {
  let compiled: CompiledMutants
  try {
    compiled = compileMutants(mutants)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return 4
  }
  const began = performance.now()
  const trials: Trial[] = []
  try {
    await tryMutants(mutants, compiled, {
      jobs,
      explore,
      signal,
      finished: (trial) => {
        trials.push(trial)
        process.stdout.write(explore ? tellExplored(trial) : tellTrial(trial))
      },
    })
  } finally {
    compiled.remove()
  }
  if (signal.aborted) return 130
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(trials, null, 1)}\n`)
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

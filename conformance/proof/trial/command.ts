// The command line that the trials of mutants and of planted bugs share: which of them, how many at a time, where to.

import { parseArgs } from 'node:util'
import { chooseMutants, type Mutant } from './mutant.ts'

export interface Chosen<M extends Mutant> {
  mutants: M[]
  jobs: number
  explore: boolean
  json: string | undefined
  record: boolean
  seconds: number | undefined
}

/** Options that only some commands have; `continue` and `seconds` are for the properties alone. */
export const FLAGS = ['json', 'explore', 'realistic', 'batch', 'record'] as const
const ALL_FLAGS = [...FLAGS, 'continue', 'seconds'] as const
type Flag = (typeof ALL_FLAGS)[number]

/** The options that decide which mutants there are to choose from. */
export interface Asked {
  readonly realistic: boolean
  readonly batch: string | undefined
  /** Those whose results were kept are left out. */
  readonly goesOn: boolean
}

export class TrialUsageError extends Error {
  override name = 'TrialUsageError'
}

/** `null`: only help was asked for. `flags` are the options beside --filter and --jobs that the command has. */
export function chooseTrials<M extends Mutant>(
  read: (asked: Asked) => M[],
  { jobs: fallback, flags = [] }: { jobs: number; flags?: readonly Flag[] },
): Chosen<M> | null {
  const { values } = parse()
  if (values.help) return null
  const foreign = ALL_FLAGS.find((flag) => values[flag] && !flags.includes(flag))
  if (foreign !== undefined) throw new TrialUsageError(`There is no option --${foreign}.`)
  const jobs = values.jobs === undefined ? fallback : Number(values.jobs)
  if (!(Number.isInteger(jobs) && jobs > 0))
    throw new TrialUsageError(`--jobs is ${values.jobs} and must be an integer from 1.`)
  const { realistic = false, batch, continue: goesOn = false } = values
  const all = read({ realistic, batch, goesOn })
  const mutants = chooseMutants(all, values.filter ?? [])
  if (mutants.length === 0)
    throw new TrialUsageError(
      `--filter is ${values.filter?.join(', ')} and matches no id, rule, file or area, such as ${all[0]?.id}.`,
    )
  const { explore = false, record = false, json } = values
  const seconds = values.seconds === undefined ? undefined : Number(values.seconds)
  if (seconds !== undefined && !(seconds > 0))
    throw new TrialUsageError(`--seconds is ${values.seconds} and must be a number over 0.`)
  return { mutants, jobs, explore, json, record, seconds }
}

function parse() {
  try {
    return parseArgs({
      options: {
        filter: { type: 'string', multiple: true },
        jobs: { type: 'string' },
        json: { type: 'string' },
        explore: { type: 'boolean' },
        realistic: { type: 'boolean' },
        batch: { type: 'string' },
        record: { type: 'boolean' },
        continue: { type: 'boolean' },
        seconds: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new TrialUsageError((error as Error).message)
  }
}

/** Prints the help, or what is wrong with the arguments; gives the exit code. */
export function tellUsage(help: string, error?: unknown): number {
  if (error === undefined) {
    process.stdout.write(help)
    return 0
  }
  if (!(error instanceof TrialUsageError)) throw error
  process.stderr.write(`${error.message}\n\n${help}`)
  return 3
}

/** `npm run test:planted`: bugs are planted in src/ one at a time; the properties alone have to find each within a minute. */
import { fork } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type CompiledMutants, compileMutants } from '../../conformance/proof/mutants/compile-mutants.ts'
import { chooseMutants, ROOT } from '../../conformance/proof/mutants/mutant.ts'
import type { Answer, Order } from './child.ts'
import { type Planted, readPlanted } from './planted.ts'

const HELP = `npm run test:planted [-- options]
  --filter X   bugs by id, file, area or rule; * stands for anything; may be repeated
  --jobs N     processes at a time (1)
`
/** What a property may take to find a bug. */
const LIMIT = 60_000
/** The least that have to be found. */
const NEEDED = 28

interface Trial {
  bug: Planted
  answer: Answer
  milliseconds: number
}

function ask(order: Order): Promise<Answer> {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(new URL('./child.js', import.meta.url)), [], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: ['--no-warnings', '--no-deprecation'],
      cwd: tmpdir(),
    })
    let answer: Answer | null = null
    const timer = setTimeout(() => child.kill('SIGKILL'), order.milliseconds + 5000)
    child.once('message', (message: Answer) => {
      answer = message
    })
    child.once('exit', (_, signal) => {
      clearTimeout(timer)
      const died: Answer = { by: 'the process', why: 'it died' }
      resolve(answer ?? (signal === 'SIGKILL' ? { by: null } : died))
    })
    child.send(order)
  })
}

async function tryOne(bug: Planted, compiled: CompiledMutants): Promise<Trial> {
  const began = performance.now()
  const url = pathToFileURL(`${ROOT}dist/${bug.file.replace(/\.ts$/, '.js')}`).href
  const replaced = { url, file: compiled.fileOf(bug) }
  const answer = await ask({ replaced, first: bug.property, milliseconds: LIMIT })
  return { bug, answer, milliseconds: performance.now() - began }
}

function tell({ bug, answer, milliseconds }: Trial): void {
  const took = `${(milliseconds / 1000).toFixed(1)} s`.padStart(7)
  const found = answer.by !== null
  const by = found
    ? `by ${answer.by}${answer.by === bug.property ? '' : ` (planted for ${bug.property})`}`
    : 'by none'
  const note = found ? (answer.why.split('\n')[0] ?? '').slice(0, 90) : (bug.missed ?? bug.says)
  process.stdout.write(`${found ? '✓' : '✗'} ${bug.id.padEnd(34)} ${took}  ${by}: ${note}\n`)
}

async function main(): Promise<number> {
  let bugs: Planted[]
  let jobs = 1
  try {
    const { values } = parseArgs({
      options: {
        filter: { type: 'string', multiple: true },
        jobs: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
    if (values.help) {
      process.stdout.write(HELP)
      return 0
    }
    jobs = Number(values.jobs ?? 1)
    if (!(Number.isInteger(jobs) && jobs > 0))
      throw new Error(`--jobs is ${values.jobs} and must be an integer from 1`)
    bugs = chooseMutants(readPlanted(), values.filter ?? []) as Planted[]
    if (bugs.length === 0) throw new Error(`No bug matches ${values.filter?.join(', ')}.`)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${HELP}`)
    return 3
  }
  const compiled = compileMutants(bugs)
  const trials: Trial[] = []
  try {
    const queue = bugs.values()
    const work = async (): Promise<void> => {
      for (const bug of queue) {
        const trial = await tryOne(bug, compiled)
        trials.push(trial)
        tell(trial)
      }
    }
    await Promise.all(Array.from({ length: jobs }, work))
  } finally {
    compiled.remove()
  }
  const found = trials.filter(({ answer }) => answer.by !== null)
  const unexplained = trials.filter(({ answer, bug }) => answer.by === null && bug.missed === undefined)
  process.stdout.write(
    `${found.length} of ${bugs.length} found, ${unexplained.length} missed without a reason\n`,
  )
  const enough = bugs.length < 30 || found.length >= NEEDED
  return enough && unexplained.length === 0 ? 0 : 1
}

process.exitCode = await main()

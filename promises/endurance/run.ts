/** `npm run test:endurance`: servers that start, are loaded and close, thousands of times; no accepted answer may be cut. */
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { INTERRUPTED, interruption } from '../../spec/interrupt.ts'
import { writeFile } from '../../spec/write-file.ts'
import { Random } from './clients/random.ts'
import { type Course, Courses, faultsOf } from './course.ts'
import { cycle } from './cycle.ts'
import { IMPLEMENTATIONS, type Implementation, KINDS, type Kind } from './kinds.ts'
import { ServerProcess } from './process.ts'
import { writeResults } from './results.ts'
import { textOf } from './table.ts'

const HELP = `npm run test:endurance [-- options]

Starts servers of each kind, loads them with good, slow, cut, malformed and hostile clients, and calls close() at
random moments. Counts what good clients got: an answer that was accepted and does not arrive whole is a fault.

  --minutes N       how long, over all kinds and servers (60)
  --kind NAME       http, https, h2c or h2; may be repeated (all)
  --server NAME     touchstone, touchstone-node (on node:http) or fastify-5; may be repeated (all); fastify-5
                    cannot fail the run
  --seed N          the seed of the clients (1)
  --json FILE       writes the results as JSON
  --write           keeps the results for the documentation

Ctrl-C ends it with the results of what has run. Ends with 0 where all bounds hold, 1 where one does not, 3 for wrong
options, 5 where a file cannot be written, 130 interrupted.
`

interface Chosen {
  minutes: number
  seed: number
  kinds: readonly Kind[]
  implementations: readonly Implementation[]
  json: string | undefined
  write: boolean
}

class Usage extends Error {}

function choose(args: string[]): Chosen {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      kind: { type: 'string', multiple: true, default: [...KINDS] },
      server: { type: 'string', multiple: true, default: [...IMPLEMENTATIONS] },
      json: { type: 'string' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  })
  if (values.help) throw new Usage('')
  const minutes = Number(values.minutes)
  if (!(minutes > 0 && minutes <= 1440))
    throw new Usage(`--minutes is ${values.minutes} and must be a number above 0, at most 1440`)
  if (values.json !== undefined && !existsSync(dirname(resolve(values.json))))
    throw new Usage(`--json is ${values.json} and must be a file in a folder that exists`)
  const seed = Number(values.seed)
  if (!Number.isInteger(seed)) throw new Usage(`--seed is ${values.seed} and must be an integer, such as 1`)
  return {
    minutes,
    seed,
    kinds: values.kind.map((name) => oneOf(KINDS, '--kind', name)),
    implementations: values.server.map((name) => oneOf(IMPLEMENTATIONS, '--server', name)),
    json: values.json,
    write: values.write,
  }
}

function oneOf<T extends string>(all: readonly T[], option: string, name: string): T {
  const found = all.find((one) => one === name)
  if (found === undefined) throw new Usage(`${option} is ${name} and must be one of ${all.join(', ')}`)
  return found
}

interface Line {
  courses: Courses
  server: ServerProcess
}

/** Cycles of each kind in turn, so that all of them run over the whole time. */
async function run(
  implementation: Implementation,
  { minutes, seed, kinds }: Chosen,
  stopped: AbortSignal,
): Promise<Course[]> {
  const end = performance.now() + minutes * 60_000
  const random = new Random(seed)
  const line = async (kind: Kind): Promise<Line> => ({
    courses: new Courses(kind, implementation),
    server: await ServerProcess.of(kind, implementation),
  })
  const lines = await Promise.all(kinds.map(line))
  // The cycle that is under way ends with its server, and does not count.
  stopped.addEventListener('abort', () => {
    for (const { server } of lines) server.end()
  })
  for (let round = 0; performance.now() < end && !stopped.aborted; round++) {
    for (const one of lines) if (!stopped.aborted) await next(one, random, stopped)
    if (round % 20 === 0) process.stderr.write(`${implementation}: ${lines.map(progressOf).join('; ')}\n`)
  }
  for (const { server } of lines) server.end()
  return lines.map(({ courses }) => courses.course)
}

async function next(line: Line, random: Random, stopped: AbortSignal): Promise<void> {
  const { kind, implementation } = line.courses
  try {
    line.courses.add(await cycle(kind, line.server, random))
  } catch (error) {
    if (stopped.aborted) return
    line.courses.fail(String((error as Error).message))
    line.server.end()
    line.server = await ServerProcess.of(kind, implementation)
  }
}

function progressOf({ courses }: Line): string {
  const { kind, cycles, tally, failures } = courses.course
  return `${kind} ${cycles} cycles, ${tally.cut} cut, ${Object.keys(failures).length} kinds of failures`
}

async function main(): Promise<number> {
  let chosen: Chosen
  try {
    chosen = choose(process.argv.slice(2))
  } catch (error) {
    const { message } = error as Error
    ;(message === '' ? process.stdout : process.stderr).write(`${message ? `${message}\n\n` : ''}${HELP}`)
    return message === '' ? 0 : 3
  }
  const stopped = interruption()
  const courses = (await Promise.all(chosen.implementations.map((one) => run(one, chosen, stopped)))).flat()
  process.stdout.write(`${textOf(courses)}\n`)
  if (chosen.json !== undefined) writeFile(chosen.json, `${JSON.stringify(courses, null, 2)}\n`)
  const failed = tell(courses)
  if (stopped.aborted) return INTERRUPTED
  if (chosen.write) {
    const date = new Date().toISOString().slice(0, 10)
    writeResults({ minutes: chosen.minutes, date, node: process.version, courses })
  }
  return failed ? 1 : 0
}

/** Writes what is beyond the bounds; whether it was touchstone. */
function tell(courses: readonly Course[]): boolean {
  let failed = false
  for (const course of courses) {
    const ours = course.implementation !== 'fastify-5'
    for (const fault of faultsOf(course)) {
      process.stdout.write(`${ours ? '✗' : ' '} ${course.implementation} ${fault}\n`)
      failed ||= ours
    }
  }
  return failed
}

process.exit(await main())

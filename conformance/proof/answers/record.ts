/**
 * `npm run answers`: asks Fastify 4.17 and touchstone for all cases, several times and in several ways, and shows where their whole answers
 * differ. With `-- --write` it writes the digests of those that were always the same into `spec/answers.json`.
 */
import { fileURLToPath } from 'node:url'
import type { Case, Exchange, Transport } from '../../../spec/case.ts'
import { formatJson } from '../../../spec/format.ts'
import { type LoadedCase, loadSuite } from '../../../spec/load.ts'
import { writeFile } from '../../../spec/write-file.ts'
import { loadBuiltIn } from '../../adapters/registry.ts'
import { attribute } from '../../contract/faults.ts'
import type { AnswerCheck } from '../../contract/result.ts'
import { type AnswersFile, digestOf, NONE, wholeOf } from '../../judge/answers.ts'
import { runCases } from '../../run/run-cases.ts'

const FILE = fileURLToPath(new URL('../../../../spec/answers.json', import.meta.url))
const ABOUT =
  'Digests of whole answers, which npm run answers writes: of Fastify 4.17, where touchstone gives the same. See FORMAT.md.'
/** Milliseconds in which no case ends. */
const QUIET = 60_000
const TRANSPORTS: Transport[] = ['inject', 'socket']

/** The first is the oracle. Alone, a transport has an application of its own; in the other order requests meet another state. */
const WAYS: readonly [implementation: string, transports: Transport[], reversed: boolean][] = [
  ['fastify-4.17', TRANSPORTS, false],
  ['touchstone', TRANSPORTS, false],
  ['touchstone', ['socket'], true],
  ['touchstone', ['inject'], true],
  ['touchstone-node', TRANSPORTS, false],
]

/** What another exchange, a gate or a clock decides is not compared: its answer is what the case asks for. */
const OTHERS = ['until', 'awaits', 'when', 'parallel', 'repeat', 'times'] as const
const OF_REQUESTS = ['raw', 'abortWhen', 'restWhen', 'readWhen'] as const

function isCompared(body: Case, exchange: Exchange): boolean {
  const { send } = exchange
  if (send === undefined || body.tags?.includes('timed')) return false
  return OTHERS.every((word) => exchange[word] === undefined) && OF_REQUESTS.every((word) => !(word in send))
}

/** A case can hang for good on an implementation that it was not written for: then the others have ended, and nothing moves. */
class Idle {
  #last = performance.now()
  readonly whole = new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (performance.now() - this.#last < QUIET) return
      clearInterval(timer)
      resolve()
    }, 1000)
  })
  readonly moved = (): void => {
    this.#last = performance.now()
  }
}

type Seen = Map<string, { digest: string; whole: string }>

async function ask(name: string, transports: Transport[], cases: LoadedCase[]): Promise<Seen> {
  const seen: Seen = new Map()
  const adapter = await loadBuiltIn(name)
  const bodies = new Map(cases.map((one) => [one.id, one.body]))
  const answers: AnswerCheck = {
    differenceOf: (id, exchange, transport, answer) => {
      const body = bodies.get(id)
      if (body === undefined || answer.broken || !isCompared(body, body.exchanges[exchange]!)) return null
      seen.set(`${id} ${exchange} ${transport}`, {
        digest: digestOf(answer),
        whole: JSON.stringify(wholeOf(answer)),
      })
      return null
    },
  }
  const idle = new Idle()
  const options = { transports, concurrency: 4, finished: idle.moved }
  await Promise.race([runCases({ ...adapter, answers }, cases, options), idle.whole])
  return seen
}

/** The digests of a case; undefined where nothing of it is known. */
function digestsOf({ id, body }: LoadedCase, known: (key: string) => string): string | undefined {
  const all = body.exchanges.flatMap((_, at) =>
    TRANSPORTS.map((transport) => known(`${id} ${at} ${transport}`)),
  )
  return all.every((digest) => digest === NONE) ? undefined : all.join('')
}

async function main(words: readonly string[]): Promise<void> {
  process.on('uncaughtException', attribute)
  process.on('unhandledRejection', attribute)
  const { cases } = loadSuite({ unchecked: true })
  const all: Seen[] = []
  for (const [name, transports, reversed] of WAYS) {
    all.push(await ask(name, transports, reversed ? cases.toReversed() : cases))
    process.stdout.write(`${name} over ${transports.join(', ')}: ${all.at(-1)!.size} answers\n`)
  }
  const [oracle, ...others] = all as [Seen, ...Seen[]]
  let differ = 0
  const known = (key: string): string => {
    const digest = oracle.get(key)?.digest ?? NONE
    const other = others.find((seen) => seen.has(key) && seen.get(key)?.digest !== digest)
    if (other === undefined) return others[0]!.has(key) ? digest : NONE
    differ++
    if (words.includes('--show'))
      process.stdout.write(`${key}\n  ${oracle.get(key)?.whole}\n  ${other.get(key)?.whole}\n`)
    return NONE
  }
  const entries = cases.flatMap((one): [string, string][] => {
    const digests = digestsOf(one, known)
    return digests === undefined ? [] : [[one.id, digests]]
  })
  process.stdout.write(`${oracle.size - differ} answers are the same, ${differ} differ\n`)
  if (!words.includes('--write')) return
  const file: AnswersFile = { format: 1, about: ABOUT, cases: Object.fromEntries(entries) }
  writeFile(FILE, formatJson(file as never))
  process.stdout.write(`${FILE}: written\n`)
}

await main(process.argv.slice(2))
process.exit(0) // applications of cases that broke off may hold the process

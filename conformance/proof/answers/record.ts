/**
 * `npm run answers`: asks Fastify 4.17 and touchstone for all cases, several times and in several ways, and shows where their whole answers
 * differ. With `-- --write` it writes the digests of those that were always the same into `spec/answers.json`, those of cases that
 * Fastify 4.17 does not pass too. With `--new` it asks for the cases that have none there, with ids for these cases; with `--show` it shows the
 * answers that differ.
 */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Transport } from '../../../spec/case.ts'
import { formatJson } from '../../../spec/format.ts'
import { type LoadedCase, loadSuite } from '../../../spec/load.ts'
import { writeFile } from '../../../spec/write-file.ts'
import { type AnswersFile, NONE, PARTS, parseAnswers } from '../../judge/answers.ts'
import { inParallel, runTrial } from '../trial/trial.ts'
import type { Seen, Task } from './child.ts'

const CHILD = new URL('./child.js', import.meta.url)
/** How many cases one process asks. */
const PART = 200
const FILE = fileURLToPath(new URL('../../../../spec/answers.json', import.meta.url))
/** An answer with this in it, such as a stack, is another one in another checkout. */
const CHECKOUT = fileURLToPath(new URL('../../../../', import.meta.url))
const ABOUT =
  'Digests of whole answers, which npm run answers writes: of Fastify 4.17, where touchstone gives the same, and of cases that it does not pass of touchstone alone. See FORMAT.md.'
/** Milliseconds in which no case of a process ends. */
const QUIET = 60_000
const TRANSPORTS: Transport[] = ['inject', 'socket']

const OPTIONS = ['--write', '--new', '--show']

/** The first is the oracle. Alone, a transport has an application of its own; in the other order requests meet another state. */
const WAYS: readonly [implementation: string, transports: Transport[], reversed: boolean][] = [
  ['fastify-4.17', TRANSPORTS, false],
  ['touchstone', TRANSPORTS, false],
  ['touchstone', ['socket'], true],
  ['touchstone', ['inject'], true],
  ['touchstone-node', TRANSPORTS, false],
]

/** Of cases of which one hangs or ends the process, each half is asked alone; a case that does so alone has no known answer. */
async function askPart(task: Task): Promise<Seen> {
  const result = await runTrial<Task, Seen>({ replaced: [], task }, { script: CHILD, limit: QUIET })
  if (result.kind === 'answer') return result.answer
  const { cases } = task
  if (cases.length === 1) {
    process.stdout.write(`${task.implementation}: ${cases[0]} ${result.why}\n`)
    return {}
  }
  const middle = cases.length >> 1
  const first = await askPart({ ...task, cases: cases.slice(0, middle) })
  return Object.assign(first, await askPart({ ...task, cases: cases.slice(middle) }))
}

async function ask(implementation: string, transports: Transport[], cases: readonly string[]): Promise<Seen> {
  const parts: Task[] = []
  for (let at = 0; at < cases.length; at += PART)
    parts.push({ implementation, transports, cases: cases.slice(at, at + PART) })
  const seen: Seen = {}
  await inParallel(
    parts,
    availableParallelism(),
    async (part) => void Object.assign(seen, await askPart(part)),
  )
  return seen
}

/** Of several things; undefined where nothing of them is known. */
function digestsOf(keys: readonly string[], digestFor: (key: string) => string): string | undefined {
  const all = keys.map(digestFor)
  return all.every((digest) => digest === NONE) ? undefined : all.join('')
}

function answersOf({ id, body }: LoadedCase): string[] {
  return body.exchanges.flatMap((_, at) => TRANSPORTS.map((transport) => `${id} ${at} ${transport}`))
}

type Known = Pick<AnswersFile, 'cases' | 'stories'>

function readKnown(): Known {
  return parseAnswers(readFileSync(FILE, 'utf8'))
}

function refuse(why: string): void {
  process.stderr.write(`${why}\n`)
  process.exitCode = 3
}

async function main(words: readonly string[]): Promise<void> {
  const { cases } = loadSuite({ unchecked: true })
  const strange = words.filter((word) => word.startsWith('--') && !OPTIONS.includes(word))
  if (strange.length > 0)
    return refuse(`there is no option ${strange.join(', ')}; write ${OPTIONS.join(', ')}`)
  const named = words.filter((word) => !word.startsWith('--'))
  const unknown = named.filter((name) => !cases.some((one) => one.id === name))
  if (unknown.length > 0)
    return refuse(`no case is called ${unknown.join(', ')}; give whole ids, such as containers[instance]`)
  const before = named.length > 0 || words.includes('--new') ? readKnown() : { cases: {}, stories: {} }
  const isKnown = ({ id, body }: LoadedCase): boolean => {
    if (named.length > 0) return !named.includes(id)
    return before.cases[id]?.length === body.exchanges.length * TRANSPORTS.length * NONE.length
  }
  const ids = cases.filter((one) => !isKnown(one)).map((one) => one.id)
  const all: Seen[] = []
  for (const [name, transports, reversed] of WAYS) {
    all.push(await ask(name, transports, reversed ? ids.toReversed() : ids))
    process.stdout.write(
      `${name} over ${transports.join(', ')}: ${Object.keys(all.at(-1)!).length} answers\n`,
    )
  }
  const [oracle, ...others] = all as [Seen, ...Seen[]]
  let same = 0
  let alone = 0
  let differ = 0
  const digestFor = (key: string): string => {
    const own = others[0]![key]
    if (own === undefined || own.whole.includes(CHECKOUT)) return NONE
    const all = [oracle, ...others].flatMap((seen) => seen[key] ?? [])
    const other = all.find(({ digest }) => digest !== own.digest)
    if (other === undefined) {
      if (key in oracle) same++
      else alone++
      return own.digest
    }
    differ++
    if (words.includes('--show')) process.stdout.write(`${key}\n  ${other.whole}\n  ${own.whole}\n`)
    return NONE
  }
  const known: Known = { cases: {}, stories: {} }
  for (const one of cases) {
    const digests = isKnown(one) ? before.cases[one.id] : digestsOf(answersOf(one), digestFor)
    const story = isKnown(one)
      ? before.stories[one.id]
      : digestsOf(
          PARTS.map((part) => `${one.id} ${part}`),
          digestFor,
        )
    if (digests !== undefined) known.cases[one.id] = digests
    if (story !== undefined) known.stories[one.id] = story
  }
  process.stdout.write(`${same} answers are the same, ${alone} are of touchstone alone, ${differ} differ\n`)
  if (!words.includes('--write')) return
  const file: AnswersFile = { format: 1, about: ABOUT, ...known }
  writeFile(FILE, formatJson(file as never))
  process.stdout.write(`${FILE}: written\n`)
}

await main(process.argv.slice(2))

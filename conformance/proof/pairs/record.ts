/**
 * `npm run pairs`: asks the oracles for each pair of features, and writes what they say into `spec/pairs/outcomes.json`. Where
 * they differ from touchstone, the known outcome stays and the difference is shown.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Expectation, Json, Transport } from '../../../spec/case.ts'
import { formatJson } from '../../../spec/format.ts'
import type { LoadedCase } from '../../../spec/load.ts'
import {
  caseOf,
  decisionOf,
  type FeatureFile,
  headersOf,
  logsOf,
  type Outcomes,
  type Pair,
  pairsOf,
  traceText,
} from '../../../spec/pairs.ts'
import { writeFile } from '../../../spec/write-file.ts'
import { loadBuiltIn } from '../../adapters/registry.ts'
import { attribute, attributing } from '../../contract/faults.ts'
import type { AssertionResult, Observation } from '../../contract/result.ts'
import { runCases } from '../../run/run-cases.ts'

const FOLDER = fileURLToPath(new URL('../../../../spec/pairs/', import.meta.url))
const ASKED: [implementation: string, transports: Transport[]][] = [
  ['fastify-4.17', ['inject', 'socket']],
  ['fastify-4.29', ['inject', 'socket']],
  ['touchstone', ['inject', 'socket']],
]

type Seen = Map<string, string>

function read<T>(name: string): T {
  return JSON.parse(readFileSync(FOLDER + name, 'utf8')) as T
}

/** What was seen, in the form of an expectation. */
function expectationOf(pair: Pair, { answer, trace, log, rejected }: Observation): Expectation {
  if (answer === undefined) return { rejects: rejected ?? null, trace }
  const headers = headersOf(pair).map((name): [string, Json] => [
    name,
    answer.headers[name] ?? { $absent: true },
  ])
  return {
    status: answer.status,
    text: answer.text,
    headers: Object.fromEntries(headers),
    ...(answer.trailers === undefined ? {} : { trailers: answer.trailers }),
    trace: traceText(trace),
    ...(logsOf(pair) ? { log: log.filter((line) => !/^Server listening/.test(Object(line).msg)) } : {}),
  }
}

async function ask(name: string, transports: Transport[], pairs: readonly Pair[]): Promise<Seen> {
  const seen: Seen = new Map()
  const adapter = await loadBuiltIn(name)
  for (const pair of pairs) {
    const id = `pair${pair.id}`
    const body = caseOf(pair, { status: { $any: true } })
    const one: LoadedCase = { id, area: 'pairs', file: 'pairs/features.json', body }
    let crash: unknown
    const crashed = (error: unknown): void => {
      crash ??= error
    }
    await attributing(crashed, () =>
      runCases(adapter, [one], {
        transports,
        concurrency: 1,
        finished: (_id, results) => seen.set(id, toldOf(pair, results.at(-1)!, transports)),
      }),
    )
    if (crash !== undefined) seen.set(id, `ENDS ${String(crash)}`)
  }
  return seen
}

function toldOf(pair: Pair, { cells }: AssertionResult, transports: readonly Transport[]): string {
  const told = transports.map((transport) => {
    const { observed, reason } = cells[transport] ?? {}
    return JSON.stringify(observed === undefined ? { reason: reason ?? null } : expectationOf(pair, observed))
  })
  return told.every((one) => one === told[0]) ? told[0]! : `DIFFER ${told.join(' | ')}`
}

process.on('uncaughtException', attribute)
process.on('unhandledRejection', attribute)
const { features, decided } = read<FeatureFile>('features.json')
const pairs = pairsOf(features).filter(({ apart }) => apart === undefined)
const asked: Seen[] = []
for (const [name, transports] of ASKED) asked.push(await ask(name, transports, pairs))
const outcomes: Outcomes = {}
let differ = 0
for (const pair of pairs) {
  const [first, second, own] = asked.map((seen) => seen.get(`pair${pair.id}`) ?? 'not run')
  const agreed = first === own // 4.29 is shown by its known differences
  if (own!.startsWith('{') && (agreed || decisionOf(pair, decided) !== undefined))
    outcomes[pair.id] = JSON.parse(own!) as Expectation
  else {
    differ++
    process.stdout.write(`${pair.id}\n  4.17 ${first}\n  4.29 ${second}\n  own  ${own}\n`)
  }
}
process.stdout.write(
  `${pairs.length} pairs meet, ${pairsOf(features).length - pairs.length} cannot; ${differ} differ\n`,
)
if (process.argv.includes('--write'))
  writeFile(`${FOLDER}outcomes.json`, formatJson(JSON.parse(JSON.stringify({ format: 1, outcomes })) as Json))
process.exit(differ === 0 ? 0 : 1) // applications that 4.x cannot close hold the process

/**
 * `node dist/property-tests/drawn/write.js`: draws schemas and values, asks Fastify 4.17.0 and touchstone about each, and writes
 * those that show most into `drawn.json` of two areas of the cases. Where both differ nothing is written, and the difference is shown.
 */
import { fileURLToPath } from 'node:url'
import { loadBuiltIn } from '../../conformance/adapters/registry.ts'
import type { Adapter } from '../../conformance/contract/adapter.ts'
import { attribute } from '../../conformance/contract/faults.ts'
import type { Json } from '../../spec/case.ts'
import { formatJson } from '../../spec/format.ts'
import { writeFile } from '../../spec/write-file.ts'
import { Coverage } from '../property/coverage.ts'
import type { World } from '../property/property.ts'
import { ask, type Outcome, sendable, toldOf, type Where } from './ask.ts'
import { caseFile, type Drawn } from './cases.ts'
import { type Asked, chosenOf } from './choose.ts'
import { DEEP, Drawing, Draws, type Reach, SHARED } from './schemas.ts'
import { valuesFor } from './values.ts'

/** How many are drawn, and how many are kept. */
const PARTS: readonly { where: Where; reach: Reach; drawn: number; kept: number }[] = [
  { where: 'body', reach: DEEP, drawn: 400, kept: 48 },
  { where: 'querystring', reach: { names: ['a', 'ä', 'b'], depth: 1, shared: true }, drawn: 150, kept: 20 },
  { where: 'headers', reach: { names: ['a', 'x-b'], depth: 1, shared: true }, drawn: 100, kept: 10 },
  { where: 'params', reach: { names: ['a', 'b'], depth: 1, shared: true }, drawn: 100, kept: 15 },
  { where: 'response', reach: DEEP, drawn: 400, kept: 50 },
]
const SEED = 20261124
const CASES = fileURLToPath(new URL('../../../spec/cases/', import.meta.url))
const shared = Object.fromEntries(SHARED.map((schema) => [String(schema['$id']), schema]))

process.on('uncaughtException', attribute)
process.on('unhandledRejection', attribute)
const reference = await loadBuiltIn('fastify-4.17')
const own = await loadBuiltIn('touchstone')
const world: World = { subject: own, requests: 0, coverage: new Coverage() }
const drawn: Partial<Record<Where, Drawn[]>> = {}
for (const { where, reach, drawn: count, kept } of PARTS) {
  const draws = new Draws(SEED)
  const rows: (Drawn & Asked)[] = []
  for (let at = 0; at < count; at++) {
    const row = await rowOf(where, reach, draws)
    if (row !== null) rows.push(row)
  }
  drawn[where] = chosenOf(rows, kept)
  process.stdout.write(
    `${where}: ${rows.length} of ${count} can be asked, ${drawn[where]?.length} are kept\n`,
  )
}
for (const area of ['validation', 'serialization'] as const)
  writeFile(`${CASES}${area}/drawn.json`, formatJson(caseFile(area, drawn)))
process.exit() // applications that 4.x cannot close hold the process

async function rowOf(where: Where, reach: Reach, draws: Draws): Promise<(Drawn & Asked) | null> {
  const schema = new Drawing(draws, reach).whole()
  const texts = valuesFor(schema, shared, draws, 6).map((value) => JSON.stringify(sendable(where, value)))
  const values = [...new Set(texts)]
    .filter((text) => text !== undefined)
    .slice(0, 14)
    .map((text) => JSON.parse(text) as Json)
  if (values.length === 0) return null
  const asking = (adapter: Adapter): Promise<Outcome[] | null> =>
    ask(adapter, world, where, { schema, values })
  const [theirs, ours] = [await asking(reference), await asking(own)]
  if (theirs === null || ours === null) return null
  const alike = values.flatMap((value, at) => {
    const outcome = theirs[at]!
    if (JSON.stringify(outcome) === JSON.stringify(ours[at])) return [{ value, outcome }]
    process.stdout.write(`${where} ${JSON.stringify({ schema, value, theirs: outcome, ours: ours[at] })}\n`)
    return []
  })
  const right = differing(alike.filter(({ outcome }) => 'right' in outcome))
  const wrong = differing(alike.filter(({ outcome }) => 'wrong' in outcome)).slice(0, 2)
  if (right.length === 0 || (where !== 'response' && wrong.length === 0)) return null
  const all = [...right, ...wrong]
  return {
    schema,
    told: await toldOf(own, world, where, schema),
    right,
    wrong,
    values: all.map(({ value }) => value),
    outcomes: all.map(({ outcome }) => outcome),
  }
}

/** Three that differ: of each kind the first one. */
function differing<T extends { readonly value: Json; readonly outcome: Outcome }>(all: readonly T[]): T[] {
  const kind = ({ value, outcome }: T): string =>
    'wrong' in outcome ? outcome.wrong : String(JSON.stringify(value) === JSON.stringify(outcome.right))
  const kinds = all.map(kind)
  const firsts = all.filter((_, at) => kinds.indexOf(kinds[at]!) === at)
  return [...firsts, ...all.filter((one) => !firsts.includes(one))].slice(0, 3)
}

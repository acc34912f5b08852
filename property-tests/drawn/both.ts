/** Fastify 4.17.0 and touchstone in this process: what both say of a schema and its values. A difference is shown. */
import { loadBuiltIn } from '../../conformance/adapters/registry.ts'
import { attribute } from '../../conformance/contract/faults.ts'
import type { Json } from '../../spec/case.ts'
import { Coverage } from '../property/coverage.ts'
import type { World } from '../property/property.ts'
import { ask, type Outcome, type Where } from './ask.ts'
import type { Schema } from './schemas.ts'

process.on('uncaughtException', attribute)
process.on('unhandledRejection', attribute)
const reference = await loadBuiltIn('fastify-4.17')
const own = await loadBuiltIn('touchstone')
const world: World = { subject: own, requests: 0, coverage: new Coverage() }

export interface Pair {
  readonly value: Json
  readonly outcome: Outcome
}

/** An object with the property `v`, which a schema of one value stands for. */
export const wholeOf = (schema: Schema | boolean): Schema => ({ type: 'object', properties: { v: schema } })

/** The values of which both say the same; none where one of them does not take the schema. */
export async function alikeOf(
  where: Where,
  schema: Schema | boolean,
  values: readonly Json[],
): Promise<Pair[]> {
  const asked = { schema: wholeOf(schema), values }
  const [theirs, ours] = [await ask(reference, world, where, asked), await ask(own, world, where, asked)]
  if (theirs === null || ours === null) {
    const who =
      theirs === null && ours === null ? 'nobody' : ours === null ? 'only 4.17.0' : 'only touchstone'
    process.stdout.write(`${where} ${JSON.stringify(schema)}: ${who} takes it\n`)
    return []
  }
  return values.flatMap((value, at): Pair[] => {
    const outcome = theirs[at]!
    if (JSON.stringify(outcome) === JSON.stringify(ours[at])) return [{ value, outcome }]
    process.stdout.write(`${where} ${JSON.stringify({ schema, value, theirs: outcome, ours: ours[at] })}\n`)
    return []
  })
}

/** Each value once, as its JSON says it. */
export const distinct = (values: readonly (Json | undefined)[]): Json[] =>
  [...new Set(values.map((value) => JSON.stringify(value)))]
    .filter((text) => text !== undefined)
    .map((text) => JSON.parse(text) as Json)

/** F8 and the model of response schemas: what leaves is valid, complete, and nothing that was not declared. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { fitting } from '../../fuzz/schema/fitting.ts'
import { Oracle } from '../../fuzz/schema/oracle.ts'
import type { Json, Statement } from '../../spec/case.ts'
import { OBJECTS, QUIET, type Schema } from '../arbitraries/schemas.ts'
import { chosenKey, projected } from '../models/serialization.ts'
import { jsonOf, observe } from '../property/observe.ts'
import type { Property, Scenario } from '../property/property.ts'

interface Sent {
  schema: Schema
  values: unknown[]
}

function scenarioOf({ schema, values }: Sent): Scenario {
  return {
    app: {
      options: QUIET,
      do: values.map(
        (value, at): Statement => ({
          get: `/${at}`,
          schema: { response: { 200: schema as Json } },
          do: [{ send: { $literal: value as Json } }],
        }),
      ),
    },
    sends: values.map((_, at) => ({ url: `/${at}` })),
  }
}

export const serialization: Property<Sent> = {
  id: 'F8',
  title: 'a valid value leaves complete and valid, without what its schema does not declare',
  precondition:
    'the value is valid by draft 7; no combinators: a serializer that picks a branch is another library',
  catches:
    'properties that leak, types that are confused, texts that are not escaped, defaults that are forgotten',
  rules: ['SER-1'],
  runs: 80,
  arbitrary: fc
    .oneof(OBJECTS.flat, OBJECTS.nested, OBJECTS.refs)
    .chain((schema) =>
      fc.record({
        schema: fc.constant(schema),
        values: fc.array(
          fc
            .tuple(fitting(schema, { root: schema, shared: {} }), fc.boolean())
            .map(([value, more]) => (more ? { ...(value as object), secret: 'secret' } : value)),
          { minLength: 1, maxLength: 4 },
        ),
      }),
    )
    .map((one) => JSON.parse(JSON.stringify(one)) as Sent),
  async check(value, world) {
    const around = { root: value.schema, shared: {} }
    const oracle = new Oracle(value.schema)
    const right = value.values.filter((one) => {
      const { secret: _, ...rest } = one as Record<string, unknown>
      const open = value.schema['additionalProperties']
      return oracle.accepts(one) || ((open === undefined || open === false) && oracle.accepts(rest))
    })
    fc.pre(right.length > 0)
    const seen = await observe(scenarioOf({ ...value, values: right }), world)
    assert.equal(seen.boot, null, `the boot ${JSON.stringify(seen.boot)}`)
    for (const [at, one] of right.entries()) {
      const told = JSON.stringify(one)
      assert.equal(seen.exchanges[at]?.answer?.status, 200, `${told}: ${seen.exchanges[at]?.answer?.text}`)
      const left = jsonOf(seen.exchanges[at]!)
      assert.deepEqual(left, projected(one, value.schema, around), `what ${told} becomes`)
      world.coverage.passed(value.schema, 'response', JSON.stringify(left) === told ? 'taken' : 'changed')
    }
  },
  scenarios: (value) => [scenarioOf(value)],
}

interface Chosen {
  keys: string[]
  statuses: number[]
}

const property = (key: string): string => `only-${key.toLowerCase()}`

/** Every schema of the map declares one property of its own: what leaves tells which one was chosen. */
function choosing({ keys, statuses }: Chosen): Scenario {
  const all = Object.fromEntries(keys.map((key) => [property(key), 1]))
  const response = Object.fromEntries(
    keys.map((key) => [key, { type: 'object', properties: { [property(key)]: { type: 'integer' } } }]),
  )
  return {
    app: {
      do: statuses.map(
        (status): Statement => ({
          get: `/${status}`,
          ...(keys.length > 0 ? { schema: { response } as Json } : {}),
          do: [{ code: status }, { send: { ...all, undeclared: 1 } }],
        }),
      ),
    },
    sends: statuses.map((status) => ({ url: `/${status}` })),
  }
}

export const responseChoice: Property<Chosen> = {
  id: 'M3',
  title: 'the exact status chooses the response schema, then its class, then the default',
  precondition: 'one spelling of each class in a map',
  catches: 'a schema of another status, a class before an exact status, an answer that passes by all of them',
  rules: ['SER-2'],
  runs: 60,
  arbitrary: fc.record({
    keys: fc.uniqueArray(
      fc.constantFrom('200', '201', '2xx', '2XX', '4xx', '4XX', '404', '5xx', '500', 'default'),
      { maxLength: 5, selector: (key) => key.toLowerCase() },
    ),
    statuses: fc.uniqueArray(fc.constantFrom(200, 201, 202, 400, 404, 418, 500, 503), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
  async check(value, world) {
    const seen = await observe(choosing(value), world)
    assert.equal(seen.boot, null)
    for (const [at, status] of value.statuses.entries()) {
      const key = chosenKey(value.keys, status)
      const left = Object.keys(jsonOf(seen.exchanges[at]!) as object).sort()
      const expected = key === null ? [...value.keys.map(property), 'undeclared'].sort() : [property(key)]
      assert.equal(seen.exchanges[at]?.answer?.status, status)
      assert.deepEqual(left, expected, `status ${status} with ${value.keys.join(', ') || 'no schema'}`)
    }
  },
  scenarios: (value) => [choosing(value)],
}

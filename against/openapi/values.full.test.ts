// A value is valid for the schema of a document if and only if the route takes it unconverted.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { ANY, OBJECTS, type Schema, value } from '../../property-tests/arbitraries/schemas.ts'
import touchstone from '../../src/index.ts'

/** Nothing of a value is changed before it is judged. */
const UNCONVERTED = {
  coerceTypes: false,
  useDefaults: false,
  removeAdditional: false,
  strict: false,
  logger: false,
} as const

async function verdicts(
  body: Schema,
  values: readonly unknown[],
): Promise<{ route: boolean[]; document: boolean[] }> {
  const app = touchstone({ ajv: { customOptions: UNCONVERTED } })
  // In a property, since the body of a request is never judged as `undefined`.
  const schema = { body: { type: 'object', properties: { v: body }, required: ['v'] } }
  app.post('/', { schema }, async () => 'ok')
  const { paths, components } = await app.openapi()
  const content = paths['/']!['post']!.requestBody!['content'] as Record<string, { schema: unknown }>
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false })
  const written = content['application/json']!.schema as object
  const isValid = ajv.compile(JSON.parse(JSON.stringify({ ...written, components }))) // references lead into `#/components`
  const route: boolean[] = []
  for (const v of values) {
    const { statusCode } = await app.inject({ method: 'POST', url: '/', payload: { v } })
    route.push(statusCode === 200)
  }
  return { route, document: values.map((v) => isValid({ v: JSON.parse(JSON.stringify(v)) })) }
}

test('the schema of a document and the route agree about values', async () => {
  const drawn = fc.tuple(fc.oneof(ANY, OBJECTS.combinators), fc.array(value, { minLength: 1, maxLength: 6 }))
  let taken = 0
  let refused = 0
  await fc.assert(
    fc.asyncProperty(drawn, async ([schema, values]) => {
      const { route, document } = await verdicts(schema, values)
      assert.deepEqual(document, route)
      for (const one of route) one ? taken++ : refused++
    }),
    { numRuns: 150, seed: 7 },
  )
  assert.ok(taken > 20 && refused > 20, `${taken} taken, ${refused} refused`)
})

test('a schema that differs is noticed', async () => {
  const { route } = await verdicts({ type: 'integer' }, [1, 'x', 1.5])
  assert.deepEqual(route, [true, false, false])
  const { document } = await verdicts({ type: 'number' }, [1, 'x', 1.5])
  assert.notDeepEqual(document, route)
})

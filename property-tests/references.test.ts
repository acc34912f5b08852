/** A schema that is referred to does what it does when it stands there itself: in the validator and in the serializer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import touchstone from 'touchstone'
import { nestedSchema, type Schema, value } from './arbitraries/schema.ts'
import { runs } from './settings.ts'

/** The forms of the mission document: where the schema goes, and the reference that leads to it. */
type Form = { name: string; place(schema: Schema): { shared: Schema[]; own: Schema; ref: string } }

const FORMS: readonly Form[] = [
  {
    name: '#id',
    place: (schema) => ({ shared: [], own: { definitions: { d: { ...schema, $id: '#d' } } }, ref: '#d' }),
  },
  {
    name: '#/definitions/name',
    place: (schema) => ({ shared: [], own: { definitions: { d: schema } }, ref: '#/definitions/d' }),
  },
  { name: 'id#', place: (schema) => ({ shared: [{ ...schema, $id: 's' }], own: {}, ref: 's#' }) },
  {
    name: 'id#/definitions/name',
    place: (schema) => ({
      shared: [{ $id: 's', definitions: { d: schema } }],
      own: {},
      ref: 's#/definitions/d',
    }),
  },
  {
    name: 'id#id',
    place: (schema) => ({
      shared: [{ $id: 's', definitions: { d: { ...schema, $id: '#d' } } }],
      own: {},
      ref: 's#d',
    }),
  },
]

function container(property: Schema, rest: Schema): Schema {
  return { type: 'object', properties: { x: property }, ...rest }
}

type Loose = { addSchema(schema: unknown): void; post(url: string, options: unknown, handler: unknown): void }

function routes(app: Loose, prefix: string, schema: Schema, payload: unknown): void {
  app.post(`/${prefix}/in`, { schema: { body: schema } }, async (request: { body: unknown }) => ({
    got: request.body,
  }))
  app.post(`/${prefix}/out`, { schema: { response: { 200: schema } } }, async () => ({ x: payload }))
}

test("a $ref'd schema and the same schema inlined give the same answers", async () => {
  const property = fc.asyncProperty(
    nestedSchema,
    fc.constantFrom(...FORMS),
    fc.array(value, { minLength: 1, maxLength: 4 }),
    async (schema, form, values) => {
      const { shared, own, ref } = form.place(schema)
      const app = touchstone()
      try {
        const loose = app as unknown as Loose
        for (const one of shared) loose.addSchema(one)
        routes(loose, 'ref', container({ $ref: ref }, own), values[0])
        routes(loose, 'inline', container(schema, {}), values[0])
        for (const x of values) {
          const [referred, inlined] = await Promise.all(
            ['ref', 'inline'].map((at) => app.inject({ method: 'POST', url: `/${at}/in`, payload: { x } })),
          )
          assert.deepEqual(
            [referred!.statusCode, referred!.body],
            [inlined!.statusCode, inlined!.body],
            form.name,
          )
        }
        const [referred, inlined] = await Promise.all(
          ['ref', 'inline'].map((at) => app.inject({ method: 'POST', url: `/${at}/out` })),
        )
        assert.equal(referred!.statusCode, inlined!.statusCode, form.name)
        // What the serializer refuses it tells with the place in the schema, which differs by construction.
        if (inlined!.statusCode === 200) assert.equal(referred!.body, inlined!.body, form.name)
      } finally {
        await app.close()
      }
    },
  )
  await fc.assert(property, runs(120))
})

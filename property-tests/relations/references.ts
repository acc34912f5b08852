/** F4: a referenced schema has the same effect as its text in that place, in the validator and in the serializer. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { fitting } from '../../fuzz/schema/fitting.ts'
import type { Json, Program } from '../../spec/case.ts'
import { ANY, value as anyValue, QUIET, type Schema } from '../arbitraries/schemas.ts'
import type { Coverage } from '../property/coverage.ts'
import { jsonOf, observe } from '../property/observe.ts'
import type { Property, Scenario } from '../property/property.ts'

interface Referred {
  schema: Schema
  form: string
  values: unknown[]
}

/** Where the schema goes, and the reference that leads to it. */
type Form = (schema: Schema) => { shared: Schema[]; own: Schema; ref: string }

/** The forms of the mission document, and those that a URI may take beside them. */
const FORMS: Readonly<Record<string, Form>> = {
  '#id': (schema) => ({ shared: [], own: { definitions: { d: { ...schema, $id: '#d' } } }, ref: '#d' }),
  '#/definitions/name': (schema) => ({
    shared: [],
    own: { definitions: { d: schema } },
    ref: '#/definitions/d',
  }),
  'id#': (schema) => ({ shared: [{ ...schema, $id: 's' }], own: {}, ref: 's#' }),
  'id#/definitions/name': (schema) => ({
    shared: [{ $id: 's', definitions: { d: schema } }],
    own: {},
    ref: 's#/definitions/d',
  }),
  'id#id': (schema) => ({
    shared: [{ $id: 's', definitions: { d: { ...schema, $id: '#d' } } }],
    own: {},
    ref: 's#d',
  }),
  'absolute id': (schema) => ({
    shared: [{ ...schema, $id: 'http://example.com/s' }],
    own: {},
    ref: 'http://example.com/s#',
  }),
  'two steps': (schema) => ({
    shared: [
      { ...schema, $id: 't' },
      { $id: 's', definitions: { d: { $ref: 't#' } } },
    ],
    own: {},
    ref: 's#/definitions/d',
  }),
  'escaped pointer': (schema) => ({
    shared: [],
    own: { definitions: { 'a/b c': schema } },
    ref: '#/definitions/a~1b%20c',
  }),
}

const container = (property: Schema, rest: Schema): Json =>
  ({ type: 'object', properties: { x: property }, ...rest }) as Json

function documentOf({ schema, form, values }: Referred): Scenario {
  const { shared, own, ref } = FORMS[form]!(schema)
  const routes = (prefix: string, body: Json): Program => [
    { post: `/${prefix}/in`, schema: { body }, do: [{ send: { got: { $get: 'request.body' } } }] },
    ...values.map((x, at) => ({
      get: `/${prefix}/out/${at}`,
      schema: { response: { 200: body } },
      do: [{ send: { $literal: { x } as Json } }],
    })),
  ]
  const sends = ['ref', 'inline'].flatMap((prefix) => [
    ...values.map((x) => ({ method: 'POST', url: `/${prefix}/in`, json: { x } as Json })),
    ...values.map((_, at) => ({ url: `/${prefix}/out/${at}` })),
  ])
  return {
    app: {
      options: QUIET,
      do: [
        ...shared.map((one) => ({ addSchema: one as Json })),
        ...routes('ref', container({ $ref: ref }, own)),
        ...routes('inline', container(schema, {})),
      ],
    },
    sends,
  }
}

/** A default at the root of a document is refused by the validator, which has nowhere to put it. */
function withoutDefault({ default: _, ...schema }: Schema): Schema {
  return schema
}

/** Counts the schema of the route and the shared ones to which it leads. */
function cover(coverage: Coverage, value: Referred, at: number, isIn: boolean, answer: Json): void {
  const { shared, own, ref } = FORMS[value.form]!(value.schema)
  const got = isIn ? (answer as { got: Json }).got : answer
  for (const schema of [{ properties: { x: { $ref: ref } }, ...own }, ...shared])
    coverage.taken({ schema, part: isIn ? 'body' : 'response' }, { x: value.values[at] }, got)
}

export const references: Property<Referred> = {
  id: 'F4',
  title: 'a referenced schema has the same effect as its text in that place',
  precondition: 'the schema contains no reference, combines none, and has no default at its root',
  catches:
    'references that are resolved elsewhere, ids that are one for all, validator and serializer that disagree',
  rules: ['REF-1'],
  runs: 60,
  arbitrary: ANY.map(withoutDefault)
    .chain((schema) =>
      fc.record({
        schema: fc.constant(schema),
        form: fc.constantFrom(...Object.keys(FORMS)),
        values: fc.array(fc.oneof(fitting(schema, { root: schema, shared: {} }), anyValue), {
          minLength: 1,
          maxLength: 4,
        }),
      }),
    )
    .map((one) => JSON.parse(JSON.stringify(one)) as Referred),
  async check(value, world) {
    fc.pre(value.schema['default'] === undefined)
    const seen = await observe(documentOf(value), world)
    assert.equal(seen.boot, null, 'the boot')
    const half = seen.exchanges.length / 2
    for (const [at, referred] of seen.exchanges.slice(0, half).entries()) {
      const inlined = seen.exchanges[half + at]!
      const what = `${value.form}, ${at < half / 2 ? 'in' : 'out'}, ${JSON.stringify(value.values[at % (half / 2)])}`
      assert.equal(referred.answer?.status, inlined.answer?.status, what)
      // What the serializer refuses it tells with the place in the schema, which differs by construction.
      if (inlined.answer?.status !== 500) assert.equal(referred.answer?.text, inlined.answer?.text, what)
      if (inlined.answer?.status === 200)
        cover(world.coverage, value, at % (half / 2), at < half / 2, jsonOf(referred))
    }
  },
  scenarios: (value) => [documentOf(value)],
}

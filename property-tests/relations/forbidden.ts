/** Whatever a response schema says, a value at a place that it does not declare, or does not allow, is in no answer. */
import fc from 'fast-check'
import touchstone, { type App, type Reply } from '../../src/index.ts'
import type { Property } from '../property/property.ts'

/** The marked value: where it is, the schema says that nothing may be. */
const SECRET = 'hash-of-a-password'
/** How often a serializer is called, so that it has generated its code. */
const OFTEN = 210
/** Of so many pairs, one is written often. */
const RARE = 20

interface Pair {
  schema: unknown
  value: unknown
}

type Names = Record<string, Pair>

const secret = { s: SECRET }
/** Nothing may be inside. */
const CLOSED: Pair = { schema: { type: 'object', additionalProperties: false }, value: secret }

const name = fc.constantFrom('a', 'b', 'c', 'a b', 'ä')

const leaf: fc.Arbitrary<Pair> = fc.constantFrom<Pair>(
  { schema: { type: 'string' }, value: 'x' },
  { schema: { type: 'integer' }, value: 5 },
  { schema: { type: 'number', minimum: 1 }, value: 1.5 },
  { schema: { type: ['string', 'null'] }, value: null },
  { schema: { type: 'boolean' }, value: true },
  { schema: { const: 'x' }, value: SECRET },
  { schema: { type: 'string', format: 'date-time' }, value: '2020-01-01T00:00:00.000Z' },
  { schema: {}, value: { any: 1 } },
  { schema: { type: 'object' }, value: secret },
  { schema: { type: 'object', properties: {} }, value: secret },
  { schema: { type: 'object', additionalProperties: false }, value: secret },
  { schema: { type: 'array', items: false }, value: [SECRET] },
  { schema: { type: 'null' }, value: SECRET },
)

/** An object: what is declared, what is false, and what is not declared and has the secret. */
function objectOf(inside: fc.Arbitrary<Pair>): fc.Arbitrary<Pair> {
  return fc
    .record({
      names: fc.dictionary(name, inside, { maxKeys: 3 }),
      forbidden: fc.subarray(['a', 'p', 'q']),
      rest: fc.oneof(fc.constant(undefined), fc.constant(false), inside),
      pattern: fc.option(
        fc.record({ source: fc.constantFrom('^a', '^p', 'q$'), of: fc.oneof(fc.constant(false), inside) }),
      ),
      typed: fc.boolean(),
    })
    .map(({ names, forbidden, rest, pattern, typed }) => {
      const schema: Record<string, unknown> = { properties: { ...partsOf(names, 'schema') } }
      const value: Record<string, unknown> = { ...partsOf(names, 'value') }
      if (typed) schema['type'] = 'object'
      for (const one of forbidden) {
        Object(schema['properties'])[one] = false
        value[one] = secret
      }
      if (pattern !== null) {
        const { source, of } = pattern
        const key = source.replace(/\W/g, '')
        // A pattern that declares something of a declared property would declare what is marked there.
        const also =
          Object.keys(names).some((one) => new RegExp(source).test(one)) && of !== false ? CLOSED : of
        schema['patternProperties'] = { [source]: also === false ? false : also.schema }
        if (also === false) value[key] = SECRET
        else value[key] ??= also.value
      }
      if (rest === undefined || rest === false) {
        if (rest === false) schema['additionalProperties'] = false
        value['undeclared'] = secret
      } else {
        schema['additionalProperties'] = rest.schema
        value['undeclared'] = rest.value
      }
      return { schema, value }
    })
}

function partsOf(names: Names, part: keyof Pair): Record<string, unknown> {
  return Object.fromEntries(Object.entries(names).map(([key, one]) => [key, one[part]]))
}

function listOf(inside: fc.Arbitrary<Pair>): fc.Arbitrary<Pair> {
  return fc.record({ of: inside, count: fc.integer({ min: 0, max: 3 }) }).map(({ of, count }) => ({
    schema: { type: 'array', items: of.schema },
    value: Array.from({ length: count }, () => of.value),
  }))
}

/** A tuple: its rest is closed, absent, or has a schema, in both dialects. */
function tupleOf(inside: fc.Arbitrary<Pair>): fc.Arbitrary<Pair> {
  return fc
    .record({
      items: fc.array(inside, { minLength: 1, maxLength: 3 }),
      rest: fc.oneof(fc.constant(undefined), fc.constant(false), inside),
      more: fc.integer({ min: 0, max: 2 }),
    })
    .map(({ items, rest, more }) => {
      const others: unknown = rest === undefined || rest === false ? SECRET : rest.value
      const additional = rest === undefined ? {} : { additionalItems: rest === false ? false : rest.schema }
      return {
        schema: { type: 'array', items: items.map(({ schema }) => schema), ...additional },
        value: [...items.map(({ value }) => value), ...Array.from({ length: more }, () => others)],
      }
    })
}

/** A schema that accepts no value with the secret in it. */
const other = fc.constantFrom<Pair>(
  { schema: { type: 'boolean' }, value: true },
  { schema: { type: 'integer' }, value: 5 },
)

function mixed(inside: fc.Arbitrary<Pair>): fc.Arbitrary<Pair> {
  const both = fc.tuple(objectOf(inside), objectOf(inside))
  return fc.oneof(
    both.map(([one, also]) => ({
      schema: { allOf: [one.schema, also.schema] },
      value: openTogether(one, also),
    })),
    both.map(([one, also]) => ({
      schema: { ...Object(one.schema), allOf: [also.schema] },
      value: openTogether(one, also),
    })),
    fc
      .tuple(inside, other)
      .map(([one, other]) => ({ schema: { anyOf: [other.schema, one.schema] }, value: one.value })),
    fc
      .tuple(inside, other)
      .map(([one, other]) => ({ schema: { oneOf: [false, one.schema, other.schema] }, value: one.value })),
    inside.map((one) => ({ schema: { if: true, then: one.schema }, value: one.value })),
    objectOf(inside).map((one) => ({
      schema: { type: 'object', if: { required: ['a'] }, then: one.schema, else: {} },
      value: one.value,
    })),
  )
}

/** What neither of two schemas of `allOf` declares, and what one of them forbids. */
function openTogether(one: Pair, also: Pair): Record<string, unknown> {
  const declares = ({ schema }: Pair, key: string): boolean =>
    Object.hasOwn(Object(Object(schema).properties), key) ||
    Object.keys(Object(Object(schema).patternProperties)).some((source) => new RegExp(source).test(key))
  const isOpen = ({ schema }: Pair): boolean =>
    ![undefined, false].includes(Object(schema).additionalProperties)
  const all = { ...Object(also.value), ...Object(one.value) } as Record<string, unknown>
  // What one of them leaves open inside of a property, the other one may declare.
  const speaks = (pair: Pair, key: string): boolean => declares(pair, key) || isOpen(pair)
  const isFalse = ({ schema }: Pair, key: string): boolean => Object(Object(schema).properties)[key] === false
  const isBoth = (key: string): boolean =>
    speaks(one, key) && speaks(also, key) && !isFalse(one, key) && !isFalse(also, key)
  const marked = Object.entries(all).filter(
    ([key]) => !isBoth(key) && (declares(one, key) || declares(also, key) || !(isOpen(one) || isOpen(also))),
  )
  return Object.fromEntries(marked)
}

const { node } = fc.letrec<{ node: Pair }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
    leaf,
    objectOf(tie('node')),
    listOf(tie('node')),
    tupleOf(tie('node')),
    mixed(tie('node')),
    tie('node').map(({ schema, value }) => ({
      schema: { $ref: '#/definitions/d', definitions: { d: schema } },
      value,
    })),
  ),
}))

/** References lead into the definitions of the root: those inside are taken there, each by a name of its own. */
function hoisted(schema: unknown): unknown {
  const definitions: Record<string, unknown> = {}
  const walk = (one: unknown): unknown => {
    if (typeof one !== 'object' || one === null) return one
    if (Array.isArray(one)) return one.map(walk)
    const { definitions: own, ...others } = one as Record<string, unknown>
    if (own === undefined)
      return Object.fromEntries(Object.entries(others).map(([key, inner]) => [key, walk(inner)]))
    const id = `d${Object.keys(definitions).length}`
    definitions[id] = true
    definitions[id] = walk(Object(own).d)
    return { $ref: `#/definitions/${id}` }
  }
  const root = walk(schema)
  return Object.keys(definitions).length === 0 ? root : { allOf: [root], definitions }
}

let pairs: readonly Pair[] = []
let seen = { written: 0, refused: 0 }
let app: App | undefined

function application(): App {
  if (app !== undefined) return app
  app = touchstone() as unknown as App
  app.get('/', async (_request, reply) => {
    seen = { written: 0, refused: 0 }
    for (const [index, pair] of pairs.entries()) write(reply as never, pair, index % RARE === 0 ? OFTEN : 1)
    return seen
  })
  return app
}

function write(
  reply: Pick<Reply, 'compileSerializationSchema'>,
  { schema, value }: Pair,
  times: number,
): void {
  const whole = hoisted(schema)
  let text = ''
  try {
    const serialize = reply.compileSerializationSchema(whole as never)
    for (let time = 0; time < times; time++) text = String(serialize(value as never))
    seen.written++
  } catch {
    seen.refused++ // an error, or a schema that is refused
    return
  }
  if (text.includes(SECRET))
    throw new Error(`${text} is written by ${JSON.stringify(whole)} of ${JSON.stringify(value)}`)
  JSON.parse(text)
}

interface Pairs {
  pairs: Pair[]
}

export const forbidden: Property<Pairs> = {
  id: 'forbidden',
  title: 'what a response schema does not declare, or does not allow at its place, is in no answer',
  precondition: 'the default serializer; a value is marked where its schema declares nothing or is false',
  catches:
    'a value that leaves through the rest of a tuple, a false subschema, a closed schema of allOf, a second pattern',
  rules: ['SER-FORBIDS'],
  runs: 200,
  arbitrary: fc.record({ pairs: fc.array(node, { minLength: 1, maxLength: 100, size: 'max' }) }),
  async check(value, world) {
    ;({ pairs } = value)
    const answer = await application().inject('/')
    world.requests += pairs.length
    if (answer.statusCode !== 200) throw new Error(answer.body)
    if (pairs.length > 50 && seen.written === 0) throw new Error('no schema has written anything')
  },
  scenarios: () => [],
}

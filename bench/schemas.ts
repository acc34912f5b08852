/** The race of the schemas: validators and serializers by themselves, the first value and many, beside ajv and fast-json-stringify. */
import { createRequire } from 'node:module'
import touchstone from '../src/index.ts'

type Properties = Record<string, unknown>
interface Scene {
  readonly name: string
  readonly properties: Properties
  readonly more?: Properties
  readonly value: unknown
}

const text = { type: 'string', maxLength: 80 }
const integer = { type: 'integer' }
const line = {
  type: 'object',
  required: ['sku', 'quantity'],
  properties: { sku: text, quantity: { type: 'integer', minimum: 1 }, price: { type: 'number', minimum: 0 } },
}
const lines = Array.from({ length: 10 }, (_, at) => ({ sku: `SKU-${at}`, quantity: at + 1, price: at + 9.5 }))

/** Ten schemas as services have them. */
const SCENES: readonly Scene[] = [
  {
    name: 'login',
    properties: { user: text, password: { type: 'string', minLength: 8 } },
    value: { user: 'ada', password: 'analytical' },
  },
  {
    name: 'page',
    properties: {
      page: { type: 'integer', minimum: 1, default: 1 },
      size: { type: 'integer', maximum: 100 },
    },
    value: { page: 2, size: 20 },
  },
  {
    name: 'user',
    properties: {
      id: integer,
      name: text,
      email: text,
      active: { type: 'boolean' },
      role: { type: 'string', enum: ['admin', 'user'] },
      comment: { type: ['string', 'null'] },
    },
    value: { id: 1, name: 'Ada', email: 'ada@example.com', active: true, role: 'user', comment: null },
  },
  {
    name: 'address',
    properties: {
      street: text,
      zip: { type: 'string', pattern: '^[0-9]{5}$' },
      country: { type: 'string', pattern: '^[A-Z]{2}$' },
    },
    value: { street: 'Main Street 1', zip: '12345', country: 'GB' },
  },
  {
    name: 'event',
    properties: {
      id: { type: 'string', format: 'uuid' },
      at: { type: 'string', format: 'date-time' },
      by: { type: 'string', format: 'email' },
    },
    value: { id: '0e3b1c4e-7a52-4b0e-9d0f-0d1b2a3c4d5e', at: '2024-02-29T12:00:00Z', by: 'ada@example.com' },
  },
  {
    name: 'order',
    properties: { customer: text, lines: { type: 'array', maxItems: 20, items: line } },
    value: { customer: 'Ada', lines },
  },
  {
    name: 'tags',
    properties: { tags: { type: 'array', uniqueItems: true, items: text } },
    value: { tags: ['red', 'green', 'blue', 'yellow'] },
  },
  {
    name: 'settings',
    properties: {
      theme: { enum: ['dark', 'light', null] },
      kind: { const: 'web' },
      nested: { type: 'object', additionalProperties: false, properties: { a: integer, b: integer } },
    },
    value: { theme: 'dark', kind: 'web', nested: { a: 1, b: 2 } },
  },
  {
    name: 'tree',
    properties: { id: integer, children: { type: 'array', items: { $ref: '#' } } },
    value: {
      id: 1,
      children: [
        { id: 2, children: [] },
        { id: 3, children: [{ id: 4, children: [] }] },
      ],
    },
  },
  {
    name: 'numbers',
    properties: { points: { type: 'array', items: { type: 'array', items: { type: 'number' } } } },
    value: { points: Array.from({ length: 50 }, (_, at) => [at, at * 1.5, at / 3]) },
  },
]

/** Microseconds, ours and those of the library. */
export interface SchemaMeasured {
  readonly cold: readonly [number, number]
  readonly hot: readonly [number, number]
}
export const SCHEMA_SCENES = SCENES.map(({ name }) => name)
export const KINDS = ['validator', 'serializer'] as const
export type SchemaResults = Map<string, Map<(typeof KINDS)[number], SchemaMeasured[]>>

const COLD = 60
const WARM = 30_000
/** Microseconds of calls that are measured. */
const HOT_TIME = 30_000
const place = { method: 'POST', url: '/' }
type Use = (value: unknown) => unknown
type Make = (schema: Properties) => Use

export async function schemaRace(rounds: number, report: (name: string) => void): Promise<SchemaResults> {
  const library: Make = createRequire(import.meta.url)('fast-json-stringify')
  const results: SchemaResults = new Map(
    SCENES.map(({ name }) => [name, new Map(KINDS.map((kind) => [kind, []]))]),
  )
  for (let round = 0; round < rounds; round++) {
    for (const scene of SCENES) {
      report(`schemas ${round + 1} of ${rounds}: ${scene.name}`)
      const [own, ofAjv] = [await compilersOf([]), await compilersOf([() => {}])]
      const of = results.get(scene.name)!
      of.get('validator')!.push(measure(scene, [own.validator, ofAjv.validator]))
      of.get('serializer')!.push(measure(scene, [own.serializer, library]))
    }
  }
  return results
}

/** The compilers of an application. An ajv plugin makes its ajv one of its own: then ajv compiles and judges all. */
async function compilersOf(plugins: (() => void)[]): Promise<{ validator: Make; serializer: Make }> {
  const app = touchstone({ ajv: { plugins } })
  const schema = { body: { type: 'object' }, response: { 200: { type: 'object' } } }
  app.post('/', { schema }, async () => ({}))
  await app.ready()
  const { validatorCompiler, serializerCompiler } = app
  return {
    validator: (one) => validatorCompiler!({ schema: one, ...place, httpPart: 'body' }) as Use,
    serializer: (one) => {
      const serialize = serializerCompiler!({ schema: one, ...place, httpStatus: '200' })
      return (serialize as { answer?: Use }).answer ?? (serialize as Use)
    },
  }
}

/** Each schema is another one, so that nothing is found in a cache. */
function schemaOf({ properties, more }: Scene, mark: string): Properties {
  return { type: 'object', properties: { ...properties, [`own_${mark}`]: { type: 'boolean' } }, ...more }
}

function measure(scene: Scene, makes: readonly [Make, Make]): SchemaMeasured {
  for (const make of makes) make(schemaOf(scene, 'first'))(scene.value) // libraries are loaded
  const cold = makes.map((make, way) => {
    const schemas = Array.from({ length: COLD }, (_, at) => schemaOf(scene, `${way}_${at}`))
    return spent(() => {
      for (const schema of schemas) make(schema)(scene.value)
    }, COLD)
  })
  const hot = makes.map((make, way) => {
    const use = make(schemaOf(scene, `hot_${way}`))
    const calls = (count: number) => () => {
      for (let call = 0; call < count; call++) use(scene.value)
    }
    const estimate = spent(calls(WARM), WARM)
    const count = Math.ceil(HOT_TIME / Math.max(estimate, 0.01))
    return spent(calls(count), count)
  })
  return { cold: [cold[0]!, cold[1]!], hot: [hot[0]!, hot[1]!] }
}

function spent(run: () => void, count: number): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

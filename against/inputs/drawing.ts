/** Random JSON Schemas of draft 7 with every keyword at any depth, the same for a seed. They refer to the schemas of `SHARED`, too. */
import type { Draws } from './draws.ts'
import type { Schema } from './entry.ts'

const SHARED_REFS = [
  'word#',
  'word',
  'tree#',
  'tree#/definitions/own',
  'tree#/properties/n',
  'http://example.com/far.json#',
  'http://example.com/far.json#/definitions/a%20b',
  'http://example.com/far.json#named',
]
const OWN_REFS = ['#/definitions/d', '#/definitions/é~1', '#/definitions/d', '#/properties/a', '#here']
const TEXTS = ['a', 'b', 'ä', '€ 5', '😀', '1', 'true', '']
const LITERALS = [...TEXTS, 0, 1, 1.5, true, null, ['ä'], { a: 'ü' }]
const PATTERNS = ['^a', '[0-9]$', '^.$', '^[ä-ü]', '^\\w+$']
const FORMATS = ['date', 'date-time', 'time', 'email', 'uuid', 'ipv4', 'uri', 'hostname', 'byte', 'regex']
const NUMBER_FORMATS = ['int32', 'int64', 'float', 'double']
const NAMES = ['a', 'b', 'c', 'ä', 'x-y']

/** What a part of a request, or an answer, can carry. */
export interface Reach {
  /** the names of properties */
  readonly names: readonly string[]
  /** how deep objects go; 1: one object of scalars */
  readonly depth: number
  readonly shared: boolean
}

export const DEEP: Reach = { names: NAMES, depth: 3, shared: true }

export class Drawing {
  readonly #draws: Draws
  readonly #reach: Reach
  /** how many combinators are around */
  #branches = 0

  constructor(draws: Draws, reach: Reach) {
    this.#draws = draws
    this.#reach = reach
  }

  /** A whole schema: mostly of an object. */
  whole(): Schema {
    const { one } = this.#bound
    const { depth } = this.#reach
    const schema = this.#object(depth)
    if (!JSON.stringify(schema).includes('"#')) return schema
    const definitions: Schema = { d: this.#any(depth - 1), 'é/': this.#scalar() }
    if (JSON.stringify(schema).includes('#here')) definitions['h'] = { ...this.#scalar(), $id: '#here' }
    return { ...schema, [one(['definitions', 'definitions', '$defs'])]: definitions }
  }

  get #bound() {
    const draws = this.#draws
    return { below: draws.below.bind(draws), one: draws.one.bind(draws), some: draws.some.bind(draws) }
  }

  #any(depth: number): Schema {
    const { below, one } = this.#bound
    const kind = below(20)
    if (depth <= 0 || kind < 7) return this.#scalar()
    if (kind < 11) return this.#object(depth - 1)
    if (kind < 14) return this.#list(depth - 1)
    if (kind < 17) return this.#reference()
    if (kind < 19) return this.#combined(depth - 1)
    return one<Schema>([
      {},
      { const: one(LITERALS) },
      { enum: [one(TEXTS), 5, null] },
      { not: { type: 'string' } },
    ])
  }

  #reference(): Schema {
    const { one, below } = this.#bound
    const ref = one(this.#reach.shared && below(2) === 0 ? SHARED_REFS : OWN_REFS)
    return below(6) === 0 ? { $ref: ref, description: 'd' } : { $ref: ref }
  }

  #scalar(): Schema {
    const { one, below } = this.#bound
    const schema = one([() => this.#text(), () => this.#text(), () => this.#number(), () => this.#other()])()
    return below(9) === 0 && schema['type'] !== 'null' ? { ...schema, nullable: true } : schema
  }

  #other(): Schema {
    const { one } = this.#bound
    return { type: one(['boolean', 'null', ['string', 'null'], ['null', 'integer'], ['boolean', 'null']]) }
  }

  #text(): Schema {
    const { one, below } = this.#bound
    const low = below(3)
    return one<Schema>([
      { type: 'string' },
      { type: 'string', minLength: low + 1 },
      { type: 'string', maxLength: low },
      { type: 'string', minLength: low, maxLength: low + below(2) },
      { type: 'string', pattern: one(PATTERNS) },
      { type: 'string', format: one(FORMATS) },
      { type: 'string', enum: [...new Set([one(TEXTS), one(TEXTS)])] },
      { type: 'string', const: one(TEXTS) },
    ])
  }

  #number(): Schema {
    const { one, below } = this.#bound
    const type = one(['integer', 'number'])
    const low = one([-1, 0, 1, 2.5])
    return one<Schema>([
      { type },
      { type, minimum: low },
      { type, maximum: low },
      { type, exclusiveMinimum: low, maximum: low + 1 + below(3) },
      { type, exclusiveMaximum: low + 3 },
      { type, multipleOf: one([2, 5, 0.1, 0.01]) },
      { type, format: one(NUMBER_FORMATS) },
      { type, enum: [1, 2.5, 3] },
      { type, const: one([0, 7]) },
    ])
  }

  #object(depth: number): Schema {
    const { one, below, some } = this.#bound
    const { names } = this.#reach
    const properties: Schema = {}
    for (const name of [one(names), ...some(names, 2)]) {
      const own = depth <= 0 ? this.#scalar() : this.#any(depth)
      const filled = this.#branches === 0 && below(4) === 0 && own['$ref'] === undefined
      properties[name] = filled ? { ...own, default: this.#default(own) } : own
    }
    const schema: Schema = { type: 'object', properties }
    const more: (() => Schema)[] = [
      () => ({ required: [...new Set([one(names), ...some(Object.keys(properties), 2)])] }),
      () => ({ required: Object.keys(properties) }),
      () => ({ additionalProperties: false }),
      () => ({ additionalProperties: false }),
      () => ({ additionalProperties: this.#scalar() }),
      () => ({ patternProperties: { [one(['^z', '-z$', '^ö'])]: this.#scalar() } }),
      () => ({ propertyNames: one([{ maxLength: 2 }, { pattern: '^[^b]' }]) }),
      () => ({ dependencies: { [one(names)]: [one(names)] } }),
      () => ({ dependencies: { [one(names)]: { required: [one(names)] } } }),
      () => one([{ minProperties: 1 }, { maxProperties: 2 }]),
      () => (depth > 0 ? this.#combined(depth - 1, schema) : {}),
    ]
    for (const add of some(more, 2)) Object.assign(schema, add())
    return schema
  }

  #default(schema: Schema): unknown {
    const { one, below } = this.#bound
    if (Array.isArray(schema['enum'])) return schema['enum'][0]
    if (schema['const'] !== undefined) return schema['const']
    if (below(4) === 0) return one(LITERALS)
    const values: { [type: string]: unknown } = {
      string: 'ä',
      integer: 3,
      number: 1.5,
      boolean: true,
      array: [],
      object: {},
    }
    return values[String(schema['type'])] ?? 'a'
  }

  #list(depth: number): Schema {
    const { one, below } = this.#bound
    if (below(4) === 0) {
      const items = [this.#any(depth), this.#scalar()]
      const more = one<Schema>([
        { additionalItems: false, maxItems: 2 },
        { maxItems: 2 },
        { additionalItems: this.#scalar(), maxItems: 3 },
      ])
      return { type: 'array', items, minItems: one([1, 2]), ...more }
    }
    const more = one<Schema>([
      {},
      {},
      { minItems: 1 },
      { maxItems: 2 },
      { uniqueItems: true },
      { contains: this.#scalar() },
    ])
    return { type: 'array', items: this.#any(depth), ...more }
  }

  /** Schemas that meet on one value; `beside`: they stand in this schema of an object. */
  #combined(depth: number, beside?: Schema): Schema {
    const { one, below } = this.#bound
    const objects = beside !== undefined || below(2) === 0
    const branch = (): Schema => {
      if (below(6) === 0) return this.#reference()
      return objects ? this.#object(depth) : this.#any(depth)
    }
    this.#branches++
    const made = one<() => Schema>([
      () => ({ allOf: [branch(), branch()] }),
      () => ({ anyOf: [branch(), branch()] }),
      () => ({ oneOf: [branch(), branch()] }),
      () => ({ oneOf: [{ anyOf: [branch(), branch()] }, branch()] }),
      () => ({ anyOf: [{ oneOf: [branch(), branch()] }, branch()] }),
      () => ({ allOf: [{ anyOf: [branch(), branch()] }, branch()] }),
      () => ({ not: branch() }),
      () => ({ if: branch(), then: branch(), else: branch() }),
      () => ({ if: branch(), then: branch() }),
    ])()
    this.#branches--
    return made
  }
}

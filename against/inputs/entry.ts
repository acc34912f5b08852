/** The form of an input: a schema for one value, and values for it. What becomes of them the oracle says. */

export type Schema = { [keyword: string]: unknown }

export type Entry = readonly [schema: Schema | boolean, values: unknown[]]

/** The schemas that references of the inputs lead to. */
export const SHARED: readonly Schema[] = [
  { $id: 'word', type: 'string', maxLength: 3 },
  {
    $id: 'tree',
    type: 'object',
    properties: { n: { type: 'integer', default: 7 }, next: { $ref: '#' } },
    definitions: { few: { type: 'integer', minimum: 1 }, own: { $ref: '#/definitions/few' } },
  },
  {
    $id: 'http://example.com/far.json',
    definitions: { 'a b': { type: 'boolean' }, named: { $id: '#named', type: 'number', maximum: 9 } },
    type: 'array',
    items: { type: 'string', maxLength: 3 },
  },
]

/** The schema of an object with these properties. */
export const objectOf = (properties: object, more: object = {}): Schema => ({
  type: 'object',
  properties,
  ...more,
})

/** Schemas by their `$id`. */
export const byId = (schemas: readonly unknown[]): { [id: string]: Schema } =>
  Object.fromEntries(schemas.map((schema) => [String(Reflect.get(Object(schema), '$id')), schema as Schema]))

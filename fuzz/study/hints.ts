/** What in a schema is allowed and often not meant: unknown words, no limits, types that are only guessed. */
import { combinesObjects } from '../schema/removal.ts'
import {
  isSchema,
  type Schema,
  type SchemaOrBoolean,
  type Surroundings,
  subschemas,
  typesOf,
} from '../schema/walk.ts'
import { contradictionsOf, hazardsOf } from './hazards.ts'

export interface Hint {
  id:
    | 'unknown-keyword'
    | 'no-type'
    | 'unbounded-text'
    | 'unbounded-list'
    | 'open-object'
    | 'asynchronous'
    | 'wrong-place'
    | 'slow-pattern'
    | 'removal'
    | 'fraction'
    | 'few-properties'
    | 'impossible'
  pointer: string
  text: string
}

/** Of draft 7, and what the validator and its formats add. */
const KEYWORDS = new Set([
  ...[
    '$id',
    '$schema',
    '$ref',
    '$comment',
    'title',
    'description',
    'default',
    'readOnly',
    'writeOnly',
    'examples',
  ],
  ...[
    'multipleOf',
    'maximum',
    'exclusiveMaximum',
    'minimum',
    'exclusiveMinimum',
    'maxLength',
    'minLength',
    'pattern',
  ],
  ...[
    'additionalItems',
    'items',
    'maxItems',
    'minItems',
    'uniqueItems',
    'contains',
    'maxProperties',
    'minProperties',
  ],
  ...[
    'required',
    'additionalProperties',
    'definitions',
    '$defs',
    'properties',
    'patternProperties',
    'dependencies',
  ],
  ...[
    'propertyNames',
    'const',
    'enum',
    'type',
    'format',
    'contentMediaType',
    'contentEncoding',
    'if',
    'then',
    'else',
  ],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'nullable', 'discriminator', '$async'],
])
const OF_TEXTS = ['minLength', 'maxLength', 'pattern', 'format']
const OF_LISTS = ['items', 'minItems', 'maxItems', 'uniqueItems', 'contains']
const OF_OBJECTS = [
  'properties',
  'required',
  'additionalProperties',
  'patternProperties',
  'minProperties',
  'maxProperties',
]

/** The hints of a schema and of all below it, and of the shared schemas. */
export function hintsOf(schema: SchemaOrBoolean, { shared }: Surroundings): Hint[] {
  const found: Hint[] = []
  const look = (one: Schema, pointer: string): void => {
    found.push(...hintsHere(one, pointer))
    for (const { pointer: step, schema: inner } of subschemas(one)) look(inner, pointer + step)
  }
  if (typeof schema !== 'boolean') look(schema, '#')
  for (const [id, one] of Object.entries(shared)) look(one, `${id}#`)
  return found
}

function hintsHere(schema: Schema, pointer: string): Hint[] {
  const found: Hint[] = []
  const hint = (id: Hint['id'], text: string): void => void found.push({ id, pointer, text })
  for (const key of Object.keys(schema))
    if (!KEYWORDS.has(key))
      hint(
        'unknown-keyword',
        `"${key}" is not a keyword: strict mode refuses it, and nothing is checked by it`,
      )
  if (schema['$async'])
    hint('asynchronous', '$async is refused: a request that waits for its own schema can hold the server up')
  for (const [id, text] of [...hazardsOf(schema), ...contradictionsOf(schema)]) hint(id, text)
  const types = typesOf(schema)
  const speaks = [...OF_TEXTS, ...OF_LISTS, ...OF_OBJECTS].filter((key) => schema[key] !== undefined)
  const decided = schema['enum'] ?? schema['const'] ?? schema['$ref']
  const isCondition = /\/(?:if|then|else|not|propertyNames)$/.test(pointer)
  const isBranch = isCondition || /\/(?:oneOf|anyOf|allOf)\/\d+$/.test(pointer)
  if (!types && speaks.length > 0 && decided === undefined && !isCondition)
    hint(
      'no-type',
      `no type: ${speaks.join(', ')} hold only where the type fits, and the serializer guesses one`,
    )
  if (!types || decided !== undefined) return found
  const wrong = [
    ...(types.includes('string') ? [] : OF_TEXTS),
    ...(types.includes('array') ? [] : OF_LISTS),
    ...(types.includes('object') ? [] : OF_OBJECTS),
  ].filter((key) => schema[key] !== undefined)
  if (wrong.length > 0)
    hint(
      'wrong-place',
      `${wrong.join(', ')} ${wrong.length === 1 ? 'says' : 'say'} nothing of the type ${types.join(', ')}`,
    )
  const bounded =
    schema['maxLength'] !== undefined || schema['pattern'] !== undefined || schema['format'] !== undefined
  if (types.includes('string') && !bounded)
    hint('unbounded-text', 'a text of any length: maxLength bounds it')
  if (types.includes('array') && schema['maxItems'] === undefined)
    hint('unbounded-list', 'a list of any length: maxItems bounds it')
  const open = schema['additionalProperties'] === undefined && isSchema(schema['properties'])
  if (types.includes('object') && open && !isBranch && !combinesObjects(schema))
    hint('open-object', 'undeclared properties are let through: additionalProperties false removes them')
  return found
}

/** The type of a schema, as fast-json-stringify reads it. */
import type { Properties } from '../../values.ts'

/** Without `type`, the first of these keywords tells it. */
const TYPE_OF: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  [
    'object',
    [
      ...['properties', 'required', 'additionalProperties', 'patternProperties', 'maxProperties'],
      ...['minProperties', 'dependencies'],
    ],
  ],
  ['array', ['items', 'maxItems', 'minItems', 'uniqueItems', 'contains', 'additionalItems']],
  ['string', ['maxLength', 'minLength', 'pattern']],
  ['number', ['multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum']],
]

/** The value of `type`, or the type that other keywords tell; undefined: none does. */
export function typeOf(schema: Properties): unknown {
  if (schema.type !== undefined) return schema.type
  return TYPE_OF.find(([, keywords]) => keywords.some((keyword) => keyword in schema))?.[0]
}

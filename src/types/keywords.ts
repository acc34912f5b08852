/** Keywords of JSON Schema in the schemas of routes: a wrong one fails `ready()`, and here it does not compile. No runtime. */
// biome-ignore-all lint/suspicious/noEmptyInterface: applications merge members in

/**
 * Merge the names in of keywords that your validator knows beside those of JSON Schema: from `ajv.customOptions.keywords`, or
 * from a plugin of ajv.
 * @example
 * ```ts
 * import touchstone from 'touchstone'
 * declare module 'touchstone' {
 *   interface GlobalKeywords {
 *     unit: string
 *   }
 * }
 * const app = touchstone({ ajv: { customOptions: { keywords: ['unit'] } } })
 * app.get('/', { schema: { querystring: { length: { type: 'number', unit: 'm' } } } }, async ({ query }) => query.length)
 * console.log((await app.inject('/?length=2')).body) // 2
 * ```
 */
export interface GlobalKeywords {}

type Keyword =
  | '$id'
  | '$schema'
  | '$ref'
  | '$comment'
  | '$defs'
  | '$vocabulary'
  | '$async'
  | 'definitions'
  | 'type'
  | 'nullable'
  | 'enum'
  | 'const'
  | 'title'
  | 'description'
  | 'default'
  | 'examples'
  | 'deprecated'
  | 'readOnly'
  | 'writeOnly'
  | 'format'
  | 'formatMinimum'
  | 'formatMaximum'
  | 'formatExclusiveMinimum'
  | 'formatExclusiveMaximum'
  | 'multipleOf'
  | 'minimum'
  | 'maximum'
  | 'exclusiveMinimum'
  | 'exclusiveMaximum'
  | 'minLength'
  | 'maxLength'
  | 'pattern'
  | 'contentEncoding'
  | 'contentMediaType'
  | 'items'
  | 'additionalItems'
  | 'minItems'
  | 'maxItems'
  | 'uniqueItems'
  | 'contains'
  | 'properties'
  | 'patternProperties'
  | 'additionalProperties'
  | 'propertyNames'
  | 'minProperties'
  | 'maxProperties'
  | 'required'
  | 'dependencies'
  | 'if'
  | 'then'
  | 'else'
  | 'allOf'
  | 'anyOf'
  | 'oneOf'
  | 'not'
  | keyof GlobalKeywords

type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null'
type Part = 'body' | 'querystring' | 'query' | 'params' | 'headers'

/**
 * `unknown` where the schemas of the request parts have no other keyword than those of JSON Schema and `GlobalKeywords`; in
 * place of another one stands a message that no value is assignable to. Looks at literal types with a JSON `type`, and at what
 * `properties`, `items`, `anyOf`, `allOf`, `oneOf`, `definitions` and `$defs` contain. It leaves all else to the validator:
 * schemas of zod, yup or TypeBox, of newer drafts (by `$schema`), and of languages of your own. Response schemas may have any keyword.
 */
export type KnownKeywords<S> = string extends keyof S
  ? unknown
  : [WrongPart<S[keyof S & Part]>] extends [never]
    ? unknown
    : { [P in keyof S & Part]: PartOf<S[P]> }

type Combiner = 'anyOf' | 'allOf' | 'oneOf'
type Definitions = 'definitions' | '$defs'

// `true` where a keyword may be wrong. A cheap look at all keys of a level at once: the types below, which find the place,
// cost the compiler more.
type WrongPart<X> = X extends { type: string }
  ? Wrong<X>
  : Wrong<X[keyof X]> | (keyof X & (Combiner | Definitions) extends never ? never : WrongRare<X>)
type Wrong<X> = X extends { type: JsonType }
  ? keyof X extends Leaf
    ? never
    : keyof X extends Keyword
      ? WrongInside<X>
      : true
  : never
type Leaf = Exclude<Keyword, 'properties' | 'items' | Combiner | Definitions>
type WrongInside<X> =
  | (X extends { properties: object } ? Wrong<X['properties'][keyof X['properties']]> : never)
  | (X extends { items: infer I } ? (I extends readonly (infer U)[] ? Wrong<U> : Wrong<I>) : never)
  | (keyof X & (Combiner | Definitions) extends never ? never : WrongRare<X>)
type WrongRare<X> = WrongMembers<X[keyof X & Combiner]> | Wrong<ValueOf<X[keyof X & Definitions]>>
type WrongMembers<X> = X extends readonly (infer U)[] ? WrongMember<U> : never
/** A member of `anyOf` and the like is a schema without a `type` too. */
type WrongMember<X> = X extends { type: string }
  ? Wrong<X>
  : X extends object
    ? string extends keyof X
      ? never
      : keyof X extends Keyword
        ? WrongInside<X>
        : true
    : never
type ValueOf<X> = X extends object ? X[keyof X] : never

type PartOf<X> = unknown extends X
  ? unknown
  : X extends FromLibrary
    ? unknown
    : X extends { type: JsonType }
      ? SchemaOf<X>
      : X extends { type: string }
        ? unknown
        : {
            // the shorthand: each property has a schema
            [K in keyof X]: K extends Combiner
              ? MembersOf<X[K]>
              : K extends Definitions
                ? SchemasOf<X[K]> & SchemaOf<X[K]>
                : SchemaOf<X[K]>
          }
type SchemaOf<X> = X extends FromLibrary ? unknown : X extends { type: JsonType } ? KeywordsOf<X> : unknown
type KeywordsOf<X> = string extends keyof X
  ? unknown
  : {
      [K in keyof X]: K extends Keyword
        ? K extends 'properties' | Definitions
          ? SchemasOf<X[K]>
          : K extends 'items'
            ? X[K] extends readonly unknown[]
              ? SchemasOf<X[K]>
              : SchemaOf<X[K]>
            : K extends Combiner
              ? MembersOf<X[K]>
              : unknown
        : K extends string
          ? UnknownKeyword<K>
          : unknown
    }
type SchemasOf<X> = X extends object ? { [N in keyof X]: SchemaOf<X[N]> } : unknown
type MembersOf<X> = X extends readonly unknown[] ? { [N in keyof X]: MemberOf<X[N]> } : unknown
type MemberOf<X> = X extends FromLibrary | boolean
  ? unknown
  : X extends { type: string }
    ? SchemaOf<X>
    : KeywordsOf<X>
/** Schemas of zod and other libraries of Standard Schema, of TypeBox 1 and 0.x, of fluent-json-schema, and of newer drafts,
 * which have other keywords. */
type FromLibrary =
  | { readonly '~standard': unknown }
  | { readonly '~kind': unknown }
  | { readonly static: unknown; readonly params: unknown }
  | { readonly isFluentJSONSchema: boolean }
  | { readonly $schema: `${string}/draft/20${string}` }

/** In place of the value of a keyword that JSON Schema does not have. An object: of a number and a text nothing would be left
 * but `never`, and no message. */
export interface UnknownKeyword<K extends string> {
  /**
   * The message that TypeScript shows: the keyword, and what to do.
   * @example
   * ```ts
   * import type { UnknownKeyword } from 'touchstone'
   * const { error }: UnknownKeyword<'colour'> = {
   *   error: "unknown keyword 'colour': if your validator knows it, merge its name into GlobalKeywords",
   * }
   * console.log(error.slice(0, 24)) // unknown keyword 'colour'
   * ```
   */
  error: `unknown keyword '${K}': if your validator knows it, merge its name into GlobalKeywords`
}

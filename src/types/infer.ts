/** From a schema as it is written to the type of what it describes. No runtime. */
// biome-ignore-all lint/suspicious/noEmptyInterface: applications merge members in

/** `in`: what a validator lets through, defaults filled in. `out`: what a serializer accepts. */
export type Mode = 'in' | 'out'

/**
 * What is read by a `$ref` that leads nowhere in this context. Using it does not compile, and the message has the advice.
 * What is sent by one is anything: the schema may be known where the application runs.
 */
export interface UnknownRef<R extends string, Advice extends string = AdviceOn<R>> {
  readonly '~unresolved $ref': R
  readonly '~advice': Advice
}
type AdviceOn<R extends string> = R extends `${infer Id}#${string}`
  ? Id extends ''
    ? NothingAt<R>
    : Returns<Id>
  : Returns<R>
type Returns<Id extends string> = `addSchema returns the instance that knows '${Id}'`
type NothingAt<R extends string> = `the schema has nothing at '${R}'`
/** On the way out a value is as its writer says. */
type Unresolved<R extends string, M extends Mode, Advice extends string = AdviceOn<R>> = M extends 'out'
  ? unknown
  : UnknownRef<R, Advice>

/** A member of an open registry for schemas that are no JSON Schemas: `import 'touchstone/typebox'` merges one in. */
// biome-ignore lint/correctness/noUnusedVariables: a merged member is computed from S and M
export interface SchemaInference<S, M extends Mode> {}

/** A schema that tells its types in the way of Standard Schema. */
export interface Standard<I, O> {
  readonly '~standard': { readonly types?: { readonly input: I; readonly output: O } | undefined }
}

/**
 * The type that a schema describes. `Shared` maps ids to the shared schemas in sight.
 * Knows JSON Schema as a literal (as an argument, from `defineSchema`, or `as const`), Standard Schema (zod, yup, valibot…)
 * and TypeBox. Of anything else it says `unknown`.
 *
 * @example
 * ```ts
 * import { defineSchema, type TypeOf } from 'touchstone'
 *
 * const user = defineSchema({
 *   type: 'object',
 *   properties: { name: { type: 'string' }, role: { enum: ['admin', 'guest'], default: 'guest' } },
 *   required: ['name'],
 * })
 * const read: TypeOf<typeof user> = { name: 'Ada', role: 'admin' } // a default makes sure that it is there
 * const sent: TypeOf<typeof user, {}, 'out'> = { name: 'Ada' } // and need not be given
 * console.log(read.role, sent.name) // admin Ada
 * ```
 */
export type TypeOf<S, Shared = {}, M extends Mode = 'in'> = S extends { readonly '~standard': unknown }
  ? S extends Standard<infer I, infer O>
    ? M extends 'in'
      ? O
      : I
    : unknown
  : S extends { readonly static: infer T; readonly params: unknown } // TypeBox 0.x
    ? T
    : [SchemaInference<S, M>[keyof SchemaInference<S, M>]] extends [never]
      ? S extends { validate: (...args: never[]) => unknown } | { isFluentJSONSchema: unknown } // joi and kin, builders
        ? unknown
        : Infer<Full<S>, Full<S>, Shared, M>
      : SchemaInference<S, M>[keyof SchemaInference<S, M>]

/** Without one of these keywords, and without `$schema`, a schema is a bag of properties. */
type Keyword = 'type' | 'properties' | '$ref' | 'oneOf' | 'allOf' | 'anyOf' | '$merge' | '$patch'
type Full<S> = Keyword & keyof S extends never ? (S extends { $schema: string } ? S : { properties: S }) : S

// ── one schema within its root; Reg: the shared schemas

type Infer<S, R, Reg, M extends Mode> = keyof S & Special extends never // most schemas are plain: one question for them
  ? S extends { type: infer T extends keyof Scalars<M> }
    ? Scalars<M>[T] // and most of these are leaves
    : S extends false
      ? never
      : Typed<S, R, Reg, M>
  : S extends { $ref: infer Ref extends string }
    ? Referred<Ref, R, Reg, M>
    : S extends { nullable: true }
      ? Combined<S, R, Reg, M> | null
      : Combined<S, R, Reg, M>
type Special = '$ref' | 'nullable' | 'const' | 'enum' | 'anyOf' | 'oneOf' | 'allOf'

type Combined<S, R, Reg, M extends Mode> = S extends { const: infer C }
  ? C
  : S extends { enum: readonly (infer E)[] }
    ? E
    : S extends { anyOf: readonly (infer U)[] } | { oneOf: readonly (infer U)[] }
      ? Typed<S, R, Reg, M> & Each<U, R, Reg, M>
      : S extends { allOf: readonly (infer U)[] }
        ? Meet<U extends unknown ? { is: Infer<U, R, Reg, M> } : never> extends { is: infer V }
          ? V & Typed<S, R, Reg, M>
          : unknown
        : Typed<S, R, Reg, M>
type Meet<U> = (U extends unknown ? (u: U) => void : never) extends (i: infer I) => void ? I : never

type Typed<S, R, Reg, M extends Mode> = S extends { type: infer T }
  ? T extends readonly (infer U)[]
    ? OneType<U, S, R, Reg, M>
    : OneType<T, S, R, Reg, M>
  : S extends { properties: unknown }
    ? Obj<S, R, Reg, M>
    : S extends { items: unknown }
      ? Arr<S, R, Reg, M>
      : unknown
type OneType<T, S, R, Reg, M extends Mode> = T extends keyof Scalars<M>
  ? Scalars<M>[T]
  : T extends 'object'
    ? Obj<S, R, Reg, M>
    : T extends 'array'
      ? Arr<S, R, Reg, M>
      : unknown
/** The types of JSON Schema without parts. */
export interface Scalars<M extends Mode> {
  string: M extends 'out' ? string | Date : string
  number: number
  integer: M extends 'out' ? number | bigint : number
  boolean: boolean
  null: null
}

type Arr<S, R, Reg, M extends Mode> = S extends { prefixItems: infer P extends readonly unknown[] } // draft 2020-12
  ? S extends { items: infer I }
    ? I extends false
      ? Tuple<P, R, Reg, M>
      : [...Tuple<P, R, Reg, M>, ...Infer<I, R, Reg, M>[]]
    : [...Tuple<P, R, Reg, M>, ...unknown[]]
  : S extends { items: infer I }
    ? I extends readonly unknown[]
      ? Tuple<I, R, Reg, M>
      : Infer<I, R, Reg, M>[]
    : unknown[]
type Tuple<I extends readonly unknown[], R, Reg, M extends Mode> = {
  -readonly [K in keyof I]: Infer<I[K], R, Reg, M>
}

type Obj<S, R, Reg, M extends Mode> = S extends { properties: infer P }
  ? Props<P, Certain<S, P, M>, R, Reg, M> & Others<S, R, Reg, M>
  : S extends { additionalProperties: infer A }
    ? A extends false
      ? {}
      : { [key: string]: A extends true ? unknown : Infer<A, R, Reg, M> }
    : S extends { patternProperties: infer PP }
      ? { [key: string]: Each<PP[keyof PP], R, Reg, M> }
      : { [key: string]: unknown }
type Each<U, R, Reg, M extends Mode> = U extends unknown ? Infer<U, R, Reg, M> : never
type Others<S, R, Reg, M extends Mode> = S extends { additionalProperties: infer A }
  ? A extends false
    ? unknown
    : { [key: string]: A extends true ? unknown : Infer<A, R, Reg, M> }
  : unknown
// Key sets, and not a question for each key in an `as` clause: a fifth of all that the compiler does for a route.
type Props<P, Q, R, Reg, M extends Mode> = Flat<
  Present<P, keyof P & Q, R, Reg, M> & Possible<P, Exclude<keyof P, Q>, R, Reg, M>
>
type Present<P, N extends keyof P, R, Reg, M extends Mode> = { -readonly [K in N]: Infer<P[K], R, Reg, M> }
type Possible<P, N extends keyof P, R, Reg, M extends Mode> = { -readonly [K in N]?: Infer<P[K], R, Reg, M> }
type Flat<T> = { [K in keyof T]: T[K] } & {}
/** The keys that are there for certain: required ones, and, on the way in, those with a default. */
type Certain<S, P, M extends Mode> =
  | (S extends { required: readonly (infer Q)[] }
      ? M extends 'out'
        ? { [K in keyof P]: K extends Q ? (P[K] extends { default: unknown } ? never : K) : never }[keyof P]
        : Q
      : never)
  | (M extends 'in' ? { [K in keyof P]: P[K] extends { default: unknown } ? K : never }[keyof P] : never)

// ── references: 'id', 'id#', 'id#/a/pointer', 'id#anchor', and the same without id within the root

type Referred<Ref extends string, R, Reg, M extends Mode> = Ref extends keyof Reg
  ? Infer<Reg[Ref], Reg[Ref], Reg, M>
  : Ref extends `${infer Id}#${infer Tail}`
    ? Id extends ''
      ? Within<Ref, R, Tail, Reg, M>
      : Id extends keyof Reg
        ? Within<Ref, Reg[Id], Tail, Reg, M>
        : Unresolved<Ref, M>
    : Unresolved<Ref, M>
type Within<Ref extends string, R, Tail extends string, Reg, M extends Mode> = Tail extends ''
  ? Infer<R, R, Reg, M>
  : (Tail extends `/${infer P}` ? Pointed<R, P> : Anchored<R, `#${Tail}`>) extends infer T
    ? [T] extends [undefined]
      ? Unresolved<Ref, M, NothingAt<Ref>>
      : Infer<T, R, Reg, M>
    : never
type Pointed<S, P extends string> = P extends `${infer Head}/${infer Tail}`
  ? Step<S, Head> extends infer T
    ? [T] extends [undefined]
      ? undefined
      : Pointed<T, Tail>
    : never
  : Step<S, P>
type Step<S, H extends string> = H extends keyof S
  ? S[H]
  : H extends `${infer N extends number}`
    ? N extends keyof S
      ? S[N]
      : undefined
    : undefined
/** The member of `definitions`, `$defs` or `properties` whose `$id` is the anchor. */
type Anchored<R, A extends string> = {
  [B in keyof R & ('definitions' | '$defs' | 'properties')]: {
    [K in keyof R[B]]: R[B][K] extends { $id: A } ? R[B][K] : never
  }[keyof R[B]]
}[keyof R & ('definitions' | '$defs' | 'properties')] extends infer T
  ? [T] extends [never]
    ? undefined
    : T
  : never

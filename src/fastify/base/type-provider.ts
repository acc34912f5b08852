/** How the types of a request and its reply come from generics, or else from schemas by a type provider. No runtime. */
import type { FastifySchema, RouteGenericInterface } from './generics.ts'

/**
 * A function from a schema to a type. Providers extend it, in one of two forms: those of 4.x compute `output` from `this['input']`,
 * and those of 5 `validator`, what a request has, and `serializer`, what a reply may be, from `this['schema']`.
 */
export interface FastifyTypeProvider {
  readonly input: unknown
  readonly output: unknown
  readonly schema: unknown
  readonly validator?: unknown
  readonly serializer?: unknown
}
/** Computes nothing: every part is unknown. */
export interface FastifyTypeProviderDefault extends FastifyTypeProvider {}

/** The type that a provider of the form of 4.x finds for a schema, or that of 5 for what a request has. */
export type CallTypeProvider<Provider extends FastifyTypeProvider, Schema> = CallValidatorTypeProvider<
  Provider,
  Schema
>
/** What a request has. */
export type CallValidatorTypeProvider<Provider extends FastifyTypeProvider, Schema> = Provider extends {
  validator: unknown
}
  ? (Provider & { schema: Schema })['validator']
  : (Provider & { input: Schema })['output']
/** What a reply may be. */
export type CallSerializerTypeProvider<Provider extends FastifyTypeProvider, Schema> = Provider extends {
  serializer: unknown
}
  ? (Provider & { schema: Schema })['serializer']
  : (Provider & { input: Schema })['output']

/** A promise that nobody has to handle: the application tells its rejection. */
export type SafePromiseLike<T> = PromiseLike<T> & { __linterBrands: 'SafePromiseLike' }

/** The parts of a request. */
export interface FastifyRequestType<
  Params = unknown,
  Querystring = unknown,
  Headers = unknown,
  Body = unknown,
> {
  params: Params
  query: Querystring
  headers: Headers
  body: Body
}
export interface ResolveFastifyRequestType<
  TypeProvider extends FastifyTypeProvider,
  SchemaCompiler extends FastifySchema,
  RouteGeneric extends RouteGenericInterface,
> extends FastifyRequestType {
  params: Part<RouteGeneric['Params'], TypeProvider, SchemaCompiler['params']>
  query: Part<RouteGeneric['Querystring'], TypeProvider, SchemaCompiler['querystring']>
  headers: LowerCase<Part<RouteGeneric['Headers'], TypeProvider, SchemaCompiler['headers']>>
  body: Part<RouteGeneric['Body'], TypeProvider, SchemaCompiler['body']>
}
/** What the generic says; without one, what the provider reads from the schema. */
type Part<Generic, Provider extends FastifyTypeProvider, Schema> = [KeyOfEach<Generic>] extends [never]
  ? Known<CallTypeProvider<Provider, Schema>>
  : Known<Generic>
type KeyOfEach<T> = T extends unknown ? keyof T : never
type Known<T> = [T] extends [undefined] ? unknown : T
/** Node.js gives the names of headers in lower case. */
type LowerCase<T> =
  T extends Record<string, unknown> ? { [K in keyof T as K extends string ? Lowercase<K> : K]: T[K] } : T

/** The payload of a reply. */
export type FastifyReplyType<Reply = unknown> = Reply
/** Every payload that the generic `Reply`, or else the response schemas, allow. */
export type ResolveFastifyReplyType<
  TypeProvider extends FastifyTypeProvider,
  SchemaCompiler extends FastifySchema,
  RouteGeneric extends RouteGenericInterface,
> = [KeyOfEach<RouteGeneric['Reply']>] extends [never]
  ? Known<AnyResponse<TypeProvider, SchemaCompiler['response']>>
  : Known<RouteGeneric['Reply']>
type AnyResponse<Provider extends FastifyTypeProvider, Responses> = {
  [Status in keyof Responses]: OneResponse<Provider, Responses[Status]>
} extends infer Each
  ? Each[keyof Each]
  : unknown
type OneResponse<Provider extends FastifyTypeProvider, Schema> = Schema extends {
  content: infer Media extends { [type: string]: { schema: unknown } }
}
  ? { [Type in keyof Media]: CallSerializerTypeProvider<Provider, Media[Type]['schema']> }[keyof Media]
  : CallSerializerTypeProvider<Provider, Schema>

/** What a handler may return. */
export type ResolveFastifyReplyReturnType<
  TypeProvider extends FastifyTypeProvider,
  SchemaCompiler extends FastifySchema,
  RouteGeneric extends RouteGenericInterface,
> =
  ResolveFastifyReplyType<TypeProvider, SchemaCompiler, RouteGeneric> extends infer Payload
    ? // biome-ignore lint/suspicious/noConfusingVoidType: a handler that only sends returns nothing
      Payload | void | Promise<Payload | void>
    : unknown

// ── payloads by status, where the generic `Reply` is a map of statuses

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9
type Class = 1 | 2 | 3 | 4 | 5
type Status = `${Class}${Digit}${Digit}` extends `${infer N extends number}` ? N : never
type StatusKey = Status | `${Class}xx`

/** The statuses that a reply may set: those of the map, or any number where `Reply` is no map. */
export type ReplyKeysToCodes<Key> = [Key] extends [never]
  ? number
  : Key extends Status
    ? Key
    : Key extends `${infer First extends Class}xx`
      ? Extract<Status, ToNumber<`${First}${Digit}${Digit}`>>
      : number
type ToNumber<T extends string> = T extends `${infer N extends number}` ? N : never

/** The payload of one status. */
export type ResolveReplyTypeWithRouteGeneric<
  Reply,
  Code extends number,
  SchemaCompiler extends FastifySchema,
  TypeProvider extends FastifyTypeProvider,
> = Code extends keyof SchemaCompiler['response']
  ? CallSerializerTypeProvider<TypeProvider, SchemaCompiler['response'][Code]>
  : ResolveFastifyReplyType<TypeProvider, SchemaCompiler, { Reply: OfStatus<Reply, Code> }>
type OfStatus<Reply, Code extends number> = [Exclude<keyof Reply, StatusKey>] extends [never]
  ? Code extends keyof Reply
    ? Reply[Code]
    : ClassKey<Code> extends infer Key extends keyof Reply
      ? Reply[Key]
      : unknown
  : Reply
type ClassKey<Code extends number> = `${Code}` extends `${infer First extends Class}${number}`
  ? `${First}xx`
  : never

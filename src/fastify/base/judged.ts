/** What the compiler refuses in the schemas of a route, as the main entry does. No runtime. */
import type { KnownKeywords } from '../../types/keywords.ts'
import type { HTTPMethods } from './raw.ts'
import type {
  CallSerializerTypeProvider,
  CallTypeProvider,
  CallValidatorTypeProvider,
  FastifyTypeProvider,
} from './type-provider.ts'

/**
 * The type provider of `get`, `post` and so on: it carries whether requests of the method have a body. Another parameter of
 * `RouteShorthandMethod` is not possible, since plugins merge overloads into it, and a merged interface has the same parameters.
 */
export interface MethodProvider<Provider extends FastifyTypeProvider, HasBody extends boolean>
  extends FastifyTypeProvider {
  readonly provider: Provider
  readonly hasBody: HasBody
  readonly output: CallTypeProvider<Provider, this['input']>
  readonly validator: CallValidatorTypeProvider<Provider, this['schema']>
  readonly serializer: CallSerializerTypeProvider<Provider, this['schema']>
}
/** The type provider of the application. */
export type ProviderOf<Provider extends FastifyTypeProvider> =
  Provider extends MethodProvider<infer Own, boolean> ? Own : Provider

/** What the options of a route have to be beside their type: no unknown keyword, and no body for `get` and `head`. */
export type Judged<Schema, Provider extends FastifyTypeProvider> = {
  schema?: KnownKeywords<Schema>
} & (Provider extends { readonly hasBody: false } ? NoBody<Schema> : unknown)

type NoBody<Schema> = Schema extends { body: {} }
  ? { schema?: { body?: 'a request of GET or HEAD has no body that a schema could describe' } }
  : unknown

/** The same for `route`, where its methods are known. */
export type JudgedRoute<Schema, Method> = { schema?: KnownKeywords<Schema> } & (HTTPMethods extends Method
  ? unknown
  : [Extract<EachOf<Method>, 'GET' | 'HEAD' | 'get' | 'head'>] extends [never]
    ? unknown
    : NoBody<Schema>)
type EachOf<T> = T extends readonly (infer One)[] ? One : T

/** Declarations as statements: they change the type of the variable that they are given. No runtime. */
import type { After, AfterSchema, Ctx, Fresh, FreshId, FreshValue, InContext, Name } from '../context-type.ts'
import type { Property } from './accessor.ts'
import type { Instance } from './instance.ts'

/**
 * `app.decorate(name, value)` as a statement after which `app` has the property.
 * @example
 * ```ts
 * import touchstone, { decorate } from 'touchstone'
 * const app = touchstone()
 * decorate(app, 'greet', (name: string) => `hello ${name}`)
 * app.get('/:name', async (request) => app.greet(request.params.name))
 * console.log((await app.inject('/ada')).body) // hello ada
 * ```
 */
export type DecorateStatement = <C extends Ctx, const K extends Name, V>(
  app: InContext<C>,
  name: K & Fresh<K, 'inst', C>,
  value: V,
  dependencies?: readonly Name[],
) => asserts app is Instance<After<C, K, Property<V>>['decorate']> & InContext<C>
/**
 * `app.decorateRequest(name, value)` as a statement after which requests have the property.
 * @example
 * ```ts
 * import touchstone, { decorateRequest } from 'touchstone'
 * const app = touchstone()
 * decorateRequest(app, 'user', 'nobody')
 * app.get('/', async (request) => request.user.toUpperCase())
 * console.log((await app.inject('/')).body) // NOBODY
 * ```
 */
export type DecorateRequestStatement = <C extends Ctx, const K extends Name, V>(
  app: InContext<C>,
  name: K & FreshValue<K, 'req', C>,
  value: V,
  dependencies?: readonly Name[],
) => asserts app is Instance<After<C, K, Property<V>>['decorateRequest']> & InContext<C>
/**
 * `app.decorateReply(name, value)` as a statement after which replies have the property.
 * @example
 * ```ts
 * import touchstone, { decorateReply } from 'touchstone'
 * const app = touchstone()
 * decorateReply(app, 'unit', 'ms')
 * app.get('/', async (_request, reply) => `7 ${reply.unit}`)
 * console.log((await app.inject('/')).body) // 7 ms
 * ```
 */
export type DecorateReplyStatement = <C extends Ctx, const K extends Name, V>(
  app: InContext<C>,
  name: K & FreshValue<K, 'rep', C>,
  value: V,
  dependencies?: readonly Name[],
) => asserts app is Instance<After<C, K, Property<V>>['decorateReply']> & InContext<C>
/**
 * `app.addSchema(schema)` as a statement after which `$ref`s to the schema have types.
 * @example
 * ```ts
 * import touchstone, { addSchema } from 'touchstone'
 * const app = touchstone()
 * addSchema(app, { $id: 'point', type: 'object', properties: { x: { type: 'number' } }, required: ['x'] })
 * app.post('/', { schema: { body: { $ref: 'point#' } } }, async ({ body }) => body.x + 1)
 * console.log((await app.inject({ method: 'POST', url: '/', payload: { x: 1 } })).body) // 2
 * ```
 */
export type AddSchemaStatement = <C extends Ctx, const S extends { $id: string }>(
  app: InContext<C>,
  schema: S & FreshId<S['$id'], C>,
) => asserts app is Instance<AfterSchema<C, S>['addSchema']> & InContext<C>

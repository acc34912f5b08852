/** Declarations as statements: they change the type of the variable that they are given. No runtime. */
import type { After, AfterSchema, Ctx, Fresh, FreshId, FreshValue, InContext, Name } from '../context-type.ts'
import type { Property } from './accessor.ts'
import type { Instance } from './instance.ts'

/** `app.decorate(name, value)` as a statement after which `app` has the property. */
export type DecorateStatement = <C extends Ctx, const K extends Name, V>(
  app: InContext<C>,
  name: K & Fresh<K, 'inst', C>,
  value: V,
  dependencies?: readonly Name[],
) => asserts app is Instance<After<C, K, Property<V>>['decorate']> & InContext<C>
/** `app.decorateRequest(name, value)` as a statement after which requests have the property. */
export type DecorateRequestStatement = <C extends Ctx, const K extends Name, V>(
  app: InContext<C>,
  name: K & FreshValue<K, 'req', C>,
  value: V,
  dependencies?: readonly Name[],
) => asserts app is Instance<After<C, K, Property<V>>['decorateRequest']> & InContext<C>
/** `app.decorateReply(name, value)` as a statement after which replies have the property. */
export type DecorateReplyStatement = <C extends Ctx, const K extends Name, V>(
  app: InContext<C>,
  name: K & FreshValue<K, 'rep', C>,
  value: V,
  dependencies?: readonly Name[],
) => asserts app is Instance<After<C, K, Property<V>>['decorateReply']> & InContext<C>
/** `app.addSchema(schema)` as a statement after which `$ref`s to the schema have types. */
export type AddSchemaStatement = <C extends Ctx, const S extends { $id: string }>(
  app: InContext<C>,
  schema: S & FreshId<S['$id'], C>,
) => asserts app is Instance<AfterSchema<C, S>['addSchema']> & InContext<C>

/** The ways to declare a route. No runtime. */
// biome-ignore-all lint/suspicious/noTsIgnore: an expected error that one compiler does not see would fail its users
import type { Ctx } from '../context-type.ts'
import type { HttpMethod } from '../http.ts'
import type { RouteSchema } from '../schema.ts'
import type { Handler } from './handler.ts'
import type { PathRouteOptions, RouteOptions, RouteSettings } from './route-options.ts'

/** Declares a route: `get(path, handler)`, `get(path, options, handler)`, or `get(path, { …options, handler })`.
 * `Here` is the instance that is returned, `Self` the one that handlers have as `this`.
 * @throws `FST_ERR_DUPLICATED_ROUTE` if the route exists.
 * @throws `FST_ERR_ROUTE_OPTIONS_NOT_OBJ` if the options are not an object.
 * @throws `FST_ERR_ROUTE_DUPLICATED_HANDLER` if there are two handlers.
 * @throws `FST_ERR_INSTANCE_ALREADY_LISTENING` once the application has started.
 * @ts-ignore TS2636: declared covariant on purpose */
export interface RouteMethod<out C extends Ctx, Here, Self, Schemas extends RouteSchema = RouteSchema> {
  <P extends string>(path: P, handler: Handler<C, {}, P, Self>): Here
  <P extends string, const S extends Schemas>(
    path: P,
    options: RouteSettings<C, S, P, Self>,
    handler: Handler<C, S, P, Self>,
  ): Here
  <P extends string, const S extends Schemas>(
    path: P,
    options: RouteSettings<C, S, P, Self> & { handler: Handler<C, S, P, Self> },
  ): Here
}

/**
 * Declares a route from one object, with its path as `url` or `path`.
 * @throws `FST_ERR_DUPLICATED_ROUTE` if the route exists.
 * @throws `FST_ERR_ROUTE_OPTIONS_NOT_OBJ` for anything but an object.
 * @throws `FST_ERR_INSTANCE_ALREADY_LISTENING` once the application has started.
 * @ts-ignore TS2636: declared covariant on purpose */
export interface RouteFunction<out C extends Ctx, Here, Self> {
  <P extends string, const M extends Methods, const S extends RouteSchema = {}>(
    options: RouteOptions<C, S, P, Self> & { method: M } & BodyOf<M, S>,
  ): Here
  <P extends string, const M extends Methods, const S extends RouteSchema = {}>(
    options: PathRouteOptions<C, S, P, Self> & { method: M } & BodyOf<M, S>,
  ): Here
}

type Methods = HttpMethod | readonly HttpMethod[]
/** Refuses a schema for the body where a method that is known has none. */
type BodyOf<M, S> = S extends { body: {} }
  ? M extends readonly (infer One)[]
    ? NoBody<One>
    : NoBody<M>
  : unknown
type NoBody<M> = HttpMethod extends M
  ? unknown
  : [Extract<M, 'GET' | 'HEAD'>] extends [never]
    ? unknown
    : { method: { error: 'a request of GET or HEAD has no body that a schema could describe' } }

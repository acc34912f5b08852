/** The members of an instance that declare routes. No runtime. */
// biome-ignore-all lint/suspicious/noTsIgnore: an expected error that one compiler does not see would fail its users
import type { Ctx } from '../context-type.ts'
import type { RouteFunction, RouteMethod } from '../exchange/route.ts'

/**
 * Members that declare routes. `Here` is the instance, `Self` what handlers have as `this`.
 * @ts-ignore TS2636: declared covariant on purpose */
export interface Routing<out C extends Ctx, Here, Self> {
  /** Declares a route. */
  route: RouteFunction<C, Here, Self>
  /**
   * Declares a route for GET.
   *
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   *
   * const app = touchstone()
   * app.get('/hello/:name', async (request) => `hello ${request.params.name}`)
   * console.log((await app.inject('/hello/ada')).body) // hello ada
   * ```
   */
  get: RouteMethod<C, Here, Self>
  /** Declares a route for HEAD.
   * @see `get` */
  head: RouteMethod<C, Here, Self>
  /** Declares a route for POST.
   * @see `get` */
  post: RouteMethod<C, Here, Self>
  /** Declares a route for PUT.
   * @see `get` */
  put: RouteMethod<C, Here, Self>
  /** Declares a route for PATCH.
   * @see `get` */
  patch: RouteMethod<C, Here, Self>
  /** Declares a route for DELETE.
   * @see `get` */
  delete: RouteMethod<C, Here, Self>
  /** Declares a route for OPTIONS.
   * @see `get` */
  options: RouteMethod<C, Here, Self>
  /** Declares a route for every method.
   * @see `get` */
  all: RouteMethod<C, Here, Self>
}

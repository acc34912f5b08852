/** The members of an instance that declare routes. No runtime. */
// biome-ignore-all lint/suspicious/noTsIgnore: an expected error that one compiler does not see would fail its users
import type { Ctx } from '../context-type.ts'
import type { RouteFunction, RouteMethod } from '../exchange/route.ts'
import type { BodylessSchema } from '../schema.ts'

/**
 * Members that declare routes. `Here` is the instance, `Self` what handlers have as `this`.
 * @ts-ignore TS2636: declared covariant on purpose */
export interface Routing<out C extends Ctx, Here, Self> {
  /**
   * Declares a route.
   * @see RouteOptions.method
   */
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
  get: RouteMethod<C, Here, Self, BodylessSchema>
  /**
   * Declares a route for HEAD.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.head('/file', async (_request, reply) => reply.header('x-size', 7).send())
   * console.log((await app.inject({ method: 'HEAD', url: '/file' })).headers['x-size']) // 7
   * ```
   */
  head: RouteMethod<C, Here, Self, BodylessSchema>
  /**
   * Declares a route for POST.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.post('/notes', async (request, reply) => reply.code(201).send(request.body))
   * const answer = await app.inject({ method: 'POST', url: '/notes', payload: { text: 'milk' } })
   * console.log(answer.statusCode, answer.body) // 201 {"text":"milk"}
   * ```
   */
  post: RouteMethod<C, Here, Self>
  /**
   * Declares a route for PUT.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.put('/notes/:id', async ({ params, body }) => ({ [params.id]: body }))
   * console.log((await app.inject({ method: 'PUT', url: '/notes/7', payload: { text: 'milk' } })).body) // {"7":{"text":"milk"}}
   * ```
   */
  put: RouteMethod<C, Here, Self>
  /**
   * Declares a route for PATCH.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * const note = { text: 'milk', done: false }
   * app.patch('/note', async (request) => Object.assign(note, request.body))
   * console.log((await app.inject({ method: 'PATCH', url: '/note', payload: { done: true } })).body) // {"text":"milk","done":true}
   * ```
   */
  patch: RouteMethod<C, Here, Self>
  /**
   * Declares a route for DELETE.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.delete('/notes/:id', async (_request, reply) => reply.code(204).send())
   * console.log((await app.inject({ method: 'DELETE', url: '/notes/7' })).statusCode) // 204
   * ```
   */
  delete: RouteMethod<C, Here, Self>
  /**
   * Declares a route for OPTIONS.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.options('*', async (_request, reply) => reply.header('allow', 'GET, HEAD').code(204).send())
   * console.log((await app.inject({ method: 'OPTIONS', url: '/notes' })).headers.allow) // GET, HEAD
   * ```
   */
  options: RouteMethod<C, Here, Self>
  /**
   * Declares a route for every method.
   * @example
   * ```ts
   * import touchstone from 'touchstone'
   * const app = touchstone()
   * app.all('/echo', async (request) => request.method)
   * console.log((await app.inject('/echo')).body, (await app.inject({ method: 'PUT', url: '/echo' })).body) // GET PUT
   * ```
   */
  all: RouteMethod<C, Here, Self>
}

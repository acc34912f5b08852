/** The types of the client: what an interface of routes says of a call. They import nothing of the server. */

/** One call of a route: what it needs, and what comes back, by status. */
export interface RouteTypes {
  request: object
  answer: { status: number; body: unknown }
}

/** The routes of an API: method in lower case, path as it was declared. `touchstone types` writes such an interface. */
export type ApiTypes = { [method: string]: { [path: string]: RouteTypes } }

/** What a call takes beside what the route declares. */
export interface CallOptions {
  /** Further headers, also those that the route does not declare. `undefined` leaves a header out. */
  headers?: { [name: string]: unknown }
  /** Aborts the call: its promise rejects with the reason of the signal. */
  signal?: AbortSignal
}

/** What comes with the status and the body of an answer. */
export interface Received {
  headers: Headers
  /** The response itself. Its body is read, but where `body` is undefined because of its content type. */
  response: Response
}

/** The answer of a route: a union by `status`. */
export type Answer<R extends RouteTypes> = R['answer'] & Received

type Arguments<Request> = { [key: string]: never } extends Request
  ? [options?: Request & CallOptions]
  : [options: Request & CallOptions]

/** The calls of one method. */
export type Calls<Paths> = <P extends keyof Paths & string>(
  path: P,
  ...options: Arguments<Paths[P] extends RouteTypes ? Paths[P]['request'] : never>
) => Promise<Paths[P] extends RouteTypes ? Answer<Paths[P]> : never>

/** A method for each method of the API: `api.get('/users/:id', { params: { id: 7 } })`. */
export type Client<Api> = { readonly [M in keyof Api]: Calls<Api[M]> }

/** An application, or anything else that answers a `Request`. */
export interface Fetching {
  fetch(request: Request): Response | Promise<Response>
}

export interface ClientOptions {
  /** Headers of every call. @default none */
  headers?: { [name: string]: unknown }
  /** What sends a request. @default the global `fetch`, or that of the application */
  fetch?: (request: Request) => Response | Promise<Response>
}

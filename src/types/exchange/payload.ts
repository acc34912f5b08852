/** What may be sent and returned, computed from the response schemas of a route. No runtime. */
import type { BypassPayload } from '../http.ts'
import type { TypeOf } from '../infer.ts'

/** A reply that may be returned from a handler, in place of a payload. */
export interface Sent {
  readonly '~reply': true
}

/** A type in the place of a schema. */
export interface Payload<T> {
  readonly '~standard': { readonly types?: { readonly input: T; readonly output: T } }
}
/** The response map of a route. */
export type ResponsesOf<S> = S extends { response: infer R } ? R : {}

type ClassOf<K extends number> = `${K}` extends `${infer Digit}${string}`
  ? `${Digit}xx` | `${Digit}XX`
  : never
/** The schema of a status: exact, then its class, then `default`; undefined where nothing is declared. */
type SchemaFor<R, K extends number> = K extends keyof R
  ? R[K]
  : `${K}` extends keyof R
    ? R[`${K}`]
    : ClassOf<K> & keyof R extends infer X extends keyof R
      ? [X] extends [never]
        ? R extends { default: infer D }
          ? D
          : undefined
        : R[X]
      : undefined
type OneResponse<X, Reg> = X extends { content: infer Map }
  ? { [T in keyof Map]: Map[T] extends { schema: infer Y } ? TypeOf<Y, Reg, 'out'> : unknown }[keyof Map]
  : TypeOf<X, Reg, 'out'>

/** What may be sent with the status `K`. */
export type PayloadFor<R, K extends number, Reg> =
  SchemaFor<R, K> extends infer X
    ? X extends undefined
      ? unknown
      : OneResponse<X, Reg> | BypassPayload
    : never
/** The arguments of `send`: without one only where an empty answer is within the schema. */
export type Sendable<X> = unknown extends X
  ? [payload?: unknown]
  : null extends X
    ? [payload?: X | undefined]
    : [payload: X]

/** What a handler may return: any response that is declared, or anything where none is. */
export type AnyPayload<R, Reg> = {} extends R
  ? unknown
  : { [K in keyof R]: OneResponse<R[K], Reg> }[keyof R] | BypassPayload
/** All that a handler may return. With `undefined` it has sent, or will send, by itself. */
export type Returned<R, Reg> = Answer<R, Reg> | Promise<Answer<R, Reg>>
// biome-ignore lint/suspicious/noConfusingVoidType: a handler that only sends returns nothing
type Answer<R, Reg> = AnyPayload<R, Reg> | Sent | void

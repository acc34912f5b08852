/** An error of the framework, and its constructor. No runtime. */

/**
 * An error of the framework. Its code is stable; its message is for people and may change.
 * @example
 * ```ts
 * import touchstone, { type FrameworkError } from 'touchstone'
 * const app = touchstone()
 * app.post('/', { schema: { body: { type: 'no type' } } }, async () => 'ok')
 * const { code, statusCode, cause } = await app.ready().then(() => ({}) as FrameworkError, (error: FrameworkError) => error)
 * console.log(code, statusCode, cause instanceof Error) // FST_ERR_SCH_VALIDATION_BUILD 500 true
 * ```
 */
export interface FrameworkError<Code extends string = string> extends Error {
  /** The key of the error in `errorCodes`. @see FrameworkError */
  code: Code
  /** The HTTP status of the reply when a request fails with this error. @see FrameworkError */
  statusCode: number
  /** The error behind this one, such as that of a compiler. @default undefined @see FrameworkError */
  cause?: unknown
}

/**
 * Creates the error of one code, with and without `new`; the arguments fill the placeholders of its message, then `{ cause }`.
 * @example
 * ```ts
 * import { errorCodes } from 'touchstone'
 * const Unsupported = errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE
 * const error = Unsupported('text/csv')
 * console.log(Unsupported.prototype.isPrototypeOf(error), error.message) // true Unsupported Media Type: text/csv
 * ```
 */
export interface FrameworkErrorConstructor<Code extends string = string> {
  new (...values: unknown[]): FrameworkError<Code>
  (...values: unknown[]): FrameworkError<Code>
  /** The prototype of its errors, so that `instanceof` recognizes them. @see FrameworkErrorConstructor */
  readonly prototype: FrameworkError<Code>
}

/** Errors as an application meets them: their codes, their fields, their constructors. No runtime. */
import type { ValidationContext } from './http.ts'
import type { SchemaError } from './schema.ts'

export type { ErrorCode, ErrorCodes, FrameworkError, FrameworkErrorConstructor } from '../errors.ts'

/**
 * The error of a request that broke its schema. The answer is a 400 unless an error handler gives another.
 * `Validation` is what the validator reported: an array of {@link SchemaError} from the default one, anything from your
 * own.
 * @example
 * ```ts
 * import touchstone from 'touchstone'
 * const app = touchstone()
 * app.setErrorHandler(async (error, _request, reply) => {
 *   reply.code(422)
 *   return [error.code, error.statusCode, error.validationContext, error.validation?.[0]?.message]
 * })
 * app.get('/', { schema: { querystring: { n: { type: 'integer' } } } }, async ({ query }) => query.n)
 * console.log((await app.inject('/?n=x')).body) // ["FST_ERR_VALIDATION",400,"query","must be integer"]
 * ```
 */
export interface ValidationError<Validation = SchemaError[]> extends Error {
  /**
   * `FST_ERR_VALIDATION`, unless a schema error formatter sets another.
   * @see ValidationError
   */
  code: string
  /**
   * Always 400.
   * @see ValidationError
   */
  statusCode: number
  /**
   * What the validator said about the part that failed.
   * @see ValidationError
   */
  validation: Validation
  /**
   * The part that failed.
   * @see ValidationError
   */
  validationContext: ValidationContext
}

/**
 * What an error handler receives: any Error, and the fields that errors of the framework have beside.
 * @example
 * ```ts
 * import touchstone from 'touchstone'
 * const app = touchstone()
 * app.setErrorHandler(async ({ code, statusCode = 500, validation, validationContext, cause }, _request, reply) => {
 *   reply.code(statusCode)
 *   if (validation !== undefined) return `${validation.length} mistake in ${validationContext}`
 *   return cause instanceof Error ? `failed: ${cause.message}` : code
 * })
 * app.get('/', { schema: { querystring: { n: { type: 'integer' } } } }, async () => {
 *   throw new Error('no users', { cause: new Error('no database') })
 * })
 * console.log((await app.inject('/?n=x')).body, '-', (await app.inject('/')).body) // 1 mistake in query - failed: no database
 * ```
 */
export interface HandledError extends Error {
  /**
   * The code of a framework error, or what the application set.
   * @see HandledError
   */
  code?: string
  /**
   * The status of the reply, if it is from 400 to 599.
   * @default undefined: the reply has status 500
   * @see HandledError
   */
  statusCode?: number
  /**
   * Only on a {@link ValidationError}.
   * @see HandledError
   */
  validation?: SchemaError[]
  /**
   * Only on a {@link ValidationError}.
   * @see HandledError
   */
  validationContext?: ValidationContext
  /**
   * The error behind this one.
   * @see HandledError
   */
  cause?: unknown
}

/** Errors as an application meets them: their codes, their fields, their constructors. No runtime. */
import type { ValidationContext } from './http.ts'
import type { SchemaError } from './schema.ts'

export type { ErrorCode, ErrorCodes, FrameworkError, FrameworkErrorConstructor } from '../errors.ts'

/**
 * The error of a request that broke its schema. The answer is a 400 unless an error handler gives another.
 * `Validation` is what the validator reported: an array of {@link SchemaError} from the default one, anything from your own.
 *
 * @example
 * ```ts
 * import touchstone from 'touchstone'
 *
 * const app = touchstone()
 * app.setErrorHandler((error, _request, reply) => reply.code(422).send([error.code, error.validationContext, error.message]))
 * app.get('/', { schema: { querystring: { n: { type: 'integer' } } } }, async ({ query }) => query.n)
 * console.log((await app.inject('/?n=x')).body) // ["FST_ERR_VALIDATION","query","querystring/n must be integer"]
 * ```
 */
export interface ValidationError<Validation = SchemaError[]> extends Error {
  /** `FST_ERR_VALIDATION`, unless a schema error formatter sets another. @see Settings.setErrorHandler */
  code: string
  /** Always 400. @see Settings.setErrorHandler */
  statusCode: number
  /** What the validator said about the part that failed. @see Settings.setErrorHandler */
  validation: Validation
  /** The part that failed. @see Settings.setErrorHandler */
  validationContext: ValidationContext
}

/** What an error handler receives: any Error, and the fields that errors of the framework have beside. */
export interface HandledError extends Error {
  /** The code of a framework error, or what the application set. @see Settings.setErrorHandler */
  code?: string
  /** The status of the reply, if it is from 400 to 599.
   * @default undefined: the reply has status 500
   * @see Settings.setErrorHandler */
  statusCode?: number
  /** Only on a {@link ValidationError}. @see Settings.setErrorHandler */
  validation?: SchemaError[]
  /** Only on a {@link ValidationError}. @see Settings.setErrorHandler */
  validationContext?: ValidationContext
  /** The error behind this one. @see Settings.setErrorHandler */
  cause?: unknown
}

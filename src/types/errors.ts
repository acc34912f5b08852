/** Errors as an application meets them: their codes, their fields, their constructors. No runtime. */
import type { ErrorCode } from '../errors.ts'
import type { ValidationContext } from './http.ts'
import type { SchemaError } from './schema.ts'

/** An error made by the framework. Its code is stable; its message is for people. */
export interface FrameworkError<Code extends string = string> extends Error {
  code: Code
  /** The HTTP status that it stands for. */
  statusCode: number
  cause?: unknown
}

/** Makes the error of one code; the arguments fill the places of its message. Works with and without `new`. */
export interface FrameworkErrorConstructor<Code extends string = string> {
  new (...values: unknown[]): FrameworkError<Code>
  (...values: unknown[]): FrameworkError<Code>
  readonly prototype: FrameworkError<Code>
}

/**
 * Every code of the framework with the constructor of its error.
 *
 * @example
 * ```ts
 * import touchstone, { errorCodes } from 'touchstone'
 *
 * const app = touchstone()
 * app.get('/gone', async () => {
 *   throw new errorCodes.FST_ERR_NOT_FOUND()
 * })
 * const answer = await app.inject('/gone')
 * console.log(answer.statusCode, answer.json<{ code: string }>().code) // 404 FST_ERR_NOT_FOUND
 * ```
 */
export type ErrorCodes = { readonly [Code in ErrorCode]: FrameworkErrorConstructor<Code> }

/**
 * The error of a request that broke its schema. The answer is a 400 unless an error handler gives another.
 * `Validation` is what the validator reported: an array of {@link SchemaError} from the default one, anything from your own.
 */
export interface ValidationError<Validation = SchemaError[]> extends Error {
  code: string
  /** Always 400. */
  statusCode: number
  /** What the validator said about the part that failed. */
  validation: Validation
  /** The part that failed. */
  validationContext: ValidationContext
}

/** What an error handler receives: any Error, and the fields that errors of the framework have beside. */
export interface HandledError extends Error {
  code?: string
  statusCode?: number
  /** Only on a {@link ValidationError}. */
  validation?: SchemaError[]
  /** Only on a {@link ValidationError}. */
  validationContext?: ValidationContext
  cause?: unknown
}

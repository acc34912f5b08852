/** Schemas of routes, and the functions that compile them, with the names of Fastify 4.17. No runtime. */
// biome-ignore-all lint/suspicious/noExplicitAny: code for 4.17 relies on the `any` of its types
import type { ErrorCodes, HandledError } from '../../types/errors.ts'
import type { FastifyInstance } from './names.ts'

/** What a compiler is called with. */
export interface FastifyRouteSchemaDef<T> {
  schema: T
  method: string
  url: string
  httpPart?: string
  httpStatus?: string
  contentType?: string
}

/** One complaint of a validator. */
export interface FastifySchemaValidationError {
  keyword: string
  instancePath: string
  schemaPath: string
  params: Record<string, any>
  message?: string
}
/** The name of 4.17 for `FastifySchemaValidationError`. */
export type ValidationResult = FastifySchemaValidationError

/** A compiled validator. Its complaints are in `errors`, or in what it returns. */
export interface FastifyValidationResult {
  (data: any): boolean | PromiseLike<any> | { error?: Error; value?: any }
  errors?: FastifySchemaValidationError[] | null
}
export type FastifySchemaCompiler<T> = (routeSchema: FastifyRouteSchemaDef<T>) => FastifyValidationResult
export type FastifySerializerCompiler<T> = (routeSchema: FastifyRouteSchemaDef<T>) => (data: any) => string

/** Where shared schemas are kept, and what makes the compilers. */
export interface FastifySchemaControllerOptions {
  bucket?: (parentSchemas?: unknown) => {
    add(schema: unknown): FastifyInstance
    getSchema(schemaId: string): unknown
    getSchemas(): Record<string, unknown>
  }
  compilersFactory?: {
    buildValidator?: (externalSchemas: any, options?: any) => FastifySchemaCompiler<any>
    buildSerializer?: (externalSchemas: any, options?: any) => FastifySerializerCompiler<any>
  }
}

export type SchemaErrorDataVar = 'body' | 'headers' | 'params' | 'querystring'
export type SchemaErrorFormatter = (
  errors: FastifySchemaValidationError[],
  dataVar: SchemaErrorDataVar,
) => Error

/** An error as handlers of errors get it. */
export interface FastifyError extends Omit<HandledError, 'code' | 'validation' | 'validationContext'> {
  code: string
  name: string
  validation?: FastifySchemaValidationError[]
  validationContext?: SchemaErrorDataVar
}
/** Every code with its constructor. */
export type FastifyErrorCodes = ErrorCodes

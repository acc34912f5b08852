/** The default compilers for schemas that handlers pass while requests are served. What they keep is bounded. */
import type { CompileSerializer, CompileValidator } from '../declare/schema-store.ts'
import { type AjvSettings, ajvCompiler } from './ajv.ts'
import { fastJsonCompiler } from './fast-json.ts'
import { CodePolicy } from './keywords/generated-code.ts'
import { SchemaScope } from './scope.ts'
import { Turns } from './turns.ts'

/** The number of different schemas after which the compilers are replaced. */
const MOST = 200

interface Compilers {
  readonly scope: SchemaScope
  readonly validator: CompileValidator
  readonly serializer: CompileSerializer
}

/**
 * The compilers keep every function that they have made, and so does ajv, without a way to forget one. A handler may create a new
 * schema for each request: from time to time new compilers take their place. Functions that are in use keep working.
 */
export class RequestTimeCompilers {
  readonly #schemas: Readonly<Record<string, unknown>>
  readonly #ajv: AjvSettings
  readonly #serializerOpts: object
  readonly #code: CodePolicy
  #now: Compilers | null = null

  constructor(
    schemas: Readonly<Record<string, unknown>>,
    ajv: AjvSettings,
    serializerOpts: object,
    code = new CodePolicy('needed'),
  ) {
    this.#code = code
    this.#schemas = schemas
    this.#ajv = ajv
    this.#serializerOpts = serializerOpts
  }

  get current(): Compilers {
    if (this.#now === null || this.#now.scope.size >= MOST) {
      const scope = new SchemaScope(this.#schemas)
      const validator = ajvCompiler(scope, this.#ajv, new Turns(), this.#code, false)
      // Told at `ready` only: a handler may have a new schema for each request.
      const serializer = fastJsonCompiler(scope, this.#serializerOpts, this.#code, false)
      this.#now = { scope, validator, serializer }
    }
    return this.#now
  }
}

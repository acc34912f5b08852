/** The default serializer compiler: fast-json-stringify, one function for equal schemas. */
import { createRequire } from 'node:module'
import type { Loose, Serialize, SerializerCompiler } from '../types/plan.ts'
import { bundle, contentKey } from './bundle.ts'
import { ReferenceIndex } from './references.ts'

const load = createRequire(import.meta.url)
type Build = (schema: unknown, options: Loose) => Serialize

/** All the serializers of one application. */
export class SerializerPool {
  readonly #options: Loose
  readonly #compiled = new Map<string, Serialize>()

  constructor(options: Loose) {
    this.#options = options
  }

  /** The compiler for contexts that see these shared schemas. */
  compilerFor(schemas: Record<string, unknown>): SerializerCompiler {
    let shared: ReferenceIndex | null = null
    return ({ schema }) => {
      shared ??= new ReferenceIndex(Object.values(schemas))
      const whole = bundle(schema, new ReferenceIndex([schema], shared))
      const key = contentKey(whole)
      const known = key === null ? undefined : this.#compiled.get(key)
      if (known !== undefined) return known
      const serialize = (load('fast-json-stringify') as Build)(whole, this.#options)
      if (key !== null) this.#compiled.set(key, serialize)
      return serialize
    }
  }
}

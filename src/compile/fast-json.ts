/** The default serializer compiler: fast-json-stringify, one function for equal schemas. */
import { createRequire } from 'node:module'
import type { CompileSerializer } from '../declare/schema-store.ts'
import type { Serialize } from '../serve/plan.ts'
import { isObject } from '../values.ts'
import { bundle } from './json-schema/bundle.ts'
import type { SchemaScope } from './scope.ts'
import { standardSerializer } from './standard/compile-standard.ts'
import { isStandard } from './standard/standard.ts'

const load = createRequire(import.meta.url)
let library: ((schema: unknown, options: object) => Serialize) | null = null

// Loaded for the first response schema.
function read(): NonNullable<typeof library> {
  return load('fast-json-stringify')
}

/** The default serializer compiler of a scope. */
export function fastJsonCompiler(scope: SchemaScope, options: object): CompileSerializer {
  const compile = (schema: unknown): Serialize => {
    // The library merges the definitions of the schemas behind allOf by their names.
    const whole = isObject(schema) ? bundle(schema, scope.indexWith(schema), true) : schema
    library ??= read()
    return library(whole, options)
  }
  return ({ schema: given, ...place }) => {
    if (isStandard(given)) return standardSerializer(given, place)
    const schema = scope.read(given)
    return scope.once('serialize', schema, () => compile(schema))
  }
}

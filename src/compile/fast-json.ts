/** The default serializer compiler: fast-json-stringify, one function for equal schemas. */
import { createRequire } from 'node:module'
import type { Loose, Serialize, SerializerCompiler } from '../types/plan.ts'
import { bundle } from './bundle.ts'
import { isObject } from './references.ts'
import type { SchemaScope } from './scope.ts'

const load = createRequire(import.meta.url)
type Build = (schema: unknown, options: Loose) => Serialize

/** The default serializer compiler of a scope. */
export function fastJsonCompiler(scope: SchemaScope, options: Loose): SerializerCompiler {
  const compile = (schema: unknown): Serialize => {
    const whole = isObject(schema) ? bundle(schema, scope.indexWith(schema)) : schema
    return (load('fast-json-stringify') as Build)(whole, options)
  }
  return ({ schema }) => scope.once('serialize', schema, () => compile(schema))
}

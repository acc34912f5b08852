/** The default serializer compiler: the writer for the schemas that it knows, else fast-json-stringify. One function for equal schemas. */
import { createRequire } from 'node:module'
import type { CompileSerializer } from '../declare/schema-store.ts'
import type { Serialize } from '../serve/plan.ts'
import { isObject, isPlainObject } from '../values.ts'
import { bundle } from './json-schema/bundle.ts'
import type { SchemaScope } from './scope.ts'
import { standardSerializer } from './standard/compile-standard.ts'
import { isStandard } from './standard/standard.ts'
import { shapeOf } from './writer/read.ts'
import type { Round } from './writer/scalars.ts'
import { writerOf } from './writer/writer.ts'

const load = createRequire(import.meta.url)
let library: ((schema: unknown, options: object) => Serialize) | null = null

// Loaded for the first response schema.
function read(): NonNullable<typeof library> {
  return load('fast-json-stringify')
}

/** The default serializer compiler of a scope. */
export function fastJsonCompiler(scope: SchemaScope, options: object): CompileSerializer {
  const round = roundOf(options)
  const compile = (schema: unknown): Serialize => {
    // The library merges the definitions of the schemas behind allOf by their names. It changes what it gets: it needs a copy.
    const whole = () => (isObject(schema) ? bundle(schema, scope.indexWith(schema), true) : schema)
    const build = (): Serialize => (library ??= read())(whole(), options)
    if (round === null) return build()
    const known = scope.isAlone(schema) ? schema : whole()
    const shape = isPlainObject(known) ? shapeOf(known) : null
    return shape === null ? build() : writerOf(shape, round, build)
  }
  return ({ schema: given, ...place }) => {
    if (isStandard(given)) return standardSerializer(given, place)
    const schema = scope.read(given)
    return scope.once('serialize', schema, () => compile(schema))
  }
}

// Other options than this one change what the library writes; it also refuses a wrong value.
function roundOf(options: object): Round | null {
  const { rounding = 'trunc', ...others }: { rounding?: unknown } = options
  if (Object.keys(others).length > 0 || !isOneOf(ROUNDINGS, rounding)) return null
  return Math[rounding]
}

const ROUNDINGS = ['floor', 'ceil', 'round', 'trunc'] as const

function isOneOf<T>(list: readonly T[], value: unknown): value is T {
  return list.some((one) => one === value)
}

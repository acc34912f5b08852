/** The JSON Schema of a schema of a library, for `routesOf`, the fuzzer and OpenAPI plugins. Nothing is validated with it. */
import { createRequire } from 'node:module'
import { isError, isFunction, isObject, type Properties } from '../../values.ts'
import { kView, propertiesOf, type StandardSchema } from './standard.ts'

/** `input`: what a client sends. `output`: what a response has. */
export type Direction = 'input' | 'output'

const TARGET = 'draft-07'
const load = createRequire(import.meta.url)

/**
 * A JSON Schema of draft 7, or the schema `open` with a `$comment` that says why there is none. It carries the `~standard` property
 * of the schema, which is not enumerable, so that it judges values as the schema does.
 */
export function jsonView(schema: StandardSchema, direction: Direction, open: Properties = {}): Properties {
  const { '~standard': standard } = schema
  let view: Properties
  try {
    view = { ...exported(schema, direction) }
  } catch (error) {
    const why = isError(error) ? error.message : String(error)
    view = { ...open, $comment: `${standard.vendor}: no JSON Schema of this schema: ${why}` }
  }
  return Object.defineProperties(view, { '~standard': { value: standard }, [kView]: { value: true } })
}

function exported(schema: StandardSchema, direction: Direction): Properties {
  const { vendor } = schema['~standard']
  for (const write of [byInterface, byMethod, byPackage]) {
    const made = write(schema, vendor, direction)
    if (isObject(made)) return made
  }
  throw new Error('the library exports none')
}

function byInterface(schema: StandardSchema, vendor: string, direction: Direction): unknown {
  const converter = propertiesOf(schema)?.jsonSchema
  if (!isObject(converter)) return undefined
  const write = converter[direction]
  if (!isFunction(write)) return undefined
  try {
    return write.call(converter, { target: TARGET })
  } catch (error) {
    const libraryOptions = LENIENT[vendor]
    if (libraryOptions === undefined) throw error
    return write.call(converter, { target: TARGET, libraryOptions })
  }
}

/** The options with which a library leaves open what JSON Schema cannot say, instead of refusing the whole schema. */
const LENIENT: Readonly<Record<string, Properties>> = {
  zod: { unrepresentable: 'any' },
  valibot: { errorMode: 'ignore' },
}

// Versions of zod and arktype from before the interface had `jsonSchema`.
function byMethod(schema: StandardSchema, _vendor: string, direction: Direction): unknown {
  const { toJSONSchema, toJsonSchema }: { toJSONSchema?: unknown; toJsonSchema?: unknown } = Object(schema)
  if (isFunction(toJSONSchema)) {
    return toJSONSchema.call(schema, { target: 'draft-7', io: direction, unrepresentable: 'any' })
  }
  return isFunction(toJsonSchema) ? toJsonSchema.call(schema) : undefined
}

/** Libraries whose export is a package of its own. */
const PACKAGES: Readonly<Record<string, string>> = { valibot: '@valibot/to-json-schema' }

function byPackage(schema: StandardSchema, vendor: string, direction: Direction): unknown {
  const name = PACKAGES[vendor]
  if (name === undefined) return undefined
  let write: unknown
  try {
    write = load(name).toJsonSchema
  } catch {
    throw new Error(`install ${name}`)
  }
  if (!isFunction(write)) return undefined
  return write(schema, { target: TARGET, typeMode: direction, ...LENIENT[vendor] })
}

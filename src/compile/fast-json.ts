/** The default serializer compiler: the writer for the schemas that it knows, else fast-json-stringify. One function for equal schemas. */
import { createRequire } from 'node:module'
import { copyOf } from '../copies.ts'
import type { CompileSerializer } from '../declare/schema-store.ts'
import type { Serialize } from '../serve/plan.ts'
import { isObject, isPlainObject, type Properties } from '../values.ts'
import { bundle } from './json-schema/bundle.ts'
import { endIn } from './json-schema/inner-reference.ts'
import { Leaves } from './json-schema/leaves.ts'
import { type Sieve, sieveOf } from './json-schema/sieve.ts'
import { mayForbid } from './json-schema/sift.ts'
import { writableOf } from './json-schema/writable.ts'
import { CodePolicy, forbidsCode, whyUnknown } from './keywords/generated-code.ts'
import type { SchemaScope } from './scope.ts'
import { standardSerializer } from './standard/compile-standard.ts'
import { isStandard } from './standard/standard.ts'
import { type SharedShapes, shapeOf } from './writer/read.ts'
import type { Round } from './writer/scalars.ts'
import type { Shape } from './writer/shape.ts'
import { writerOf } from './writer/writer.ts'

const load = createRequire(import.meta.url)
let library: ((schema: unknown, options: object) => Serialize) | null = null

// Loaded for the first response schema.
function read(): NonNullable<typeof library> {
  return load('fast-json-stringify')
}

/** The default serializer compiler of a scope. `told`: whether schemas that need the library are reported. */
export function fastJsonCompiler(
  scope: SchemaScope,
  options: object,
  code: CodePolicy = new CodePolicy('needed'),
  told = true,
): CompileSerializer {
  const round = roundOf(options)
  const shared: SharedShapes = new Leaves()
  const shapeFor = (schema: unknown): Shape | null => (isPlainObject(schema) ? shapeOf(schema, shared) : null)
  // The library merges the definitions of the schemas behind allOf by their names. It changes what it gets: it needs a copy.
  const whole = (schema: unknown) =>
    isObject(schema) ? targetOf(bundle(schema, scope.indexWith(schema), true)) : schema
  const known = (schema: unknown) => (scope.isAlone(schema) ? schema : whole(schema))
  const write = (schema: unknown, full: () => unknown): Serialize => {
    const shape = round === null ? null : shapeFor(schema)
    const build = (own: object = {}): Serialize => {
      const whyNow = (): string => (shape === null ? why(schema) : 'a value that only the library writes')
      const make = () => (library ??= read())(full(), { ...options, ...own })
      const serialize = code.generate('fast-json-stringify', whyNow, make)
      const left = writableOf(schema)
      return left === null ? serialize : (value) => serialize(left(value))
    }
    // Its unions are compiled now: else a schema that ajv refuses would be found by the first answer.
    const now = (): Serialize =>
      build({ compileValidators: true, ajv: { logger: false, ...Object(Reflect.get(options, 'ajv')) } })
    if (shape === null) return now()
    if (code.when === 'ready' && !forbidsCode()) return writerOf(shape, round!, now, false, true)
    return writerOf(shape, round!, build, code.when === 'needed')
  }
  const why = (schema: unknown): string =>
    round === null ? 'the option serializerOpts' : whyUnknown(schema, (one) => shapeFor(one) !== null)
  const compile = (schema: unknown): Serialize => {
    const sieve = siever(schema)
    if (sieve === null) return write(known(schema), () => whole(schema))
    const serialize = write(sieve.schema, () => copyOf(sieve.schema))
    return (value) => serialize(sieve.sift(value))
  }
  const siever = (schema: unknown): Sieve | null => {
    const bundled = known(schema)
    if (bundled === false) throw new Error('the schema is false: it allows no answer')
    const text = isObject(bundled) ? JSON.stringify(bundled) : ''
    if (!isObject(bundled) || !mayForbid(text)) return null
    if (EMPTY_LIST.test(text)) refuseWrong(bundled)
    return sieveOf(bundled, (part) => write(part, () => copyOf(part)))
  }
  return ({ schema: given, ...place }) => {
    if (isStandard(given)) return standardSerializer(given, place)
    const schema = scope.read(given)
    const serialize = scope.once('serialize', schema, () => compile(schema))
    if (!told) return serialize
    code.report?.({
      library: 'fast-json-stringify',
      method: place.method,
      url: place.url,
      part: `response ${place.httpStatus}`,
      why: scope.once('why fast-json-stringify', schema, () => why(known(schema))),
    })
    return serialize
  }
}

/** A list of schemas that has none, or data that looks like it: the library refuses it, and a sieve would lose it. */
const EMPTY_LIST = /"(?:allOf|anyOf|oneOf)":\[\]/

/** The metaschema of draft 7, as the library has compiled it. */
type Judge = ((schema: unknown) => boolean) & {
  errors?: { instancePath: string; message: string }[] | null
}

function refuseWrong(schema: Properties): void {
  const validate: Judge = load('fast-json-stringify/lib/schema-validator')
  if (validate(schema)) return
  const [first] = validate.errors ?? []
  throw new Error(`schema is invalid: data${first?.instancePath} ${first?.message}`)
}

/** The schema that a root refers to, where it has dependencies: the library merges both, and cannot merge those. */
function targetOf(root: Properties): Properties {
  const { $ref: _, definitions, ...others } = root
  if (Object.keys(others).length > 0) return root
  const target = endIn(root, root)
  return isObject(target) && isObject(target.dependencies) ? { ...target, definitions } : root
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

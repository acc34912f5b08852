/** The default validator compiler: ajv 8, one instance for each set of visible schemas, one function for equal schemas. */
import { createRequire } from 'node:module'
import { types } from 'node:util'
import type { CompileValidator } from '../declare/schema-store.ts'
import { stateless } from '../declare/stateless.ts'
import type { Validate } from '../serve/plan.ts'
import type { AjvOptions } from '../types/ajv-options.ts'
import { inTime, isFunction, isObject, isPlainObject, type Properties, type UserFunction } from '../values.ts'
import { interpreted } from './interpreter/interpreter.ts'
import { shareMetaschema } from './json-schema/metaschema.ts'
import { uriResolver } from './json-schema/uri.ts'
import { CodePolicy, forbidsCode, whyUnknown } from './keywords/generated-code.ts'
import {
  synchronousClass,
  synchronousLogger,
  synchronousPatterns,
  synchronousTables,
  trustFormats,
} from './keywords/synchronous.ts'
import { type CodeTag, type KeywordHost, replaceUniqueItems } from './keywords/unique-items.ts'
import { Predicates } from './predicate/plain.ts'
import type { Changing, Library } from './predicate/verdict.ts'
import { codelessValidator, lazyValidator } from './predicate.ts'
import type { SchemaScope } from './scope.ts'
import { standardValidator } from './standard/compile-standard.ts'
import { isStandard } from './standard/standard.ts'
import type { Turns } from './turns.ts'

const load = createRequire(import.meta.url)
const { isRegExp } = types

/** The option `ajv`, with its defaults. */
export type AjvSettings = AjvOptions & Required<Pick<AjvOptions, 'customOptions' | 'plugins'>>

interface Ajv extends KeywordHost {
  addKeyword(first: unknown, definition?: unknown): unknown
  addFormat(name: string, format: unknown): unknown
  compile(schema: unknown): Validate
  addSchema(schema: unknown, key?: string): unknown
  getSchema(id: string): unknown
  readonly schemas: Readonly<Record<string, unknown>>
  readonly formats: Readonly<Record<string, unknown>>
  readonly RULES: unknown
}

/** The defaults of 4.17. `codeOptions` adds `optimize: false`: that pass takes as long as the compilation, and V8 repeats it. */
const DEFAULTS = {
  coerceTypes: 'array',
  useDefaults: true,
  removeAdditional: true,
  addUsedSchema: false,
  allErrors: false,
}

/**
 * The default validator compiler of a scope. It creates its ajv instance for the first schema that needs it. `turns`: when
 * schemas may be compiled that waited for a request. `told`: whether schemas that need ajv are reported.
 */
export function ajvCompiler(
  scope: SchemaScope,
  settings: AjvSettings,
  turns: Turns,
  code: CodePolicy = new CodePolicy('needed'),
  told = true,
): CompileValidator {
  let ajv: Ajv | null = null
  let trusting: Ajv | null = null
  /** ajv takes 20 ms to compile the metaschema, which schemas do not need that the predicates have checked. */
  const instance = (isChecked: boolean): Ajv => {
    if (ajv === null && isChecked) return (trusting ??= createAjv(scope.known, withoutMetaschema(settings)))
    return (ajv ??= createAjv(scope.known, settings))
  }
  const refused = new WeakMap<object, unknown>()
  const compile = (schema: unknown, isChecked: boolean): Validate => {
    // ajv checks a schema only the first time: it would compile one that it has refused.
    if (isObject(schema) && refused.has(schema)) throw refused.get(schema)
    try {
      return instance(isChecked).compile(schema)
    } catch (error) {
      if (isObject(schema)) refused.set(schema, error)
      // ajv resolves some references of a schema to its own $id only if the schema was added to the instance.
      if (/can't resolve reference/.test(String(error))) return keeping(schema, error)
      throw error
    }
  }
  const keeping = (schema: unknown, error: unknown): Validate => {
    const customOptions = { ...settings.customOptions, addUsedSchema: true }
    try {
      return createAjv(scope.known, { ...settings, customOptions }).compile(schema)
    } catch {
      throw error // there is no such schema: the first error has the usual message
    }
  }
  const changing = changingOf(settings)
  const predicates = changing === null ? null : new Predicates(libraryOf(scope), changing)
  let looked = Object.keys(scope.schemas).length === 0
  return ({ schema: given, ...place }) => {
    if (isStandard(given)) return standardValidator(given, place)
    const schema = scope.read(given)
    const validate = scope.once('validate', schema, () => {
      // ajv throws for an invalid shared schema, also if no route uses it.
      if (!looked && code.when !== 'refused' && !areTaken(scope.known, predicates))
        ajv ??= createAjv(scope.known, settings)
      looked = true
      const plain = predicates?.of(schema) ?? null
      if (plain === null)
        return code.generate(
          'ajv',
          () => whyAjv(schema, predicates),
          () => compile(schema, false),
        )
      const { when } = code
      if (when === 'library' || when === 'refused' || forbidsCode())
        return codelessValidator(plain, interpreted(schema, libraryOf(scope), changing!)) // a predicate knows what ajv changes
      return when === 'ready'
        ? compile(schema, true)
        : lazyValidator(plain, () => compile(schema, true), turns)
    })
    if (!told) return validate
    code.report?.({
      library: 'ajv',
      method: place.method,
      url: place.url,
      part: String(place.httpPart),
      why: scope.once('why ajv', schema, () => whyAjv(schema, predicates)),
    })
    return validate
  }
}

function whyAjv(schema: unknown, predicates: Predicates | null): string {
  return predicates === null ? 'the option ajv' : whyUnknown(schema, (one) => predicates.of(one) !== null)
}

function withoutMetaschema({ customOptions, ...others }: AjvSettings): AjvSettings {
  return { ...others, customOptions: { ...customOptions, validateSchema: false } }
}

/** Whether ajv would add all shared schemas. It knows the names that objects inherit and the ids of the drafts already. */
function areTaken(schemas: Readonly<Record<string, unknown>>, predicates: Predicates | null): boolean {
  return Object.entries(schemas).every(
    ([id, schema]) =>
      isPlainObject(schema) &&
      schema.$id === id &&
      !(id in Object.prototype || id.includes('json-schema.org')) &&
      (predicates?.of(schema, true) ?? null) !== null,
  )
}

/** Compiles schemas to check what is sent: nothing is converted, filled in or removed. `dates`: the texts of Dates. */
export function checkingAjv(
  scope: SchemaScope,
  settings: AjvSettings,
  dates: ReadonlySet<string>,
): (schema: unknown) => Validate {
  const customOptions = {
    ...settings.customOptions,
    coerceTypes: false,
    useDefaults: false,
    removeAdditional: false,
  }
  const { mode: _, ...others } = settings // a response schema is a JSON Schema, whatever those of requests are
  const ajv = createAjv(scope.known, { ...others, customOptions })
  for (const format of ['date', 'time', 'date-time']) {
    const own = ajv.formats[format]
    const accepts = isObject(own) ? own.validate : own
    // Of a Date the serializer writes the part that the format names.
    if (isFunction(accepts))
      ajv.addFormat(format, (text: string) => dates.has(text) || accepts(text) === true)
  }
  return (schema) => ajv.compile(schema)
}

/** What the predicates need of ajv and of its formats, which are loaded for the first schema with such a keyword. */
export function libraryOf(scope: SchemaScope): Library {
  let equal: Library['equal'] | null = null
  return {
    format: (name) => {
      const { fullFormats } = load('ajv-formats/dist/formats')
      return Object.hasOwn(fullFormats, name) ? fullFormats[name] : undefined
    },
    get equal() {
      equal ??= load('ajv/dist/runtime/equal').default as Library['equal'] // the module has no types here
      return equal
    },
    shared: (id) => (Object.hasOwn(scope.known, id) ? scope.known[id] : undefined),
  }
}

/** What ajv changes of values; null: it is configured in another way too, and the predicates would not be correct. */
function changingOf({ customOptions, plugins, onCreate, mode }: AjvSettings): Changing | null {
  if (plugins.length > 0 || onCreate !== undefined || mode !== undefined) return null
  if (Object.keys(customOptions).some((name) => !Object.hasOwn(DEFAULTS, name))) return null
  const all: Properties = Object.assign({}, DEFAULTS, customOptions)
  const { coerceTypes, useDefaults, removeAdditional, addUsedSchema, allErrors } = all
  if (addUsedSchema !== false || allErrors !== false) return null
  if (coerceTypes !== 'array' && typeof coerceTypes !== 'boolean') return null
  if (typeof useDefaults !== 'boolean' || typeof removeAdditional !== 'boolean') return null
  return { coerceTypes, useDefaults, removeAdditional }
}

/** Whether ajv gets keywords that it does not have by itself. */
export function addsKeywords({ customOptions, plugins, onCreate }: AjvSettings): boolean {
  return plugins.length > 0 || onCreate !== undefined || customOptions.keywords !== undefined
}

/** The code that ajv generates to test if text is a number. It also accepts `Infinity` and `1e999`. */
const IS_NUMBER = /\b(data\d*) == \+\1\b/g

function codeOptions(own: unknown): Properties {
  const given = isObject(own) ? own : {}
  const theirs = isFunction(given.process) ? given.process : null
  const process = (code: string, schema?: unknown): unknown => {
    const finite = code.replace(IS_NUMBER, '$& && isFinite($1)')
    return theirs === null ? finite : theirs(finite, schema)
  }
  const engine = isFunction(given.regExp) ? { regExp: synchronousPatterns(given.regExp) } : {}
  return { optimize: false, ...given, ...engine, process }
}

function createAjv(schemas: Readonly<Record<string, unknown>>, settings: AjvSettings): Ajv {
  const { customOptions, plugins, onCreate, mode } = settings
  const Library: new (options: object) => Ajv = load(mode === 'JTD' ? 'ajv/dist/jtd' : 'ajv').default
  const ajv = new (synchronousClass(Library))({
    ...DEFAULTS,
    uriResolver: uriResolver(),
    ...customOptions,
    ...(customOptions.logger ? { logger: synchronousLogger(customOptions.logger) } : {}),
    code: codeOptions(customOptions.code),
  })
  const tag: CodeTag = load('ajv')._
  replaceUniqueItems(ajv, tag, load('ajv/dist/runtime/equal').default)
  trustFormats(load('ajv-formats/dist/formats').fullFormats)
  const own = plugins.map(pluginAndOptions)
  for (const { plugin, options } of own) inTime(plugin(ajv, options), 'a plugin of ajv')
  if (!own.some(({ plugin }) => plugin.name === 'formatsPlugin')) load('ajv-formats').default(ajv)
  onCreate?.(ajv)
  if (addsKeywords(settings)) synchronousTables(ajv)
  forgetPlaces(ajv)
  if (plugins.length === 0 && onCreate === undefined && mode === undefined)
    shareMetaschema(ajv, customOptions)
  for (const schema of Object.values(schemas)) ajv.addSchema(schema)
  return ajv
}

/** A format may be a pattern that keeps its place in a text: it would refuse every second equal value. */
function forgetPlaces(ajv: Ajv): void {
  for (const [name, format] of Object.entries(ajv.formats)) {
    if (keepsPlace(format)) ajv.addFormat(name, stateless(format))
    else if (isObject(format) && keepsPlace(format.validate))
      ajv.addFormat(name, { ...format, validate: stateless(format.validate) })
  }
}

function keepsPlace(pattern: unknown): pattern is RegExp {
  return isRegExp(pattern) && (pattern.global || pattern.sticky)
}

function pluginAndOptions(entry: AjvSettings['plugins'][number]): { plugin: UserFunction; options: unknown } {
  const [plugin, options] = Array.isArray(entry) ? entry : [entry, undefined]
  return { plugin, options }
}

/** The default validator compiler: ajv 8, one instance for each set of visible schemas, one function for equal schemas. */
import { createRequire } from 'node:module'
import type { Loose, Validate, ValidatorCompiler } from '../types/plan.ts'
import { contentKey } from './bundle.ts'

const load = createRequire(import.meta.url)

export interface AjvSettings {
  customOptions: Loose
  plugins: readonly unknown[]
  onCreate?: ((ajv: unknown) => void) | undefined
  mode?: string | undefined
}

interface Ajv {
  compile(schema: unknown): Validate
  addSchema(schema: unknown, key?: string): unknown
}

/** What the mission names, and `optimize` off: ajv's own pass costs as much as the compilation and V8 does it again. */
const DEFAULTS = {
  coerceTypes: 'array',
  useDefaults: true,
  removeAdditional: true,
  addUsedSchema: false,
  allErrors: false,
}

/** All the ajv instances of one application. */
export class AjvPool {
  readonly #settings: AjvSettings
  readonly #sets = new Map<string, SchemaSet>()
  readonly #numbers = new Map<string, number>()
  readonly #known = new WeakMap<object, number>()

  constructor(settings: AjvSettings) {
    this.#settings = settings
  }

  /** The compiler for contexts that see these shared schemas; the same one for all that see the same. */
  compilerFor(schemas: Record<string, unknown>): ValidatorCompiler {
    const key = Object.values(schemas)
      .map((schema) => this.#numberOf(schema as object))
      .join()
    let set = this.#sets.get(key)
    if (set === undefined) {
      set = new SchemaSet(() => this.#create(schemas))
      this.#sets.set(key, set)
    }
    return set.compile
  }

  #numberOf(schema: object): number {
    let number = this.#known.get(schema)
    if (number === undefined) {
      const content = contentKey(schema) ?? `unwritable ${this.#numbers.size}`
      number = this.#numbers.get(content) ?? this.#numbers.size
      this.#numbers.set(content, number)
      this.#known.set(schema, number)
    }
    return number
  }

  #create(schemas: Record<string, unknown>): Ajv {
    const { customOptions, plugins, onCreate, mode } = this.#settings
    const Ajv = (mode === 'JTD' ? load('ajv/dist/jtd') : load('ajv')).default as new (options: Loose) => Ajv
    const ajv = new Ajv({
      ...(mode === 'JTD' ? {} : DEFAULTS),
      uriResolver: load('fast-uri'),
      ...customOptions,
      code: { optimize: false, ...(customOptions['code'] as Loose | undefined) },
    })
    let formats = mode !== 'JTD'
    for (const entry of plugins) {
      const [plugin, options] = Array.isArray(entry) ? entry : [entry, undefined]
      if ((plugin as { name?: string }).name === 'formatsPlugin') formats = false
      ;(plugin as (ajv: Ajv, options?: unknown) => void)(ajv, options)
    }
    if (formats) (load('ajv-formats').default as (ajv: Ajv) => void)(ajv)
    onCreate?.(ajv)
    for (const schema of Object.values(schemas)) ajv.addSchema(schema)
    return ajv
  }
}

class SchemaSet {
  readonly #create: () => Ajv
  #ajv: Ajv | null = null
  readonly #compiled = new Map<string, Validate>()

  constructor(create: () => Ajv) {
    this.#create = create
  }

  readonly compile: ValidatorCompiler = ({ schema }) => {
    const key = contentKey(schema)
    const known = key === null ? undefined : this.#compiled.get(key)
    if (known !== undefined) return known
    this.#ajv ??= this.#create()
    let validate: Validate
    try {
      validate = this.#ajv.compile(schema)
    } catch (error) {
      if (!/resolves to more than one schema/.test(String(error))) throw error
      validate = this.#create().compile(schema) // another route has an equal inner $id; each keeps its own
    }
    if (key !== null) this.#compiled.set(key, validate)
    return validate
  }
}

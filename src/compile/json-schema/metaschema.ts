/** The metaschema of draft 7: instances of ajv that would compile it alike share one function. */
import { isObject, type Properties } from '../../values.ts'

const DRAFT_7 = 'http://json-schema.org/draft-07/schema'

/** Options that ajv leaves out, or does not look at, when it compiles a metaschema. */
const BESIDE: ReadonlySet<string> = new Set([
  'coerceTypes',
  'useDefaults',
  'removeAdditional',
  'addUsedSchema',
])

/** What is needed of an instance. */
interface Instance {
  readonly schemas: Readonly<Record<string, unknown>>
  getSchema(id: string): unknown
}

let shared: unknown

/**
 * Gives a new instance the compiled metaschema of the first one, since ajv takes 20 ms to compile it. `options`: those that the instance
 * was created with, where nothing else has changed it.
 */
export function shareMetaschema(ajv: Instance, options: Properties): void {
  const { allErrors = false, ...others } = options
  if (allErrors !== false || Object.keys(others).some((name) => !BESIDE.has(name))) return
  const environment = ajv.schemas[DRAFT_7] // ajv has added it, and has not compiled it
  if (shared === undefined) shared = ajv.getSchema(DRAFT_7)
  else if (isObject(environment)) environment.validate = shared
}

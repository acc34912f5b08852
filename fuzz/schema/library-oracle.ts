/**
 * Judges a part by the schema of a library itself: its JSON Schema says how values look, not which are valid. Only a refusal is
 * certain, because a schema may look at more than the value.
 */
import type { PartOracle, Verdict } from './oracle.ts'
import { isSchema, type SchemaOrBoolean } from './walk.ts'

/** On a JSON Schema that the framework shows in the place of a schema of a library. */
const kView = Symbol.for('touchstone.schema-of-library')

interface Standard {
  validate(value: unknown): unknown
}

export function isOfLibrary(schema: SchemaOrBoolean): boolean {
  return isSchema(schema) && kView in schema
}

export class LibraryOracle implements PartOracle {
  readonly isComplete = false
  readonly #standard: Standard

  constructor(schema: SchemaOrBoolean) {
    this.#standard = Reflect.get(Object(schema), '~standard') as Standard
  }

  accepts(value: unknown): boolean {
    return this.judge(value).valid === true
  }

  judge(value: unknown): Verdict {
    let result: unknown
    try {
      result = this.#standard.validate(value ?? null)
    } catch {
      return { valid: 'unknown', value }
    }
    if (!isSchema(result) || typeof result['then'] === 'function') return { valid: 'unknown', value }
    const { issues } = result
    if (issues === undefined) return { valid: true, value: result['value'] }
    const [issue] = Array.isArray(issues) ? issues : []
    const { message, path = [] } = Object(issue) as { message?: unknown; path?: unknown[] }
    const keys = path.map((step) => String(isSchema(step) ? step['key'] : step))
    return {
      valid: false,
      value,
      keyword: 'library',
      pointer: keys.map((key) => `/${key}`).join(''),
      message: String(message),
    }
  }
}

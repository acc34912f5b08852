/** A value in its parent, the schema that it is judged by, and what went wrong there, in the form of ajv. */
import type { SchemaObject } from '../json-schema/references.ts'
import type { Library } from '../predicate/verdict.ts'

/** An error as ajv reports it. */
export interface Complaint {
  readonly instancePath: string
  readonly schemaPath: string
  readonly keyword: string
  readonly params: object
  readonly message: string
  readonly propertyName?: string
}

/** null: the value fits. ajv reports several for the branches of `anyOf` and the like, else the first one. */
export type Complaints = Complaint[] | null

/** Where a value is. It is written back where it is converted. */
export interface Place {
  /**
   * The value as the keywords see it, which is a variable of ajv's code: a list of one element is opened there before ajv knows whether
   * that helps, and stays so for the schemas after it.
   */
  readonly cell: { value: unknown }
  readonly parent: Record<PropertyKey, unknown>
  readonly key: PropertyKey
  readonly instancePath: string
  readonly schemaPath: string
  /** the document of the schema, and its `$id`: what `$ref` starts from */
  readonly document: SchemaObject
  readonly id: string
  /** inside `anyOf`, `not` and the like, where ajv fills in no defaults */
  readonly isBranch: boolean
  /** the key that is judged, inside `propertyNames` */
  readonly propertyName?: string
}

/** What keywords need: the functions of ajv, its settings, and the judgement of a schema inside. */
export interface Interpreter {
  readonly library: Library
  readonly removeAdditional: boolean
  judge(schema: unknown, place: Place): Complaints
  /** ajv calls a function for some references: the code around the call goes on after its errors, and ends after its own. */
  isAfterCall(found: Complaint[]): boolean
}

export const valueAt = ({ cell }: Place): unknown => cell.value

export function complain(place: Place, keyword: string, message: string, params: object = {}): Complaint {
  const { instancePath, schemaPath, propertyName } = place
  return {
    instancePath,
    schemaPath: `${schemaPath}/${keyword}`,
    keyword: keyword === 'false schema' ? 'false schema' : keyword,
    params,
    message,
    ...(propertyName === undefined ? {} : { propertyName }),
  }
}

const escaped = (key: string | number): string => String(key).replaceAll('~', '~0').replaceAll('/', '~1')

/** A part of the value. */
export function partOf(place: Place, key: string | number): Place {
  const { instancePath, propertyName: _, ...rest } = place
  const parent: Place['parent'] = Object(valueAt(place)) // an object or a list: the keyword has looked
  return {
    ...rest,
    parent,
    key,
    cell: { value: parent[key] },
    instancePath: `${instancePath}/${escaped(key)}`,
  }
}

/** A schema inside, by its keyword, and by its name or number there. */
export function under(place: Place, keyword: string, name?: string | number): Place {
  const step =
    name === undefined ? '' : `/${typeof name === 'number' ? name : encodeURIComponent(escaped(name))}`
  return { ...place, schemaPath: `${place.schemaPath}/${keyword}${step}` }
}

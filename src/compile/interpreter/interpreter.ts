/**
 * Validates a value without generated code, with the errors and the changes of ajv. It is for schemas that have a predicate, in
 * processes and applications that generate no code: elsewhere ajv judges what a predicate does not accept.
 */
import type { Validate } from '../../serve/plan.ts'
import { isObject, isPlainObject, type Properties } from '../../values.ts'
import type { SchemaObject } from '../json-schema/references.ts'
import { refers, targetOf } from '../predicate/references.ts'
import { IS, typesOf } from '../predicate/types.ts'
import type { Changing, Library, Slot } from '../predicate/verdict.ts'
import { converted, convertible, openedBy } from './conversion.ts'
import { GROUPS } from './keywords.ts'
import { type Complaint, type Complaints, complain, type Interpreter, type Place, valueAt } from './place.ts'

export function interpreted(schema: unknown, library: Library, changing: Changing): Validate {
  const interpreter = new SchemaInterpreter(library, changing)
  const document = isPlainObject(schema) ? schema : {}
  const id = typeof document.$id === 'string' ? document.$id : ''
  const validate: Validate = (data, place) => {
    const { parentData, parentDataProperty }: Properties = { ...place }
    const isPart = isObject(parentData)
    const found = interpreter.judge(schema, {
      parent: isPart ? parentData : { root: data },
      key: isPart ? String(parentDataProperty) : 'root',
      cell: { value: data },
      instancePath: '',
      schemaPath: '#',
      document,
      id,
      isBranch: false,
    })
    validate.errors = found
    return found === null
  }
  validate.errors = null
  return validate
}

class SchemaInterpreter implements Interpreter {
  readonly library: Library
  readonly removeAdditional: boolean
  readonly #coerces: Changing['coerceTypes']
  readonly #fills: boolean
  readonly #afterCalls = new WeakSet<object>()

  constructor(library: Library, { coerceTypes, useDefaults, removeAdditional }: Changing) {
    this.library = library
    this.removeAdditional = removeAdditional
    this.#coerces = coerceTypes
    this.#fills = useDefaults
  }

  judge(schema: unknown, place: Place): Complaints {
    if (typeof schema === 'boolean')
      return schema ? null : [complain(place, 'false schema', 'boolean schema is false')]
    if (!isPlainObject(schema)) return null
    const types = typesOf(schema) ?? []
    const isLate =
      types.length === 1 && convertible(types, this.#coerces).length === 0 && hasRulesFor(schema, types[0]!)
    const wrong = types.length > 0 && !isLate ? this.#convert(schema, types, place) : null
    if (wrong !== null && !place.isBranch) return wrong
    const found = this.#judgeGroups(schema, isLate ? types[0]! : null, wrong !== null, place)
    return wrong === null ? found : [...wrong, ...(found ?? [])]
  }

  /** `isFirstOnly`: the type is wrong, and this is a branch, in which ajv goes on with the keywords for values of any type. */
  #judgeGroups(
    schema: SchemaObject,
    lateType: string | null,
    isFirstOnly: boolean,
    place: Place,
  ): Complaints {
    if (schema.$ref !== undefined) {
      const found = this.#refer(String(schema.$ref), place)
      if (found !== null || !hasOthers(schema)) return found
    }
    for (const group of GROUPS) {
      if (isFirstOnly && group.type !== null) return null
      if (!isUsed(group, schema)) continue
      const found = this.#judgeGroup(group, schema, lateType, place)
      if (found !== null) return found
    }
    return null
  }

  #judgeGroup(
    { type, keywords }: (typeof GROUPS)[number],
    schema: SchemaObject,
    lateType: string | null,
    place: Place,
  ): Complaints {
    const own = Object.keys(keywords).filter((keyword) => schema[keyword] !== undefined)
    if (type !== null && !IS[type]!(valueAt(place))) {
      const isIts = lateType === type
      return isIts ? [wrongType(schema, place)] : null
    }
    if (type !== null) this.#fill(type, schema, place)
    for (const keyword of own) {
      const found = keywords[keyword]!(schema, place, this)
      if (found !== null) return found
    }
    return null
  }

  #convert(schema: SchemaObject, types: readonly string[], place: Place): Complaints {
    const value = valueAt(place)
    if (types.some((type) => IS[type]!(value))) return null
    if (convertible(types, this.#coerces).length === 0) return [wrongType(schema, place)]
    place.cell.value = openedBy(value, this.#coerces)
    const made = converted(place.cell.value, place.cell.value !== value, types, this.#coerces)
    if (made === undefined) return [wrongType(schema, place)]
    place.cell.value = made
    place.parent[place.key] = made
    return null
  }

  #refer(ref: string, place: Place): Complaints {
    const from: Slot = {
      document: place.document,
      id: place.id,
      plain: null,
      isRecursive: false,
      same: new Set(),
    }
    let target = targetOf(ref, from, this.library)
    // What a pointer leads to, and is a reference alone, stands for its own target.
    while (target !== null && ref.includes('#/') && isReferenceAlone(target.schema))
      target = targetOf(String(target.schema.$ref), { ...from, ...target }, this.library)
    if (target === null) return null // the predicate has found it
    const { schema, document, id } = target
    const isCalled = refers(schema) || ref === '#'
    const inside = { ...place, document, id, schemaPath: isCalled ? '#' : ref }
    if (!isCalled) return this.judge(schema, inside)
    const found = this.judge(schema, { ...inside, isBranch: false, cell: { value: valueAt(place) } })
    if (found !== null) this.#afterCalls.add(found)
    return found
  }

  isAfterCall(found: Complaint[]): boolean {
    return this.#afterCalls.has(found)
  }

  #fill(type: string, schema: SchemaObject, place: Place): void {
    if (!this.#fills || place.isBranch) return
    const value: Properties = Object(valueAt(place))
    const parts = type === 'object' ? schema.properties : type === 'array' ? schema.items : undefined
    if (type === 'array' && !Array.isArray(parts)) return
    for (const [key, part] of Object.entries(Object(parts)))
      if (isObject(part) && part.default !== undefined && value[key] === undefined)
        value[key] = JSON.parse(JSON.stringify(part.default))
  }
}

function wrongType(schema: SchemaObject, place: Place): Complaint {
  const type = Array.isArray(schema.type) ? typesOf(schema) : schema.type
  return complain(place, 'type', `must be ${type}`, { type })
}

const isReferenceAlone = (schema: SchemaObject): boolean =>
  schema.$ref !== undefined && schema.type === undefined && !hasOthers(schema)

const hasRulesFor = (schema: SchemaObject, type: string): boolean =>
  GROUPS.some(
    (group) => group.type === type && Object.keys(group.keywords).some((key) => schema[key] !== undefined),
  )

const isUsed = ({ keywords }: (typeof GROUPS)[number], schema: SchemaObject): boolean =>
  Object.keys(keywords).some((keyword) => schema[keyword] !== undefined)

const hasOthers = (schema: SchemaObject): boolean => GROUPS.some((group) => isUsed(group, schema))

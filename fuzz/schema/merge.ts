/** Two schemas for one value as one, as far as keywords can be joined: what `allOf`, a branch or `then` adds to its neighbours. */
import { isSchema, resolved, type Schema, type SchemaOrBoolean, type Surroundings } from './walk.ts'

const HIGHER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const LOWER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
/** Keywords that cannot be joined: the second one becomes a member of `allOf`. */
const APART = ['oneOf', 'anyOf', 'not', 'if', 'contains', 'propertyNames', 'pattern', 'multipleOf']

/** Both at once; false where one of them is. */
export function merged(left: SchemaOrBoolean, right: SchemaOrBoolean): SchemaOrBoolean {
  if (left === false || right === false) return false
  if (typeof left === 'boolean' || typeof right === 'boolean') return typeof left === 'boolean' ? right : left
  const both: Record<string, unknown> = { ...left, ...right }
  const shared = Object.keys(right).filter((key) => left[key] !== undefined && right[key] !== undefined)
  const apart = shared.filter((key) => APART.includes(key) && left[key] !== right[key])
  for (const key of shared) both[key] = joined(key, left[key], right[key])
  for (const key of apart) both[key] = left[key]
  if (apart.includes('if')) Object.assign(both, { then: left['then'], else: left['else'] })
  const more = apart.map((key) => (key === 'if' ? conditionOf(right) : { [key]: right[key] }))
  if (more.length > 0) both['allOf'] = [...((both['allOf'] ?? []) as unknown[]), ...more]
  return both
}

function conditionOf({ if: when, then, else: otherwise }: Schema): Schema {
  return {
    if: when,
    ...(then === undefined ? {} : { then }),
    ...(otherwise === undefined ? {} : { else: otherwise }),
  }
}

function joined(key: string, left: unknown, right: unknown): unknown {
  if (HIGHER.includes(key)) return Math.max(Number(left), Number(right))
  if (LOWER.includes(key)) return Math.min(Number(left), Number(right))
  if (key === 'required') return [...new Set([...(left as string[]), ...(right as string[])])]
  if (key === 'allOf') return [...(left as unknown[]), ...(right as unknown[])]
  if (key === 'enum') return common(left as unknown[], right as unknown[])
  if (key === 'type') return common([left].flat().flatMap(withIntegers), [right].flat().flatMap(withIntegers))
  if (key === 'additionalProperties' || key === 'items')
    return isMergeable(left) && isMergeable(right) ? merged(left, right) : right
  if (key === 'properties' || key === 'patternProperties')
    return propertiesOf(left as Schema, right as Schema)
  return right
}

function isMergeable(value: unknown): value is SchemaOrBoolean {
  return typeof value === 'boolean' || isSchema(value)
}

function withIntegers(type: unknown): unknown[] {
  return type === 'number' ? ['number', 'integer'] : [type]
}

/** What is in both; all of the second one where nothing is, for then no value fits anyway. */
function common(left: unknown[], right: unknown[]): unknown[] {
  const known = new Set(left.map((one) => JSON.stringify(one)))
  const found = right.filter((one) => known.has(JSON.stringify(one)))
  return found.length > 0 ? found : right
}

function propertiesOf(left: Schema, right: Schema): Schema {
  const both: Record<string, unknown> = { ...left }
  for (const [name, one] of Object.entries(right)) {
    const known = Object.hasOwn(left, name) ? (left[name] as SchemaOrBoolean) : true
    Object.defineProperty(both, name, {
      value: merged(known, one as SchemaOrBoolean),
      ...{ enumerable: true, configurable: true, writable: true },
    })
  }
  return both
}

/** A member of `allOf`, or a branch: what its reference leads to, with references that hold where it is put. */
export function inlined(given: SchemaOrBoolean, around: Surroundings): SchemaOrBoolean {
  let at = given
  let its = around
  for (let turn = 0; turn < 4 && isSchema(at) && typeof at['$ref'] === 'string'; turn++) {
    const target = resolved(at, its)
    if (target.schema === at) return at
    const { $ref: _gone, ...rest } = at
    at = Object.keys(rest).length > 0 ? merged(target.schema, rest) : target.schema
    its = target.around
  }
  if (its.root === around.root) return at
  const id = Object.keys(around.shared).find((one) => around.shared[one] === its.root)
  return id === undefined ? at : (rebased(at, id) as SchemaOrBoolean)
}

/** With references into its own document as references to the document by its id. */
function rebased(value: unknown, id: string): unknown {
  if (Array.isArray(value)) return value.map((one) => rebased(one, id))
  if (!isSchema(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) =>
      key === '$ref' && typeof one === 'string' && one.startsWith('#')
        ? [key, `${id.replace(/#$/, '')}${one}`]
        : [key, rebased(one, id)],
    ),
  )
}

/** The two ways through `if`: its values with those of `then`, and other ones with those of `else`. */
export function conditions(schema: Schema): SchemaOrBoolean[] {
  const { if: when, then = true, else: otherwise = true, ...rest } = schema
  const condition = when as SchemaOrBoolean
  return [
    merged(merged(rest, named(condition)), then as SchemaOrBoolean),
    merged(unless(rest, condition), otherwise as SchemaOrBoolean),
  ].filter((one) => one !== false)
}

/** A condition about properties is best met with them. */
function named(condition: SchemaOrBoolean): SchemaOrBoolean {
  if (!isSchema(condition) || !isSchema(condition['properties']) || condition['required']) return condition
  return { ...condition, required: Object.keys(condition['properties']) }
}

/** Where a condition wants a value of a list, the list without it. */
function unless(rest: Schema, condition: SchemaOrBoolean): SchemaOrBoolean {
  const wanted = isSchema(condition) && isSchema(condition['properties']) ? condition['properties'] : {}
  const properties = isSchema(rest['properties']) ? rest['properties'] : {}
  for (const [name, one] of Object.entries(wanted)) {
    const own = properties[name]
    if (!isSchema(one) || !isSchema(own)) continue
    const values = one['const'] !== undefined ? [one['const']] : (one['enum'] as unknown[] | undefined)
    const choices = own['type'] === 'boolean' ? [true, false] : own['enum']
    if (!values || !Array.isArray(choices)) continue
    const others = choices.filter((choice) => !values.some((value) => value === choice))
    if (others.length === 0) continue
    const required = [...new Set([...((rest['required'] ?? []) as string[]), name])]
    return { ...rest, required, properties: { ...properties, [name]: { ...own, enum: others } } }
  }
  return rest
}

/** Puts values that answers have shown into a request: those that its names and its path ask for. */
import type { RoutePlan, Values } from '../engine/route-plan.ts'
import { isSchema, resolved, type Schema, type SchemaOrBoolean, type Surroundings } from '../schema/walk.ts'
import type { Part } from '../schema/wire.ts'
import { IDENTIFIERS, idTarget, kindOf, plainName } from './names.ts'
import { type PathName, pathNamesOf } from './path-names.ts'
import { identityOf, type Pool, type Scalar, type Thing } from './pool.ts'

export interface FillOptions {
  readonly pool: Pool
  readonly random: () => number
  /** How often a name that is no id takes a value of one thing, such as an address and its password. */
  readonly likeness: number
  /** A part that is left as it is. */
  readonly broken?: Part | undefined
  /** The ids of things that the path has to name, by their kind. */
  readonly pins?: ReadonlyMap<string, readonly string[]> | undefined
}

/** The values with live ones in them; what the schema does not take is left as it was. */
export function fill(plan: RoutePlan, values: Values, options: FillOptions): Values {
  const filled: Values = { ...values }
  const names = pathNamesOf(plan)
  let own: Thing | null = null
  if (names.length > 0 && options.broken !== 'params') {
    const found = paramsOf(plan, names, values.params, options)
    filled.params = found.params
    own = 'param' in plan.path.at(-1)! ? found.thing : null
  }
  for (const part of ['querystring', 'headers', 'body'] as const) {
    const planned = plan.parts.get(part)
    if (!planned || part === options.broken || values[part] === undefined || planned.schema === true) continue
    // What changes a thing may have to say what it was, such as its version.
    const thing = options.random() < options.likeness ? (own ?? likeliest(values[part], options)) : null
    const below = isSchema(filled.params) ? filled.params : {}
    const value = inside(values[part], planned.schema, planned.around, { ...options, thing, below }, 0)
    if (value !== values[part] && planned.oracle?.judge(value).valid !== false) filled[part] = value
  }
  return filled
}

function paramsOf(
  plan: RoutePlan,
  names: PathName[],
  given: unknown,
  options: FillOptions,
): { params: unknown; thing: Thing | null } {
  const params: Record<string, unknown> = { ...(isSchema(given) ? given : {}) }
  const planned = plan.parts.get('params')
  const schemas = planned && isSchema(planned.schema) ? planned.schema['properties'] : undefined
  let below = null as ReadonlyMap<string, Scalar> | null
  let own: Thing | null = null
  // From the last one: what it names says what it was found below.
  for (const name of names.toReversed()) {
    const inherited = below === null ? undefined : inheritedOf(name, below, options)
    const found: Found | null =
      inherited === undefined || options.pins?.has(name.kind)
        ? named(name, names, options)
        : { value: inherited, thing: null }
    if (found === null) continue
    const schema = isSchema(schemas) ? schemas[name.param] : undefined
    if (!suits(found.value, schema, planned?.around, true)) continue
    params[name.param] = found.value
    if (name === names.at(-1)) own = found.thing
    if (!found.thing || below !== null) continue
    const { thing } = found
    const id = identityOf(thing)
    below = new Map([
      ...thing.below,
      ...thing.fields,
      ...(id === undefined || id === found.value ? [] : [[`${thing.kind}id`, id] as const]),
    ])
  }
  return { params, thing: own }
}

/** What a thing says of the one that it is below: `cart`, `cartId` or the name of the parameter; its own id is not it. */
function inheritedOf(
  { kind, param }: PathName,
  below: ReadonlyMap<string, Scalar>,
  { pool, random }: Pick<FillOptions, 'pool' | 'random'>,
): Scalar | undefined {
  const plain = plainName(param)
  const key =
    pool.keyOf(kind) ?? (random() < 0.4 ? IDENTIFIERS[Math.floor(random() * IDENTIFIERS.length)]! : '')
  const known = key === '' ? undefined : below.get(`${kind}${key}`)
  if (known !== undefined) return known
  return (
    below.get(kind) ?? below.get(`${kind}id`) ?? (IDENTIFIERS.includes(plain) ? undefined : below.get(plain))
  )
}

interface Found {
  value: Scalar
  thing: Thing | null
}

/** A value for a parameter: of a thing of its kind, or one with its name. */
function named(
  name: PathName,
  names: readonly PathName[],
  { pool, random, pins }: FillOptions,
): Found | null {
  const ids = pins?.get(name.kind) ?? pins?.get(name.target)
  if (ids?.[0] !== undefined) {
    const isIt = ({ fields }: Thing): boolean => IDENTIFIERS.some((key) => String(fields.get(key)) === ids[0])
    return {
      value: ids[0],
      thing: [name.kind, name.target].flatMap((kind) => pool.ofKind(kind)).findLast(isIt) ?? null,
    }
  }
  const some = candidatesOf(name, names, pool)
  if (some.length === 0) return null
  // Mostly the likeliest way; another one now and then.
  const at = random() < 0.65 ? 0 : Math.floor(random() * some.length)
  const others = names.filter((one) => one !== name)
  // What is known to lie below such a thing goes before the rest.
  const isNested = ({ thing }: Found): boolean => others.some((one) => isBelow(thing, one, { pool, random }))
  const nested = others.length === 0 ? [] : some[at]!.filter(isNested)
  return pick(nested.length > 0 && random() < 0.8 ? nested : some[at]!, random)
}

/** The ways to find a value, the likeliest first. */
function candidatesOf({ param, kind }: PathName, names: readonly PathName[], pool: Pool): Found[][] {
  const plain = plainName(param)
  const target = idTarget(param)
  const kinds = [kind, kindOf(param), ...(target ? [target] : [])]
  const own = [...new Set(kinds)].map((one) => pool.ofKind(one)).filter((things) => things.length > 0)
  const key = pool.keyOf(kind)
  const fields = [...(key === undefined ? [] : [key]), plain, ...IDENTIFIERS]
  const found = fields.flatMap((field) => own.map((things) => valuesOf(things, field)))
  if (plain !== 'id') found.push(valuesOf(pool.with(plain), plain))
  // `hook_token` is the token of a hook.
  for (const one of names)
    if (one.kind !== kind && plain.startsWith(one.kind))
      found.unshift(valuesOf(pool.ofKind(one.kind), plain.slice(one.kind.length)))
  const some = found.filter((one) => one.length > 0)
  if (some.length > 0) return some
  // A collaborator or an owner is a user, which only the application knows.
  const anywhere = target === null ? ['username', 'login', 'slug', 'name'] : ['id']
  return anywhere.map((field) => valuesOf(pool.with(field), field)).filter((one) => one.length > 0)
}

function isBelow(thing: Thing | null, name: PathName, how: Pick<FillOptions, 'pool' | 'random'>): boolean {
  return (
    thing !== null &&
    (inheritedOf(name, thing.below, how) ?? inheritedOf(name, thing.fields, how)) !== undefined
  )
}

function valuesOf(things: readonly Thing[], field: string): Found[] {
  return things.flatMap((thing) => {
    const value = thing.fields.get(field)
    return value === undefined ? [] : [{ value, thing }]
  })
}

function pick<T>(list: readonly T[], random: () => number): T | null {
  if (list.length === 0) return null
  // The newest half of the time: the old ones may be used up.
  const at = random() < 0.5 ? list.length - 1 : Math.floor(random() * list.length)
  return list[at] ?? null
}

/** The thing that has most of the names of an object: a login takes the name and the password of one registration. */
function likeliest(value: unknown, { pool, random }: FillOptions): Thing | null {
  if (!isSchema(value)) return null
  const names = Object.keys(value).map(plainName)
  let best: Thing[] = []
  let most = 0
  for (const things of pool.kinds())
    for (const thing of things) {
      const count = names.filter((name) => thing.fields.has(name)).length
      if (count < most || count === 0) continue
      if (count > most) best = []
      most = count
      best.push(thing)
    }
  return pick(best, random)
}

interface Inside extends FillOptions {
  readonly thing: Thing | null
  readonly below: Schema
}

function inside(
  value: unknown,
  given: SchemaOrBoolean,
  around: Surroundings,
  how: Inside,
  depth: number,
): unknown {
  const { schema, around: its } = resolved(given, around)
  if (depth > 6 || !isSchema(schema)) return value
  if (Array.isArray(value)) {
    const { items } = schema
    if (!isSchema(items)) return value
    return value.map((one) => inside(one, items, its, how, depth + 1))
  }
  if (!isSchema(value)) return value
  const properties = isSchema(schema['properties']) ? schema['properties'] : {}
  let changed: Record<string, unknown> | null = null
  for (const [name, one] of Object.entries(value)) {
    const inner = properties[name] as SchemaOrBoolean | undefined
    if (inner === undefined) continue
    const next = property(name, one, inner, its, how, depth)
    if (next !== one) (changed ??= { ...value })[name] = next
  }
  return changed ?? value
}

function property(
  name: string,
  value: unknown,
  schema: SchemaOrBoolean,
  around: Surroundings,
  how: Inside,
  depth: number,
): unknown {
  if (Array.isArray(value)) {
    const { schema: list, around: its } = resolved(schema, around)
    const items = isSchema(list) ? list['items'] : undefined
    if (!isSchema(items)) return value
    if (value.every((one) => typeof one !== 'object')) {
      const filled = value.map((one) => scalar(name, one, items, its, how))
      // There may be fewer things than the list has items.
      return isSchema(list) && list['uniqueItems'] === true ? [...new Set(filled)] : filled
    }
    return value.map((one) => inside(one, items, its, how, depth + 1))
  }
  if (isSchema(value)) return inside(value, schema, around, how, depth + 1)
  return scalar(name, value, schema, around, how)
}

function scalar(
  name: string,
  value: unknown,
  schema: SchemaOrBoolean,
  around: Surroundings,
  how: Inside,
): unknown {
  const { pool, random, thing } = how
  const plain = plainName(name)
  const own = thing?.fields.get(plain)
  if (own !== undefined && suits(own, schema, around, false)) return own
  const target = idTarget(name)
  const isNamed = target === null && pool.ofKind(kindOf(name)).length > 0
  if ((target === null && !isNamed) || random() < 0.1) return value
  const kind = isNamed ? kindOf(name) : target!
  const things = kind === '' ? pool.with('id') : pool.likeKind(kind)
  const candidates = things.flatMap((one) => {
    const found = IDENTIFIERS.map((key) => one.fields.get(key)).filter((some) => some !== undefined)
    return found.slice(0, 2)
  })
  if (candidates.length === 0 || random() < 0.15)
    candidates.push(...valuesOf(pool.with(plain), plain).map((one) => one.value))
  const suiting = candidates.filter((one) => suits(one, schema, around, false))
  return pick(suiting, random) ?? value
}

const patterns = new Map<string, RegExp | null>()

/** Whether a schema can take a scalar, by the keywords that are cheap to ask. */
function suits(value: Scalar, given: unknown, around: Surroundings | undefined, asText: boolean): boolean {
  if (!isSchema(given)) return true
  const { schema } = around ? resolved(given, around) : { schema: given }
  if (!isSchema(schema)) return true
  const types = [schema['type'] ?? []].flat()
  const isNumeric = typeof value === 'number' || (asText && /^-?\d+$/.test(String(value)))
  if (types.length > 0) {
    const fits =
      (types.includes('string') && (typeof value === 'string' || asText)) ||
      (isNumeric &&
        (types.includes('number') || (types.includes('integer') && Number.isInteger(Number(value))))) ||
      (typeof value === 'boolean' && types.includes('boolean'))
    if (!fits) return false
  }
  if (Array.isArray(schema['enum']) && !schema['enum'].includes(value)) return false
  if (typeof schema['pattern'] !== 'string') return true
  const pattern = patternOf(schema['pattern'])
  return pattern === null || pattern.test(String(value))
}

function patternOf(text: string): RegExp | null {
  let pattern = patterns.get(text)
  if (pattern === undefined) {
    try {
      pattern = new RegExp(text, 'u')
    } catch {
      pattern = null
    }
    patterns.set(text, pattern)
  }
  return pattern
}

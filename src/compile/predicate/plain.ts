/**
 * Predicates of schemas. A predicate says yes only to values that ajv accepts and leaves as they are; what it is not sure of,
 * ajv decides. A schema that ajv would refuse, or write a warning for, has no predicate.
 */
import { isPlainObject } from '../../values.ts'
import type { SchemaObject } from '../json-schema/references.ts'
import { ARRAY_KEYWORDS, arrays } from './arrays.ts'
import { COMBINATORS, combinators } from './combinators.ts'
import { scalarOf } from './conversion.ts'
import { NUMBER_KEYWORDS, numbers } from './numbers.ts'
import { OBJECT_KEYWORDS, objects } from './objects.ts'
import { isEndless, isSimple, refers, targetOf } from './references.ts'
import { formatOf, STRING_KEYWORDS, strings } from './strings.ts'
import { IS, typeJudge, typesOf } from './types.ts'
import { valueJudges } from './values.ts'
import {
  always,
  bare,
  type Changing,
  type Family,
  type Judge,
  type Library,
  type Maker,
  NO,
  never,
  type Place,
  type Plain,
  type Settle,
  type Slot,
  sequence,
  UNDECIDED,
  UNSURE,
  YES,
} from './verdict.ts'

const TEXTS = ['title', 'description', '$comment', 'contentMediaType', 'contentEncoding']
const ANNOTATIONS = [...TEXTS, 'readOnly', 'writeOnly', 'deprecated', 'examples', 'default']
const FAMILIES: readonly { type: string; keywords: readonly string[]; family: Family }[] = [
  { type: 'number', keywords: NUMBER_KEYWORDS, family: numbers },
  { type: 'string', keywords: STRING_KEYWORDS, family: strings },
  { type: 'array', keywords: ARRAY_KEYWORDS, family: arrays },
  { type: 'object', keywords: OBJECT_KEYWORDS, family: objects },
]
const DOCUMENT = ['$schema', '$id', 'definitions', '$defs']
const KNOWN = new Set([
  ...ANNOTATIONS,
  ...['type', 'nullable', 'enum', 'const', 'format', '$ref'],
  ...COMBINATORS,
  ...FAMILIES.flatMap(({ keywords }) => keywords),
])
const DRAFT_7 = 'http://json-schema.org/draft-07/schema#'

/** The options of the default compiler. */
const DEFAULTS: Changing = { coerceTypes: 'array', useDefaults: true, removeAdditional: true }

/** Makes the predicates of one set of shared schemas. Each target of a reference has one predicate. */
export class Predicates implements Maker {
  readonly library: Library
  readonly changing: Changing
  readonly #slots = new WeakMap<SchemaObject, Map<SchemaObject, Slot>>()
  readonly converts: boolean
  #open: { slot: Slot; target: SchemaObject }[] = []
  #depth = 0
  #converting: Predicates | null = null

  constructor(library: Library, changing: Changing = DEFAULTS, converts = false) {
    this.library = library
    this.changing = changing
    this.converts = converts
  }

  /** The predicate of the schema of a route; null: ajv must compile it, which may fail. */
  of(schema: unknown): Plain | null {
    if (typeof schema === 'boolean') return bare(schema ? always : never)
    if (!isPlainObject(schema) || (schema.$id !== undefined && !isSimple(schema.$id))) return null
    const plain = this.#slotOf(schema, schema, typeof schema.$id === 'string' ? schema.$id : '')
    this.#slots.delete(schema) // no other schema refers to the inside of this one
    return plain === null || this.converts ? plain : { ...plain, settle: this.#settlingOf(schema, plain) }
  }

  // Most values of most schemas need no conversion, so what converts is made for the first value that may need it.
  #settlingOf(schema: SchemaObject, { judge, fill }: Plain): Settle {
    let made: Settle | null = null
    const asItIs: Settle = (value) => {
      if (judge(value) !== YES) return false
      fill?.(value)
      return true
    }
    return (value) => {
      if (made === null) {
        this.#converting ??= new Predicates(this.library, this.changing, true)
        made = this.#converting.of(schema)?.settle ?? asItIs
      }
      return made(value)
    }
  }

  refer(ref: string, place: Place): Plain | null {
    const target = targetOf(ref, place.slot, this.library)
    if (target === null) return null
    const { schema, document, id } = target
    // For a part of a shared schema ajv compiles the whole schema, too.
    const isPart = schema !== document && document !== place.slot.document
    if (isPart && this.#slotOf(document, document, id) === null) return null
    const plain = this.#slotOf(schema, document, id)
    const slot = this.#slots.get(document)?.get(schema)
    if (plain !== null && slot !== undefined && place.isSame) place.slot.same.add(slot)
    return plain
  }

  #slotOf(schema: SchemaObject, document: SchemaObject, id: string): Plain | null {
    let slots = this.#slots.get(document)
    if (slots === undefined) this.#slots.set(document, (slots = new Map()))
    const known = slots.get(schema)
    if (known !== undefined) {
      if (known.plain !== null) return known.plain
      known.isRecursive = true
      return bare((value) => (known.plain === null ? UNSURE : known.plain.judge(value)))
    }
    const slot: Slot = { document, id, plain: null, isRecursive: false, same: new Set() }
    slots.set(schema, slot)
    this.#open.push({ slot, target: schema })
    this.#depth++
    const isTop = schema === document || refers(schema)
    const plain = this.make(schema, { slot, types: [], isSame: true, isTop })
    this.#depth--
    // What refers to itself and has defaults is right, but ajv decides about each value.
    slot.plain = plain !== null && slot.isRecursive && plain.fill !== null ? UNDECIDED : plain
    return this.#close(slot.plain)
  }

  /** Forgets all that was made for a schema that has no predicate: it may refer to what has none. */
  #close(plain: Plain | null): Plain | null {
    if (this.#depth > 0) return plain
    const made = this.#open
    this.#open = []
    if (plain !== null && !made.some(({ slot }) => isEndless(slot))) return plain
    for (const { slot, target } of made) this.#slots.get(slot.document)?.delete(target)
    return null
  }

  make(schema: unknown, place: Place): Plain | null {
    if (typeof schema === 'boolean') return bare(schema ? always : never)
    if (!isPlainObject(schema) || !isKnown(schema, place) || !this.#hasDefinitions(schema, place)) return null
    if (schema.default !== undefined && place.isTop) return null
    const types = typesOf(schema)
    if (types === null || !types.every((type) => isAllowed(type, place.types))) return null
    const here = { ...place, types: types.length > 0 ? types : place.types, isTop: false }
    const values = valueJudges(schema, this.library)
    const referred = schema.$ref === undefined ? undefined : this.#referred(schema, here)
    const branches = combinators(schema, this, here)
    const parts = this.#families(schema, types, here)
    if (values === null || referred === null || branches === null || parts === null) return null
    const judges = [...(referred === undefined ? [] : [referred.judge]), ...values, ...branches.judges]
    if (referred !== undefined && judges.length === 1 && types.length === 0 && parts.judges.length === 0)
      return referred
    if (branches.fills || (referred !== undefined && referred.fill !== null)) return UNDECIDED
    const { coerceTypes } = this.changing
    const convert = this.converts
      ? (scalarOf(types, sequence([...judges, ...parts.judges]), coerceTypes) ??
        (judges.length === 0 ? parts.convert : null))
      : null
    const settle = judges.length === 0 && parts.settle
    const typed = typeJudge(types, coerceTypes !== false)
    // Of an object alone, which nothing becomes, ajv looks at the type after the other schemas.
    if (types.length === 1 && types[0] === 'object') judges.push(typed)
    else if (types.length > 0)
      judges.unshift(judges.length === 0 ? typed : beside(typed, sequence([...judges])))
    const judge = sequence([...judges, ...parts.judges])
    return { judge, fill: parts.fill, ...(convert && { convert }), ...(settle && { settle }) }
  }

  #referred({ $ref: ref }: SchemaObject, place: Place): Plain | null {
    return typeof ref === 'string' ? this.refer(ref, place) : null
  }

  /** The judges of keywords for values of one type. */
  #families(
    schema: SchemaObject,
    types: readonly string[],
    place: Place,
  ): (Omit<Plain, 'judge'> & { judges: Judge[] }) | null {
    const judges: Judge[] = []
    const only = types.length === 1 ? types[0] : undefined
    let own: Plain = bare(always)
    let fill: Plain['fill'] = null
    const add = (type: string, judge: Judge): void => {
      const is = IS[type]!
      const isOnly = only === type || (type === 'number' && only === 'integer')
      if (judge !== always) judges.push(isOnly ? judge : (value) => (is(value) ? judge(value) : YES))
    }
    for (const { type, keywords, family } of FAMILIES) {
      // A list without keywords has a conversion, too.
      if (!keywords.some((keyword) => schema[keyword] !== undefined) && (type !== 'array' || only !== type))
        continue
      const plain = isJudged(type, place.types) ? family(schema, this, place) : null
      if (plain === null) return null
      add(type, plain.judge)
      fill = plain.fill === null ? fill : both(fill, plain.fill)
      if (type === only) own = plain
    }
    const made = { ...own, judges, fill }
    if (schema.format === undefined) return made
    if (!isJudged('string', place.types) && !isJudged('number', place.types)) return null
    const format = formatOf(schema.format, this.library)
    if (format === null) return null
    if (format.judge !== null && isJudged(format.type, place.types)) add(format.type, format.judge)
    return made
  }

  #isShared({ id, document }: Slot): boolean {
    return id !== '' && this.library.shared(id) === document
  }

  /** Definitions that nothing refers to must be schemas too. Those of shared schemas were looked at before. */
  #hasDefinitions(schema: SchemaObject, { slot }: Place): boolean {
    if (this.#isShared(slot)) return true
    return ['definitions', '$defs'].every((keyword) => {
      const map = schema[keyword]
      if (map === undefined) return true
      if (!isPlainObject(map)) return false
      return Object.keys(map).every((name) => {
        const one = map[name]
        if (typeof one === 'boolean') return true
        if (name === '__proto__' || !isPlainObject(one) || one.$id !== undefined) return false
        return this.#slotOf(one, slot.document, slot.id) !== null
      })
    })
  }
}

function isKnown(schema: SchemaObject, { slot }: Place): boolean {
  const isRoot = schema === slot.document
  if (!Object.keys(schema).every((key) => KNOWN.has(key) || (isRoot && DOCUMENT.includes(key)))) return false
  if (schema.$id !== undefined && (slot.id === '' || schema.$id !== slot.id)) return false
  if (schema.$schema !== undefined && schema.$schema !== DRAFT_7) return false
  return (
    TEXTS.every((key) => schema[key] === undefined || typeof schema[key] === 'string') &&
    (schema.readOnly === undefined || typeof schema.readOnly === 'boolean') &&
    (schema.examples === undefined || Array.isArray(schema.examples))
  )
}

/** Whether ajv takes a type beside those of schemas for the same value without a warning. */
const isAllowed = (type: string, types: readonly string[]): boolean =>
  types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'))

/** Whether ajv takes keywords for values of a type without a warning. */
const isJudged = (type: string, types: readonly string[]): boolean =>
  types.includes(type) || (type === 'number' && types.includes('integer'))

/** Below `not` and its like, ajv goes on after a wrong type to the schemas beside it, which may convert a part of the value. */
function beside(judge: Judge, others: Judge): Judge {
  return (value) => {
    const verdict = judge(value)
    return verdict === NO && others(value) === UNSURE ? UNSURE : verdict
  }
}

const both =
  (first: Plain['fill'], second: NonNullable<Plain['fill']>): Plain['fill'] =>
  (value) => {
    first?.(value)
    second(value)
  }

/**
 * Predicates of schemas. A predicate says yes only to values that ajv accepts and leaves as they are; what it is not sure of,
 * ajv decides. A schema that ajv would refuse, or write a warning for, has no predicate.
 */
import { isPlainObject } from '../../values.ts'
import { Leaves } from '../json-schema/leaves.ts'
import type { SchemaObject } from '../json-schema/references.ts'
import { ARRAY_KEYWORDS, arrays } from './arrays.ts'
import { COMBINATORS, combinators, NO_BRANCHES } from './combinators.ts'
import { scalarOf } from './conversion.ts'
import { NUMBER_KEYWORDS, numbers } from './numbers.ts'
import { OBJECT_KEYWORDS, objects } from './objects.ts'
import { isEndless, isSimple, refers, targetOf } from './references.ts'
import { formatOf, STRING_KEYWORDS, strings } from './strings.ts'
import { IS, isAllowed, isJudged, typeJudge, typesOf } from './types.ts'
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
const FAMILIES: readonly { type: string; kind: number; keywords: readonly string[]; family: Family }[] = [
  { type: 'number', kind: 1, keywords: NUMBER_KEYWORDS, family: numbers },
  { type: 'string', kind: 2, keywords: STRING_KEYWORDS, family: strings },
  { type: 'array', kind: 4, keywords: ARRAY_KEYWORDS, family: arrays },
  { type: 'object', kind: 8, keywords: OBJECT_KEYWORDS, family: objects },
]
/** The kinds of keywords, beside those of the families: most schemas have few, and those of the others need no look. */
const BRANCHES = 16
const VALUES = 32
const TOLD = 64
const DOCUMENT = 128
const KIND_OF = new Map<string, number>([
  ...['type', 'nullable', 'format', '$ref', 'writeOnly', 'deprecated', 'default'].map(
    (key) => [key, 0] as const,
  ),
  ...[...TEXTS, 'readOnly', 'examples'].map((key) => [key, TOLD] as const),
  ...['enum', 'const'].map((key) => [key, VALUES] as const),
  ...COMBINATORS.map((key) => [key, BRANCHES] as const),
  ...FAMILIES.flatMap(({ kind, keywords }) => keywords.map((key) => [key, kind] as const)),
])
const OF_DOCUMENTS = ['$schema', '$id', 'definitions', '$defs']
const DRAFT_7 = 'http://json-schema.org/draft-07/schema#'

/** The options of the default compiler. */
const DEFAULTS: Changing = { coerceTypes: 'array', useDefaults: true, removeAdditional: true }

/** Makes the predicates of one set of shared schemas. Each target of a reference has one predicate. */
export class Predicates implements Maker {
  readonly library: Library
  readonly changing: Changing
  readonly #slots = new WeakMap<SchemaObject, Map<SchemaObject, Slot>>()
  readonly converts: boolean
  readonly #leaves = new Leaves<Plain | null>()
  #open: { slot: Slot; target: SchemaObject }[] = []
  #depth = 0
  #twin: Predicates | null = null
  /** the shared schema that is looked at with all of its definitions */
  #whole: unknown = null

  constructor(library: Library, changing: Changing = DEFAULTS, converts = false) {
    this.library = library
    this.changing = changing
    this.converts = converts
  }

  /** The predicate of the schema of a route, or of a whole shared one; null: ajv must compile it, which may fail. */
  of(schema: unknown, isShared = false): Plain | null {
    if (typeof schema === 'boolean') return bare(schema ? always : never)
    if (!isPlainObject(schema) || (schema.$id !== undefined && !isSimple(schema.$id))) return null
    this.#whole = isShared ? schema : null
    if (isShared) this.#slots.delete(schema) // made for one that refers to it, without all of its definitions
    const plain = this.#slotOf(schema, schema, typeof schema.$id === 'string' ? schema.$id : '')
    if (!isShared) this.#slots.delete(schema) // no other schema refers to the inside of this one
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
        this.#twin ??= new Predicates(this.library, this.changing, true)
        made = this.#twin.of(schema)?.settle ?? asItIs
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
    if (place.isTop || place.types.length > 0 || !isPlainObject(schema)) return this.#make(schema, place)
    return this.#leaves.once(schema, () => this.#make(schema, place))
  }

  #make(schema: unknown, place: Place): Plain | null {
    const kinds = isPlainObject(schema) ? kindsOf(schema, place) : UNKNOWN
    if (kinds === UNKNOWN || !isPlainObject(schema)) return null
    if ((kinds & DOCUMENT) !== 0 && !this.#hasDefinitions(schema, place)) return null
    if (schema.default !== undefined && place.isTop) return null
    const types = typesOf(schema)
    if (types === null || !types.every((type) => isAllowed(type, place.types))) return null
    const { slot, isSame } = place
    const here = { slot, isSame, types: types.length > 0 ? types : place.types, isTop: false }
    const values = (kinds & VALUES) === 0 ? [] : valueJudges(schema, this.library)
    const referred = schema.$ref === undefined ? undefined : this.#referred(schema, here)
    const branches = (kinds & BRANCHES) === 0 ? NO_BRANCHES : combinators(schema, this, here)
    const parts = this.#families(schema, types, here, kinds)
    if (values === null || referred === null || branches === null || parts === null) return null
    const judges = [...values, ...branches.judges]
    if (referred !== undefined) judges.unshift(referred.judge)
    if (referred !== undefined && judges.length === 1 && types.length === 0 && parts.judges.length === 0)
      return referred
    if (branches.fills || (referred !== undefined && referred.fill !== null)) return UNDECIDED
    const converting = this.converts ? this.#converting(types, judges, parts) : null
    const typed = typeJudge(types, this.changing.coerceTypes !== false)
    // Of an object alone, which nothing becomes, ajv looks at the type after the other schemas.
    if (types.length === 1 && types[0] === 'object') judges.push(typed)
    else if (types.length > 0)
      judges.unshift(judges.length === 0 ? typed : beside(typed, sequence([...judges])))
    for (const judge of parts.judges) judges.push(judge)
    const judge = sequence(judges)
    return converting === null ? { judge, fill: parts.fill } : { judge, fill: parts.fill, ...converting }
  }

  /** What converts a value of one schema: `judges` are those that look at it before the families do. */
  #converting(
    types: readonly string[],
    judges: readonly Judge[],
    parts: Parts,
  ): Pick<Plain, 'convert' | 'settle'> {
    const convert =
      scalarOf(types, sequence([...judges, ...parts.judges]), this.changing.coerceTypes) ??
      (judges.length === 0 ? parts.own.convert : undefined)
    const settle = judges.length === 0 ? parts.own.settle : undefined
    return { ...(convert && { convert }), ...(settle && { settle }) }
  }

  #referred({ $ref: ref }: SchemaObject, place: Place): Plain | null {
    return typeof ref === 'string' ? this.refer(ref, place) : null
  }

  /** The judges of keywords for values of one type. */
  #families(schema: SchemaObject, types: readonly string[], place: Place, kinds: number): Parts | null {
    const judges: Judge[] = []
    const only = types.length === 1 ? types[0] : undefined
    let own: Plain = NOTHING
    let fill: Plain['fill'] = null
    const add = (type: string, judge: Judge): void => {
      const is = IS[type]!
      const isOnly = only === type || (type === 'number' && only === 'integer')
      if (judge !== always) judges.push(isOnly ? judge : (value) => (is(value) ? judge(value) : YES))
    }
    for (const { type, kind, family } of FAMILIES) {
      // A list without keywords has a conversion, too.
      if ((kinds & kind) === 0 && (type !== 'array' || only !== type)) continue
      const plain = isJudged(type, place.types) ? family(schema, this, place) : null
      if (plain === null) return null
      add(type, plain.judge)
      fill = plain.fill === null ? fill : both(fill, plain.fill)
      if (type === only) own = plain
    }
    if (schema.format === undefined) return { judges, fill, own }
    if (!isJudged('string', place.types) && !isJudged('number', place.types)) return null
    const format = formatOf(schema.format, this.library)
    if (format === null) return null
    if (format.judge !== null && isJudged(format.type, place.types)) add(format.type, format.judge)
    return { judges, fill, own }
  }

  /** Definitions that nothing refers to must be schemas too. Those of shared schemas were looked at before. */
  #hasDefinitions(schema: SchemaObject, { slot }: Place): boolean {
    const { id, document } = slot
    if (id !== '' && document !== this.#whole && this.library.shared(id) === document) return true
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

/** What the families say of a schema; `own`: that of its only type. */
interface Parts {
  readonly judges: readonly Judge[]
  readonly fill: Plain['fill']
  readonly own: Plain
}
const NOTHING = bare(always)
const UNKNOWN = -1

/** The kinds of the keywords of a schema, as bits; UNKNOWN: it has a keyword that no predicate knows, or with a wrong value. */
function kindsOf(schema: SchemaObject, { slot }: Place): number {
  let kinds = 0
  for (const key of Object.keys(schema)) {
    const kind = KIND_OF.get(key)
    if (kind === undefined && (schema !== slot.document || !OF_DOCUMENTS.includes(key))) return UNKNOWN
    kinds |= kind ?? DOCUMENT
  }
  if ((kinds & DOCUMENT) !== 0) {
    if (schema.$id !== undefined && (slot.id === '' || schema.$id !== slot.id)) return UNKNOWN
    if (schema.$schema !== undefined && schema.$schema !== DRAFT_7) return UNKNOWN
  }
  return (kinds & TOLD) === 0 || isTold(schema) ? kinds : UNKNOWN
}

function isTold(schema: SchemaObject): boolean {
  return (
    TEXTS.every((key) => schema[key] === undefined || typeof schema[key] === 'string') &&
    (schema.readOnly === undefined || typeof schema.readOnly === 'boolean') &&
    (schema.examples === undefined || Array.isArray(schema.examples))
  )
}

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

/** What answers have shown: the things that an application has, each with its values by name. */
import { isSchema } from '../schema/walk.ts'
import { IDENTIFIERS, kindOf, plainName } from './names.ts'

export type Scalar = string | number | boolean
/** A thing of an answer, or what was sent to make it. */
export interface Thing {
  readonly kind: string
  readonly fields: ReadonlyMap<string, Scalar>
  /** The parameters of the path that it was found below, by kind and name. */
  readonly below: ReadonlyMap<string, Scalar>
}

const DEPTH = 5
/** Things kept of one kind: the first ones, which others refer to, and the newest. */
const MOST = 24
const FIRST = 4
/** Of a long list. */
const ITEMS = 6
const LONGEST = 2000
/** Properties that hold the things of a list, and say nothing about their kind. */
const WRAPPERS = new Set([
  'data',
  'item',
  'result',
  'entry',
  'record',
  'value',
  'node',
  'edge',
  'row',
  'object',
])

export class Pool {
  readonly #kinds = new Map<string, Thing[]>()

  readonly #keys = new Map<string, string>()

  /** The name of the value that paths call a kind by, where one was accepted. */
  keyOf(kind: string): string | undefined {
    return this.#keys.get(kind)
  }

  /** A path with this value was accepted. */
  accepted(kind: string, value: unknown): void {
    if (this.#keys.has(kind)) return
    const matching = (thing: Thing): string[] =>
      IDENTIFIERS.filter((name) => same(thing.fields.get(name), value))
    // A first issue has both the id 1 and the number 1: that says nothing.
    const names = new Set(this.ofKind(kind).flatMap(matching))
    const [only] = names
    if (names.size === 1 && only !== undefined) this.#keys.set(kind, only)
  }

  /** Nothing is there any more. */
  clear(): void {
    this.#kinds.clear()
  }

  /** The things of a kind, the newest last. */
  ofKind(kind: string): readonly Thing[] {
    return this.#kinds.get(kind) ?? []
  }

  /** The same; for a kind that is not known those of the one that it ends with: a `user` for `accepteduser`. */
  likeKind(kind: string): readonly Thing[] {
    const own = this.ofKind(kind)
    // Of ids that only requests have named it is not known whether there is such a thing.
    if (own.some(({ fields }) => fields.size > 1)) return own
    const known = [...this.#kinds.keys()].filter((one) => one.length > 2 && kind.endsWith(one))
    const its = known
      .filter((one) => one !== kind)
      .reduce((best, one) => (one.length > best.length ? one : best), '')
    return [...own, ...this.ofKind(its)]
  }

  /** Things that have a value under a name, of any kind. */
  with(field: string): Thing[] {
    const found: Thing[] = []
    for (const things of this.#kinds.values())
      for (const thing of things) if (thing.fields.has(field)) found.push(thing)
    return found
  }

  kinds(): Iterable<readonly Thing[]> {
    return this.#kinds.values()
  }

  /** Notes what an answer shows. `sent` is what the request gave for the thing that was made or changed. */
  take(kind: string, answer: unknown, sent: unknown, below: ReadonlyMap<string, Scalar>): void {
    const given = isSchema(sent) ? fieldsOf(sent) : new Map<string, Scalar>()
    if (Array.isArray(answer)) for (const one of sampled(answer)) this.#walk(kind, one, null, below, 1)
    else if (isSchema(answer)) this.#root(kind, answer, given, below)
    else if (given.size > 0) this.#add({ kind, fields: given, below })
  }

  /** Something was done below a thing: it is the newest of its kind, for what can be done next. */
  touch(kind: string, value: unknown): void {
    const things = this.#kinds.get(kind)
    const at = things?.findIndex((one) => same(identityOf(one), value)) ?? -1
    if (things && at >= 0 && at < things.length - 1) things.push(...things.splice(at, 1))
  }

  /** A request has put a thing below others: `userIds` in a body of `/teams/:id/users`. */
  link(kind: string, id: Scalar, below: ReadonlyMap<string, Scalar>): void {
    if (below.size > 0) this.#add({ kind, fields: new Map([['id', id]]), below })
  }

  /** What was deleted is not used again, and neither is what lay below it. */
  forget(kind: string, value: unknown): void {
    const key = this.#keys.get(kind)
    const names = key === undefined ? IDENTIFIERS : [key]
    for (const [its, things] of this.#kinds) {
      const isGone = ({ fields, below }: Thing): boolean =>
        same(below.get(kind), value) || (its === kind && names.some((name) => same(fields.get(name), value)))
      if (things.some(isGone))
        this.#kinds.set(
          its,
          things.filter((one) => !isGone(one)),
        )
    }
  }

  #root(kind: string, answer: Schema, given: Map<string, Scalar>, below: ReadonlyMap<string, Scalar>): void {
    const inner = Object.entries(answer).filter(([, value]) => isSchema(value))
    const [only] = inner
    // { customer: {…} }: what was sent belongs to the thing inside.
    const wrapped = inner.length === 1 && only && Object.keys(answer).length <= 2
    this.#walk(kind, answer, wrapped ? null : given, below, 0)
    if (wrapped && given.size > 0) {
      const name = kindOf(only[0])
      const fields = new Map([...given, ...fieldsOf(only[1] as Schema)])
      this.#add({ kind: WRAPPERS.has(name) ? kind : name, fields, below })
    }
  }

  #walk(
    kind: string,
    value: unknown,
    given: Map<string, Scalar> | null,
    below: ReadonlyMap<string, Scalar>,
    depth: number,
  ): void {
    if (!isSchema(value) || depth > DEPTH) return
    const own = fieldsOf(value)
    if (own.size > 0 || given) this.#add({ kind, fields: given ? new Map([...given, ...own]) : own, below })
    for (const [name, one] of Object.entries(value)) {
      if (one === null || typeof one !== 'object') continue
      const inner = kindOf(name)
      const its = WRAPPERS.has(inner)
        ? typeof value['type'] === 'string'
          ? kindOf(value['type'])
          : kind
        : inner
      if (Array.isArray(one)) for (const item of sampled(one)) this.#walk(its, item, null, below, depth + 1)
      else this.#walk(its, one, null, below, depth + 1)
    }
  }

  #add(thing: Thing): void {
    if (thing.fields.size === 0) return
    const things = this.#kinds.get(thing.kind) ?? []
    const id = identityOf(thing)
    const at = id === undefined ? -1 : things.findIndex((one) => same(identityOf(one), id))
    if (at >= 0) {
      const old = things[at]!
      const fields = new Map([...old.fields, ...thing.fields])
      things[at] = { kind: thing.kind, fields, below: thing.below.size > 0 ? thing.below : old.below }
    } else {
      things.push(thing)
      if (things.length > MOST) things.splice(FIRST, 1)
    }
    this.#kinds.set(thing.kind, things)
  }
}

type Schema = Readonly<Record<string, unknown>>

/** The value that names a thing among its kind. */
export function identityOf({ fields, kind }: Thing): Scalar | undefined {
  for (const name of IDENTIFIERS) {
    const value = fields.get(name) ?? fields.get(`${kind}${name}`)
    if (value !== undefined) return value
  }
  return undefined
}

function same(left: unknown, right: unknown): boolean {
  return left !== undefined && String(left) === String(right)
}

function sampled(list: readonly unknown[]): readonly unknown[] {
  return list.length <= ITEMS ? list : [...list.slice(0, ITEMS - 1), list.at(-1)]
}

/** The scalars of an object by name; `owner: { login }` is a value under `owner` too. */
function fieldsOf(object: Schema): Map<string, Scalar> {
  const fields = new Map<string, Scalar>()
  for (const [name, value] of Object.entries(object)) {
    const plain = plainName(name)
    if (isScalar(value)) fields.set(plain, value)
    else if (isSchema(value)) {
      const key = IDENTIFIERS.find((one) => isScalar(value[one]))
      if (key !== undefined && !fields.has(plain)) fields.set(plain, value[key] as Scalar)
      for (const one of IDENTIFIERS) if (isScalar(value[one])) fields.set(`${plain}${one}`, value[one])
    }
  }
  return fields
}

export function isScalar(value: unknown): value is Scalar {
  if (typeof value === 'string') return value !== '' && value.length <= LONGEST
  return typeof value === 'number' || typeof value === 'boolean'
}

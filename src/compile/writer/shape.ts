/** What a response schema says of the bytes of an answer. Keywords that only validate say nothing. */

export type Shape =
  | { readonly kind: 'text' | 'integer' | 'number' | 'boolean' | 'null' }
  /** a value without a type: as JSON.stringify writes it */
  | { readonly kind: 'any' }
  | { readonly kind: 'date'; readonly format: 'date-time' | 'date' | 'time' }
  /** `const`: its JSON, whatever the value is */
  | { readonly kind: 'constant'; readonly json: string; readonly orNull: boolean }
  | { readonly kind: 'nullable'; readonly of: Shape }
  /** `enum`, where it decides between schemas */
  | { readonly kind: 'among'; readonly of: Shape; readonly values: readonly unknown[] }
  /** `anyOf`, `oneOf`: the first that fits. As a part of another one, `oneOf` fits where exactly one of its schemas does. */
  | { readonly kind: 'union'; readonly isOne: boolean; readonly options: readonly Shape[] }
  /** a list of types: the first that fits */
  | { readonly kind: 'choice'; readonly options: readonly Option[] }
  | ObjectShape
  | ListShape
  | TupleShape
  /** a schema that refers to itself */
  | { readonly kind: 'again'; readonly slot: Slot }

export interface Option {
  readonly type: string
  readonly shape: Shape
}

export interface ObjectShape {
  readonly kind: 'object'
  /** null is written as null, and not as an empty object */
  readonly nullable: boolean
  /** in the order in which they are written: first what is required */
  readonly members: readonly Member[]
  /** names that are required and not declared */
  readonly needed: readonly string[]
  /** what is not declared: the first of these that tests a name writes its value */
  readonly patterns: readonly Pattern[]
  /** what is not declared and has no pattern; null: it is dropped */
  readonly rest: Shape | null
  /** a property that is not declared does not fit */
  readonly isClosed: boolean
}

export interface Member {
  readonly key: string
  readonly shape: Shape
  readonly required: boolean
  /** the JSON of the default */
  readonly otherwise: string | undefined
}

export interface Pattern {
  readonly test: RegExp
  readonly shape: Shape
}

export interface ListShape {
  readonly kind: 'list'
  readonly nullable: boolean
  readonly items: Shape
}

export interface TupleShape {
  readonly kind: 'tuple'
  readonly nullable: boolean
  readonly items: readonly Item[]
  /** more items than are declared are written as JSON.stringify does */
  readonly isOpen: boolean
}

export interface Item {
  readonly shape: Shape
  /** An item of no such type is an error. */
  readonly types: readonly string[]
}

/** The target of a reference. */
export interface Slot {
  /** how many objects and lists deep it was found: a reference to it at the same place never ends */
  readonly level: number
  shape: Shape | null
}

/** What schemas with equal content share. */
export interface SharedShape {
  readonly shape: Shape
  /** ajv refuses it: it counts where the library asks ajv for a union */
  readonly isWrongForAjv: boolean
}

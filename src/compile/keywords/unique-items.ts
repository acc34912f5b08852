/**
 * The keyword `uniqueItems`. That of ajv compares each item with each other one, so a body of one megabyte holds the event loop
 * for a minute. Here the time is linear: each item is looked up by a text that equal items have in common.
 */
import { isData, isObject } from '../../values.ts'

/** The parts of ajv's code generation that the keyword uses. */
interface Code {
  let(name: string, value?: unknown): unknown
  scopeValue(prefix: string, value: { ref: unknown }): unknown
  assign(name: unknown, value: unknown): void
  if(condition: unknown, then: () => void): void
}
interface KeywordContext {
  readonly gen: Code
  readonly data: unknown
  readonly $data: unknown
  readonly schema: unknown
  readonly schemaCode: unknown
  readonly parentSchema: { readonly items?: unknown }
  setParams(params: object): void
  block$data(valid: unknown, code: () => void, dataValid: unknown): void
  error(): void
  ok(valid: unknown): void
}
interface Keyword {
  code(context: KeywordContext): void
}
export interface KeywordHost {
  getKeyword(name: string): unknown
  removeKeyword(name: string): unknown
  addKeyword(definition: object): unknown
}
/** ajv's tag for generated code. */
export type CodeTag = (strings: TemplateStringsArray, ...values: never[]) => unknown
type Equal = (a: unknown, b: unknown) => boolean

/** Replaces `uniqueItems` of an ajv instance that has it. `equal` is the comparison of ajv. */
export function replaceUniqueItems(ajv: KeywordHost, tag: CodeTag, equal: Equal): void {
  const own = ajv.getKeyword('uniqueItems')
  if (!isKeyword(own)) return // JSON Type Definition has no such keyword
  const _ = tag as (strings: TemplateStringsArray, ...values: unknown[]) => unknown // its own types are those of ajv's generator
  const find = (items: readonly unknown[]): Pair | null => equalItems(items, equal)
  const code = (context: KeywordContext): void => {
    const { gen, data, $data, schema, schemaCode, parentSchema } = context
    if (areScalars(parentSchema.items)) {
      own.code(context) // linear
      return
    }
    if (!$data && !schema) return
    const valid = gen.let('valid')
    const pair = gen.let('pair')
    const search = (): void => {
      gen.assign(pair, _`${gen.scopeValue('func', { ref: find })}(${data})`)
      gen.assign(valid, _`${pair} === null`)
      context.setParams({ i: _`${pair}.i`, j: _`${pair}.j` })
      gen.if(_`!${valid}`, () => context.error())
    }
    context.block$data(valid, search, _`${schemaCode} === false`)
    context.ok(valid)
  }
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword({ ...own, code }) // the last one for arrays, as it was: the items are converted before
}

function isKeyword(definition: unknown): definition is Keyword {
  return isObject(definition) && 'code' in definition
}

/** Whether the items have a type that is neither a list nor an object: then ajv itself looks for equal ones, in linear time. */
export function areScalars(items: unknown): boolean {
  const types = isObject(items) && items.type !== undefined ? [items.type].flat() : []
  return types.length > 0 && !types.includes('object') && !types.includes('array')
}

interface Pair {
  readonly i: number
  readonly j: number
}

/** The last item that is equal to one before it, and the last of those; null: all items differ. */
export function equalItems(items: readonly unknown[], equal: Equal): Pair | null {
  const scalars = new Map<unknown, number>() // a Map takes NaN for itself and -0 for 0, as ajv does
  const texts = new Map<string, number>()
  let found: Pair | null = null
  for (let i = 0; i < items.length; i++) {
    const item = items[i]
    let j: number | undefined
    if (typeof item === 'object' && item !== null) {
      const text = textOf(item)
      if (text === null) return compareAll(items, equal)
      j = texts.get(text)
      texts.set(text, i)
    } else {
      j = scalars.get(item)
      scalars.set(item, i)
    }
    if (j !== undefined) found = { i, j }
  }
  return found
}

/**
 * A text that equal values have in common, and no others. Null for what no JSON is, such as a Date of a custom parser, or an object
 * without a prototype, which equals no plain one.
 */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value !== 'object' || value === null)
    return typeof value === 'symbol' || typeof value === 'function' ? null : String(value === 0 ? 0 : value)
  if (Array.isArray(value)) {
    let text = '['
    for (const item of value) {
      const one = textOf(item)
      if (one === null) return null
      text += `${one},`
    }
    return `${text}]`
  }
  if (!isData(value) || Object.getPrototypeOf(value) === null) return null
  let text = '{'
  for (const key of Object.keys(value).sort()) {
    const one = textOf(Reflect.get(value, key))
    if (one === null) return null
    text += `${JSON.stringify(key)}:${one},`
  }
  return `${text}}`
}

// Values that are no JSON do not come from a client, except for those that a parser of the application makes.
function compareAll(items: readonly unknown[], equal: Equal): Pair | null {
  for (let i = items.length - 1; i > 0; i--) {
    for (let j = i - 1; j >= 0; j--) if (equal(items[i], items[j])) return { i, j }
  }
  return null
}

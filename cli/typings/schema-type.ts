// A JSON Schema of an OpenAPI document as the text of a type. What a type cannot say widens it.

type Schema = { readonly [keyword: string]: unknown }

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const COMPONENT = /^#\/components\/schemas\/(.+)$/
const MOST_LITERALS = 64

/** The text of a type; `nameOf` gives the name of the type of a component. */
export class SchemaTypes {
  readonly #nameOf: (component: string) => string
  readonly #isInput: boolean

  /** `isInput`: of what a client sends, so that a property with a default can be left out. */
  constructor(nameOf: (component: string) => string, isInput: boolean) {
    this.#nameOf = nameOf
    this.#isInput = isInput
  }

  typeOf(schema: unknown): string {
    if (schema === false) return 'never'
    if (!isSchema(schema)) return 'unknown'
    const parts = [this.#own(schema), ...this.#joined(schema)].filter((text) => text !== 'unknown')
    const [first = 'unknown', ...others] = [...new Set(parts)]
    return others.length === 0 ? first : [first, ...others].map(inParentheses).join(' & ')
  }

  /** What `allOf`, `anyOf` and `oneOf` add to the keywords next to them. */
  #joined(schema: Schema): string[] {
    const all = listOf(schema['allOf']).map((one) => this.typeOf(one))
    const any = ['anyOf', 'oneOf']
      .filter((keyword) => listOf(schema[keyword]).length > 0)
      .map((keyword) => unionOf(listOf(schema[keyword]).map((one) => this.typeOf(one))))
    return [...all, ...any]
  }

  #own(schema: Schema): string {
    const { $ref, const: only, enum: values } = schema
    if (typeof $ref === 'string') {
      const [, component] = COMPONENT.exec($ref) ?? []
      return component === undefined ? 'unknown' : this.#nameOf(decodeURIComponent(component))
    }
    if ('const' in schema) return literalOf(only)
    if (Array.isArray(values) && values.length <= MOST_LITERALS) return unionOf(values.map(literalOf))
    const types = [schema['type']].flat().filter((type) => typeof type === 'string')
    if (types.length > 0) return unionOf(types.map((type) => this.#ofType(type, schema)))
    if (hasAny(schema, ['properties', 'required', 'additionalProperties'])) return this.#object(schema)
    return 'unknown'
  }

  #ofType(type: string, schema: Schema): string {
    if (type === 'object') return this.#object(schema)
    if (type === 'array') return this.#list(schema)
    return (
      { string: 'string', number: 'number', integer: 'number', boolean: 'boolean', null: 'null' }[type] ??
      'unknown'
    )
  }

  #object(schema: Schema): string {
    const { properties, required, additionalProperties: more, patternProperties } = schema
    const own = isSchema(properties) ? properties : {}
    const needed = new Set(listOf(required).map(String))
    const keys = [...new Set([...Object.keys(own), ...needed])]
    const members = keys.map((key) => {
      const text = Object.hasOwn(own, key) ? this.typeOf(own[key]) : 'unknown'
      const isFilled = this.#isInput && isSchema(own[key]) && own[key]['default'] !== undefined
      return `${keyOf(key)}${needed.has(key) && !isFilled ? '' : '?'}: ${text}`
    })
    // An index signature covers the declared properties too, so next to them it says nothing.
    if (more !== false && keys.length === 0)
      members.push(
        `[key: string]: ${isSchema(more) && !isSchema(patternProperties) ? this.typeOf(more) : 'unknown'}`,
      )
    return members.length === 0 ? 'Record<string, never>' : `{ ${members.join('; ')} }`
  }

  #list({ items, prefixItems, minItems }: Schema): string {
    const rest = items === undefined ? 'unknown' : this.typeOf(items)
    if (!Array.isArray(prefixItems)) return `${inParentheses(rest)}[]`
    const needed = Number(minItems ?? 0)
    const first = prefixItems.map((one, at) => {
      const text = this.typeOf(one)
      return at < needed ? text : `${inParentheses(text)}?`
    })
    return `[${[...first, ...(items === false ? [] : [`...${inParentheses(rest)}[]`])].join(', ')}]`
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const hasAny = (schema: Schema, keywords: string[]): boolean => keywords.some((keyword) => keyword in schema)

export function unionOf(types: readonly string[]): string {
  const different = [...new Set(types)].filter((text) => text !== 'never')
  if (different.includes('unknown')) return 'unknown'
  return different.length === 0 ? 'never' : different.map(inParentheses).join(' | ')
}

/** A member of a union, of an intersection or of a list. */
function inParentheses(text: string): string {
  return /^[\w.]+$|^"(?:[^"\\]|\\.)*"$|^\{.*\}$|^\[.*\]$|^[^|&]*\[\]$/.test(text) && isOne(text)
    ? text
    : `(${text})`
}

/** False for `{ a: 1 } | { b: 2 }`, which begins and ends as one type does. */
function isOne(text: string): boolean {
  let open = 0
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    if (char === '\\' && isText) at++
    else if (char === '"') isText = !isText
    else if (isText) continue
    else if ('{[('.includes(char)) open++
    else if ('}])'.includes(char)) open--
    else if (open === 0 && '|&?'.includes(char)) return false
  }
  return true
}

function literalOf(value: unknown): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return JSON.stringify(value)
  return 'unknown'
}

/** A property name, in quotes where it needs them. */
export const keyOf = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key))

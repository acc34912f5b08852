/**
 * Generates one function for each object and list of a shape. The code holds numbers, names that this file makes, and property
 * names of the schema, all through `quoted`; nothing that a client sends.
 */
import { fits } from './fits.ts'
import { asJson, FITS, ITEM, isWritten, type Write } from './interpret.ts'
import { Unknown } from './output.ts'
import {
  DATES,
  type Round,
  writeDate,
  writeInteger,
  writeJson,
  writeKey,
  writeNumber,
  writeText,
} from './scalars.ts'
import type { ListShape, Member, ObjectShape, Shape, TupleShape } from './shape.ts'

/** Longer literals are copied by node. */
const UNROLLED = 64
/** What is called may have moved the bytes to a larger buffer. */
const RELOAD = 'bytes = out.bytes; limit = out.limit;'
/** Also before the end of an object or a list: a value that is deep has many ends behind each other. */
const ROOM = `if (at > limit) { out.grow(at, 0); ${RELOAD} }`

const HELPERS = {
  asJson,
  FITS,
  ITEM,
  fits,
  isWritten,
  DATES,
  writeDate,
  writeInteger,
  writeJson,
  writeKey,
  writeNumber,
  writeText,
  refuse(why: string): never {
    throw new Unknown(why)
  },
}

/** The function of a shape. Throws an EvalError where the process may not generate code. */
export function generate(shape: Shape, round: Round): Write {
  const generator = new Generator()
  const name = generator.functionOf(shape)
  const code = `
    const { ${Object.keys(HELPERS).join(', ')} } = helpers
    ${generator.functions.join('\n')}
    return ${name}`
  const make = new Function('helpers', 'round', 'texts', 'tests', 'shapes', code)
  return make(HELPERS, round, generator.texts, generator.tests, generator.shapes)
}

/** The one way in which a text of a schema becomes part of the code: as a literal of JavaScript. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u2028\u2029]/g,
    (separator) => `\\u${separator.charCodeAt(0).toString(16)}`,
  )
}

class Generator {
  readonly functions: string[] = []
  /** literals that are too long for the code */
  readonly texts: string[] = []
  /** the patterns of properties */
  readonly tests: RegExp[] = []
  /** the shapes between which a value decides */
  readonly shapes: Shape[] = []
  readonly #names = new Map<Shape, string>()

  /** The name of the function of a shape. */
  functionOf(shape: Shape): string {
    const known = this.#names.get(shape)
    if (known !== undefined) return known
    const name = `write${this.#names.size}`
    this.#names.set(shape, name) // before its code: a shape may hold itself
    const body = this.#bodyOf(shape)
    this.functions.push(`function ${name}(out, at, value) {
      let bytes = out.bytes, limit = out.limit
      ${ROOM}
      ${body}
      return at
    }`)
    return name
  }

  #bodyOf(shape: Shape): string {
    if (shape.kind === 'object') return this.#object(shape)
    if (shape.kind === 'list') return this.#list(shape)
    if (shape.kind === 'tuple') return this.#tuple(shape)
    return this.#value(shape, 'value')
  }

  /** Writes the value of a variable. */
  #value(shape: Shape, name: string): string {
    switch (shape.kind) {
      case 'text':
        return `at = writeText(out, at, ${name}); ${RELOAD}`
      case 'integer':
        return `at = writeInteger(out, at, ${name}, round); ${RELOAD}`
      case 'number':
        return `at = writeNumber(out, at, ${name});`
      case 'boolean':
        return `if (${name}) { ${this.#literal('true')} } else { ${this.#literal('false')} }`
      case 'null':
        return this.#literal('null')
      case 'any':
        return `at = writeJson(out, at, JSON.stringify(${name})); ${RELOAD}`
      case 'date':
        return `at = writeDate(out, at, ${name}, DATES[${quoted(shape.format)}]); ${RELOAD}`
      case 'constant':
        return shape.orNull ? this.#orNull(name, this.#literal(shape.json)) : this.#literal(shape.json)
      case 'nullable':
        return this.#orNull(name, this.#value(shape.of, name))
      case 'choice':
        return `${shape.options
          .map(
            (option) => `if (FITS[${quoted(option.type)}](${name})) { ${this.#value(option.shape, name)} }`,
          )
          .join(' else ')} else refuse('no type fits')`
      case 'among':
        return this.#value(shape.of, name)
      case 'union':
        return `${shape.options
          .map(
            (option) =>
              `if (fits(shapes[${this.shapes.push(option) - 1}], ${name})) { ${this.#value(option, name)} }`,
          )
          .join(' else ')} else refuse('no schema fits')`
      case 'again':
        return this.#value(shape.slot.shape!, name) // it was read to the end
      case 'object':
      case 'list':
      case 'tuple':
        return `at = ${this.functionOf(shape)}(out, at, ${name}); ${RELOAD}`
    }
  }

  #orNull(name: string, code: string): string {
    return `if (${name} === null) { ${this.#literal('null')} } else { ${code} }`
  }

  /** Writes a text that is known now. */
  #literal(text: string): string {
    const bytes = [...Buffer.from(text)]
    if (bytes.length > UNROLLED || bytes.length > text.length) {
      this.texts.push(text)
      return `at = writeJson(out, at, texts[${this.texts.length - 1}]); ${RELOAD}`
    }
    return `${bytes.map((byte, index) => `bytes[at + ${index}] = ${byte}`).join('; ')}; at += ${bytes.length};`
  }

  #object(shape: ObjectShape): string {
    const { nullable, members, needed, patterns, rest } = shape
    const parts = [
      // The call is for values that are rare: this is the object itself.
      `const isObject = typeof value === 'object' && value !== null && typeof value.toJSON !== 'function'`,
      'const object = isObject ? value : asJson(value)',
      `if (object === null) { ${this.#literal(nullable ? 'null' : '{}')} return at }`,
      ...needed.map(
        (name) => `if (object[${quoted(name)}] === undefined) refuse('a required property is missing')`,
      ),
      'let first = 123', // the brace, then commas
      ...members.map((member, index) => this.#member(member, `member${index}`)),
      ...(rest === null && patterns.length === 0 ? [] : [this.#rest(shape)]),
      ROOM,
      'if (first === 123) bytes[at++] = 123',
      'bytes[at++] = 125',
    ]
    return parts.join('\n')
  }

  #member({ key, shape, required, otherwise }: Member, name: string): string {
    const start = `bytes[at++] = first; first = 44; ${this.#literal(`${JSON.stringify(key)}:`)}`
    let missing = ''
    if (otherwise !== undefined) missing = `else { ${start} ${this.#literal(otherwise)} }`
    else if (required) missing = `else refuse('a required property is missing')`
    return `${ROOM}
      const ${name} = object[${quoted(key)}]
      if (${name} !== undefined) { ${start} ${this.#value(shape, name)} } ${missing}`
  }

  #rest({ members, patterns, rest }: ObjectShape): string {
    const write = (shape: Shape): string => `
      at = writeKey(out, at, first, key); ${RELOAD}
      first = 44
      const other = object[key]
      ${this.#value(shape, 'other')}`
    const tests = patterns.map(
      ({ test, shape }) => `if (tests[${this.tests.push(test) - 1}].test(key)) { ${write(shape)}; continue }`,
    )
    const isDeclared = members.map(({ key }) => `key === ${quoted(key)}`).join(' || ')
    return `for (const key of Object.keys(object)) {
      if (${isDeclared === '' ? '' : `${isDeclared} || `}!isWritten(object[key])) continue
      ${ROOM}
      ${tests.join('\n')}
      ${rest === null ? '' : write(rest)}
    }`
  }

  #list({ nullable, items }: ListShape): string {
    return `
      if (value === null) { ${this.#literal(nullable ? 'null' : '[]')} return at }
      if (!Array.isArray(value)) refuse('the value is not a list')
      bytes[at++] = 91
      const length = value.length
      for (let index = 0; index < length; index++) {
        ${ROOM}
        if (index > 0) bytes[at++] = 44
        const item = value[index]
        ${this.#value(items, 'item')}
      }
      ${ROOM}
      bytes[at++] = 93`
  }

  #tuple({ nullable, items, isOpen }: TupleShape): string {
    const parts = items.map(
      ({ shape, types }, index) => `if (${index} < length) {
        ${ROOM}
        ${index === 0 ? '' : 'bytes[at++] = 44'}
        const item${index} = value[${index}]
        if (!(${types.map((type) => `ITEM[${quoted(type)}](item${index})`).join(' || ')})) refuse('an item of another type')
        ${this.#value(shape, `item${index}`)}
      }`,
    )
    const more = `for (let index = ${items.length}; index < length; index++) {
      ${ROOM}
      if (index > 0) bytes[at++] = 44
      const item = value[index]
      ${this.#value({ kind: 'any' }, 'item')}
    }`
    return `
      if (value === null) { ${this.#literal(nullable ? 'null' : '[]')} return at }
      if (!Array.isArray(value)${isOpen ? '' : ` || value.length > ${items.length}`}) refuse('not the tuple')
      const length = value.length
      bytes[at++] = 91
      ${parts.join('\n')}
      ${isOpen ? more : ''}
      ${ROOM}
      bytes[at++] = 93`
  }
}

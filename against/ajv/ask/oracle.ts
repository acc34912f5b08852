/** Plain ajv, configured as Fastify 4.17 configures it, and the words that Fastify makes of its errors. */
import { createRequire } from 'node:module'
import { quietly } from '../../compare/room.ts'
import { copyOf, textOf } from '../../compare/text.ts'
import type { Schema } from '../../inputs/entry.ts'

const load = createRequire(import.meta.url)

export interface Options {
  readonly coerceTypes: boolean | 'array'
  readonly useDefaults: boolean
  readonly removeAdditional: boolean
}
export const DEFAULTS: Options = { coerceTypes: 'array', useDefaults: true, removeAdditional: true }

export interface AjvError {
  readonly instancePath: string
  readonly message?: string
}
export interface Validator {
  (data: unknown, place?: object): unknown
  errors?: readonly AjvError[] | null
}
export interface Ajv {
  compile(schema: unknown): Validator
  addSchema(schema: unknown): unknown
}

/** The part of a request in the words of Fastify. */
export type Part = 'body' | 'querystring' | 'params' | 'headers'

/** `keeps`: it keeps the schemas that it compiles. With the options of Fastify it does not, and does not find the root of some. */
export function ajvOf(shared: readonly unknown[], options: Options, keeps = false): Ajv {
  const ajv: Ajv = new (load('ajv').default)({
    uriResolver: load('fast-uri'),
    addUsedSchema: keeps,
    ...(keeps && { validateSchema: false }),
    allErrors: false,
    ...options,
  })
  load('ajv-formats').default(ajv)
  for (const schema of shared) ajv.addSchema(copyOf(schema))
  return ajv
}

/** Names of headers arrive in lower case, and so Fastify reads those of a schema. */
export function asFastifyReads(part: Part, schema: unknown): unknown {
  if (part !== 'headers' || typeof schema !== 'object' || schema === null) return schema
  const { properties, required }: { properties?: object; required?: unknown } = schema
  const made: Schema = { ...schema }
  if (Array.isArray(required)) made['required'] = required.map((name) => String(name).toLowerCase())
  if (properties !== undefined)
    made['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [name.toLowerCase(), one]),
    )
  return made
}

/** What a compilation says: a function, or the message of a refusal, and what it wrote on the console. */
export interface Compiled {
  readonly validate: Validator | null
  readonly refusal: string
  readonly warnings: readonly string[]
}

export function compileWith(compile: (schema: unknown) => Validator, schema: unknown): Compiled {
  const warnings: string[] = []
  try {
    return { validate: quietly(() => compile(copyOf(schema)), warnings), refusal: '', warnings }
  } catch (error) {
    return { validate: null, refusal: error instanceof Error ? error.message : String(error), warnings }
  }
}

/** What becomes of a value: the verdict, the message of a 400, the list of errors, and the value itself. */
export interface Became {
  readonly isAccepted: boolean
  readonly text: string
}

/** A schema that refers to itself without end. */
export const THROWS: Became = { isAccepted: false, text: 'throws' }

export function ask(validate: Validator, part: Part, given: unknown): Became {
  const parent = { root: copyOf(given) }
  const lists = listsOf(parent.root)
  const place = { instancePath: '', parentData: parent, parentDataProperty: 'root', rootData: parent.root }
  let isAccepted: boolean
  try {
    isAccepted = validate(parent.root, place) === true
  } catch {
    return THROWS
  }
  const message = isAccepted ? '' : messageOf(validate.errors ?? [], part)
  const { errors } = validate
  return becameOf(part, isAccepted, message, errors, parent.root, !isMap(given), replaced(lists, parent.root))
}

export function becameOf(
  part: Part,
  isAccepted: boolean,
  message: string,
  errors: unknown,
  data: unknown,
  isRootAlone: boolean,
  other: string,
): Became {
  // Names of headers match in any case, behind references too: their schema is another one, with other places (R18).
  const list = part === 'headers' ? textOf(errors).replace(/"schemaPath":"[^"]*",/g, '') : textOf(errors)
  // What is left of a body that was refused is seen by error handlers; of one that is no object nothing is.
  const left = isRootAlone ? '' : ` of ${textOf(data)}`
  const stale = errors === null || errors === undefined ? '' : `, with the errors ${list}`
  const text = isAccepted ? `becomes ${textOf(data)}${stale}${other}` : `refused: ${message} ${list}${left}`
  return { isAccepted, text }
}

export const isMap = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The lists that properties of a value hold: a list that is converted stays the same list. */
export function listsOf(value: unknown): readonly (readonly [name: string, list: unknown])[] {
  return isMap(value) ? Object.entries(value as object).filter(([, one]) => Array.isArray(one)) : []
}

export function replaced(lists: ReturnType<typeof listsOf>, value: unknown): string {
  const names = lists.flatMap(([name, list]) => {
    const now: unknown = Reflect.get(Object(value), name)
    return Array.isArray(now) && now !== list ? [name] : []
  })
  return names.length === 0 ? '' : `, with another list in ${names.join(', ')}`
}

/** The default formatter of Fastify, by its documentation. */
function messageOf(errors: readonly AjvError[], part: Part): string {
  return errors.map(({ instancePath, message }) => `${part}${instancePath} ${message}`).join(', ')
}

// Values of a case as JavaScript: plain JSON is itself, an object with one known `$` key is the expression that it stands for.

import type { App, FunctionForm, Json, Program, Value } from '../../../spec/case.ts'

/** A case uses something that is clearer as data than as code. */
export class NotAsCode extends Error {
  override name = 'NotAsCode'
}

/** What the code needs beside the framework. */
export interface Needs {
  imports: Map<string, Set<string>>
  /** Local functions, by name. */
  helpers: Set<string>
}

export interface Context {
  needs: Needs
  /** A function of the case, as an expression. */
  makeFunction: (form: FunctionForm, context: Context) => string
  /** The name under which what is in scope is known, such as `app1` for the inner `app`. */
  names: Map<string, string>
  /** What the exchange expects: a name that it speaks of has to stay. */
  expects: string
}

export function need(context: Context, from: string, name: string): string {
  const names = context.needs.imports.get(from) ?? new Set()
  context.needs.imports.set(from, names.add(name))
  return name
}

export function helper(context: Context, name: string): string {
  context.needs.helpers.add(name)
  return name
}

export function valueCode(value: Value | undefined, context: Context): string {
  if (value === undefined) return 'undefined'
  if (value === null || typeof value !== 'object') return literal(value)
  if (Array.isArray(value)) return `[${value.map((item) => valueCode(item, context)).join(', ')}]`
  const keys = Object.keys(value)
  const [key = ''] = keys
  if (keys.length === 1 && Object.hasOwn(OPERATORS, key))
    return (OPERATORS[key] as Operator)(value[key] as Json, context)
  if (keys.length === 1 && NOT_AS_CODE.has(key)) throw new NotAsCode(`${key} is clearer as data`)
  return objectCode(value, (item) => valueCode(item, context))
}

export function objectCode(value: { [key: string]: Json }, code: (item: Json) => string): string {
  const entries = Object.entries(value).map(([key, item]) => `${keyCode(key)}: ${code(item)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

function keyCode(key: string): string {
  if (key === '__proto__') return "['__proto__']"
  return /^[A-Za-z_]\w*$/.test(key) ? key : literal(key)
}

export function literal(value: string | number | boolean | null): string {
  if (value !== null && typeof value === 'object') return literal(JSON.stringify(value)) // a report of somebody else
  if (typeof value !== 'string') return Object.is(value, -0) ? '-0' : String(value)
  const escaped = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${escaped.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}

/** Where a path breaks off, it is undefined: so it is with optional chaining. */
export function pathCode(path: Json, context: Context, optional = true): string {
  const keys = Array.isArray(path) ? path.map(String) : String(path).split('.')
  const [root = '', ...rest] = keys
  const name = context.names.get(root)
  if (name === undefined) throw new NotAsCode(`${root} is not in scope`)
  return rest.reduce((code, key, index) => {
    const sign = optional && index > 0 ? '?.' : '.'
    if (/^[A-Za-z_]\w*$/.test(key)) return `${code}${sign}${key}`
    return `${code}${sign === '?.' ? '?.' : ''}[${/^\d+$/.test(key) ? key : literal(key)}]`
  }, name)
}

type Operator = (operand: Json, context: Context) => string

function items(operand: Json, context: Context): string[] {
  return (operand as Json[]).map((item) => valueCode(item, context))
}

/** A string, or a list of strings, is a path; anything else is a value. */
function pathOrValue(operand: Json, context: Context): string {
  return typeof operand === 'string' || Array.isArray(operand)
    ? pathCode(operand, context)
    : valueCode(operand, context)
}

const OPERATORS: Record<string, Operator> = {
  $literal: (operand) => literalCode(operand),
  $get: (operand, context) => pathCode(operand, context),
  $type: (operand, context) =>
    `${need(context, 'touchstone/conformance', 'typeOf')}(${pathOrValue(operand, context)})`,
  $defined: (operand, context) => `(${pathOrValue(operand, context)} !== undefined)`,
  $visible: (operand, context) => {
    const wide = (Array.isArray(operand) ? { names: operand } : operand) as { on?: string; names: Json[] }
    return `${helper(context, 'visible')}(${pathCode(wide.on ?? 'request', context)}, ${literalCode(wide.names)})`
  },
  $sharedSchemas: (_, context) => `Object.keys(${pathCode('app', context)}.getSchemas()).sort()`,
  $sharedSchema: (operand, context) =>
    `${pathCode('app', context)}.getSchema(${valueCode(operand, context)})`,
  $call: (operand, context) => {
    const [path, ...args] = operand as Json[]
    return `${pathCode(path as Json, context, false)}(${items(args, context).join(', ')})`
  },
  $concat: (operand, context) =>
    `[${items(operand, context)
      .map((item) => `String(${item})`)
      .join(', ')}].join('')`,
  $eq: (operand, context) =>
    `${need(context, 'node:util', 'isDeepStrictEqual')}(${items(operand, context).join(', ')})`,
  $same: (operand, context) => `Object.is(${items(operand, context).join(', ')})`,
  $not: (operand, context) => `!(${valueCode(operand, context)})`,
  $and: (operand, context) => `Boolean(${items(operand, context).join(' && ')})`,
  $add: (operand, context) =>
    `(${items(operand, context)
      .map((item) => `(${item} ?? 0)`)
      .join(' + ')})`,
  $keys: (operand, context) => `Object.keys(${valueCode(operand, context)})`,
  $sorted: (operand, context) => `[...${valueCode(operand, context)}].sort()`,
  $has: (operand, context) => {
    const [target, key] = items(operand, context)
    return `(${key} in ${target})`
  },
  $own: (operand, context) => `Object.hasOwn(${items(operand, context).join(', ')})`,
  $json: (operand, context) => `JSON.stringify(${valueCode(operand, context)})`,
  $parse: (operand, context) => `JSON.parse(String(${valueCode(operand, context)}))`,
  $pick: (operand, context) => {
    const [target, keys] = items(operand, context)
    return `Object.fromEntries(${keys}.map((key) => [key, ${target}?.[key]]))`
  },
  $describe: (operand, context) =>
    `${need(context, 'touchstone/conformance', 'describe')}(${valueCode(operand, context)})`,
  $function: (operand, context) => context.makeFunction(operand as unknown as FunctionForm, context),
  $plugin: (operand, context) => {
    const { do: program = [], ...others } = operand as unknown as { do?: Program }
    if (Object.keys(others).length > 0)
      throw new NotAsCode('a plugin with more than its statements is clearer as data')
    return context.makeFunction({ do: program, style: 'async', params: ['app'] }, context)
  },
  $thenable: (operand, context) => `({ then: (resolve) => resolve(${valueCode(operand, context)}) })`,
  $app: (operand, context) => {
    const { options, do: program } = operand as unknown as App
    const declare = context.makeFunction({ do: program, style: 'sync', params: ['app'] }, context)
    const made = `touchstone(${options === undefined ? '' : valueCode(options, context)})`
    return `((made) => ((${declare})(made), made))(${made})`
  },
  $stream: (operand, context) => streamCode(operand as unknown as StreamParts, context),
  $undefined: () => 'undefined',
  $number: (operand) => `Number(${literal(String(operand))})`,
  $bigint: (operand) => `BigInt(${literal(String(operand))})`,
  $date: (operand, context) => `new Date(${valueCode(operand, context)})`,
  $buffer: (operand, context) => `Buffer.from(${valueCode(operand, context)})`,
  $bytes: (operand, context) => `Buffer.from(${valueCode(operand, context)}, 'base64')`,
  $regexp: (operand) => {
    const [source, flags = ''] = [operand].flat().map(String)
    return `new RegExp(${literal(source ?? '')}${flags === '' ? '' : `, ${literal(flags)}`})`
  },
  $repeat: (operand) => {
    const [text, times] = operand as [string, number]
    return `${literal(text)}.repeat(${Number(times)})`
  },
  $frozen: (operand, context) => `Object.freeze(${valueCode(operand, context)})`,
  $inherits: (operand, context) => {
    const [inherited, own] = operand as [Value, Value]
    return `Object.assign(Object.create(${valueCode(inherited, context)}), ${valueCode(own, context)})`
  },
  $nullPrototype: (operand, context) => `Object.assign(Object.create(null), ${valueCode(operand, context)})`,
  $map: (operand, context) => `new Map(${valueCode(operand, context)})`,
  $set: (operand, context) => `new Set(${valueCode(operand, context)})`,
  $toJSON: (operand, context) => {
    const code = valueCode(operand, context)
    return Object.hasOwn(Object(operand), '$function') ? `{ toJSON: ${code} }` : `{ toJSON: () => (${code}) }`
  },
  $promise: (operand, context) => {
    const form = operand as Record<string, Json>
    return 'reject' in form
      ? `Promise.reject(${valueCode(form['reject'], context)})`
      : `Promise.resolve(${valueCode(form['resolve'], context)})`
  },
  $error: errorCode,
  $symbol: (operand) => `Symbol.for(${literal(String(operand))})`,
  $circular: () => '((value) => Object.assign(value, { self: value }))({})',
  $typedArray: (operand) => {
    const [name, bytes] = operand as [string, number[]]
    const made = (kind: string): string => `${kind}.from(${literalCode(bytes)})`
    if (!VIEWS.includes(name)) throw new NotAsCode('this $typedArray is clearer as data') // a report of somebody else
    if (name === 'ArrayBuffer') return `${made('Uint8Array')}.buffer`
    return name === 'DataView' ? `new DataView(${made('Uint8Array')}.buffer)` : made(name)
  },
  $throwingGetter: (operand) => {
    const [key, message] = (operand as Json[]).map((text) => literal(String(text)))
    return `Object.defineProperty({}, ${key}, { enumerable: true, get: () => { throw new Error(${message}) } })`
  },
  $response: (operand, context) => {
    const { body = null, ...init } = operand as { [part: string]: Json }
    return `new Response(${valueCode(body, context)}, ${valueCode(init, context)})`
  },
  $fn: (operand) => (operand === 'async' ? 'async () => undefined' : sampleFunction(String(operand))),
}

const VIEWS = ['Uint8Array', 'Uint16Array', 'Int8Array', 'ArrayBuffer', 'DataView']

/** Known to a case, and without a plain form in code. */
const NOT_AS_CODE = new Set('$behaviour $nth $pino $logger $log $webStream $signal $pipe'.split(' '))

interface StreamParts {
  chunks?: Json[]
  error?: string | null
  hang?: boolean
}

function streamCode({ chunks = [], error, hang }: StreamParts, context: Context): string {
  if (hang || error === null || chunks.some((chunk) => typeof chunk !== 'string'))
    throw new NotAsCode('this $stream is clearer as data')
  const readable = need(context, 'node:stream', 'Readable')
  const bytes = `${literalCode(chunks)}.map((text) => Buffer.from(text))`
  if (error === undefined) return `${readable}.from(${bytes}, { objectMode: false })`
  const pieces = `(function* () {\nyield* ${bytes}\nthrow new Error(${literal(error)})\n})()`
  return `${readable}.from(${pieces}, { objectMode: false })`
}

/** JSON in which nothing stands for anything else. */
function literalCode(value: Json): string {
  if (value === null || typeof value !== 'object') return literal(value)
  if (Array.isArray(value)) return `[${value.map(literalCode).join(', ')}]`
  return objectCode(value, literalCode)
}

function sampleFunction(kind: string): string {
  if (kind === 'noop' || kind === 'callback')
    return kind === 'noop' ? '() => undefined' : '(...args) => args.at(-1)()'
  throw new NotAsCode(`the sample function ${kind} is clearer as data`)
}

function errorCode(operand: Json, context: Context): string {
  const computed = /^\{"\$\w+":/.test(JSON.stringify(operand))
  if (typeof operand === 'string' || computed) return `new Error(${valueCode(operand, context)})`
  const {
    message,
    name,
    class: kind = 'Error',
    cause,
    props,
    frozen,
    ...rest
  } = operand as Record<string, Json>
  const options = cause === undefined ? '' : `, { cause: ${valueCode(cause, context)} }`
  if (!/^(?!OtherRealm)[A-Z]\w*$/.test(String(kind)))
    throw new NotAsCode('the class of an error is clearer as data')
  const made = `new ${String(kind)}(${valueCode(message, context)}${options})`
  const own = { ...(name === undefined ? {} : { name }), ...rest, ...((props as Record<string, Json>) ?? {}) }
  const error =
    Object.keys(own).length === 0
      ? made
      : `Object.assign(${made}, ${objectCode(own, (item) => valueCode(item, context))})`
  return frozen ? `Object.freeze(${error})` : error
}

/**
 * Keywords, formats, patterns and loggers that come into ajv from an application, whichever way: options, plugins, `onCreate`. ajv takes
 * what their functions return for a verdict, so a promise would be a yes: here it refuses.
 */
import {
  disown,
  inTime,
  isFunction,
  isObject,
  isPlainObject,
  type Properties,
  shown,
  type UserFunction,
} from '../../values.ts'

/** The methods through which everything comes in. */
export interface Extensible {
  addKeyword(first: unknown, definition?: unknown): unknown
  addFormat(name: string, format: unknown): unknown
}

type ExtensibleClass = new (options: object) => Extensible

const made = new WeakMap<ExtensibleClass, ExtensibleClass>()

/** The class of ajv whose keywords and formats are synchronous, those that its constructor adds too. */
export function synchronousClass<T extends ExtensibleClass>(Library: T): T
export function synchronousClass(Library: ExtensibleClass): ExtensibleClass {
  const known = made.get(Library)
  if (known !== undefined) return known
  const Synchronous = class extends Library {
    override addKeyword(first: unknown, definition?: unknown): unknown {
      return definition === undefined
        ? super.addKeyword(synchronousKeyword(first))
        : super.addKeyword(first, synchronousKeyword(definition))
    }
    override addFormat(name: string, format: unknown): unknown {
      return super.addFormat(name, synchronousFormat(name, format))
    }
  }
  Object.defineProperty(Synchronous, 'name', { value: Library.name }) // plugins may look at it
  made.set(Library, Synchronous)
  return Synchronous
}

/** What ajv reads of a definition. It copies own properties only: a keyword that is an instance of a class would judge nothing. */
const PARTS = [
  'keyword',
  'type',
  'schemaType',
  'schema',
  'validate',
  'compile',
  'macro',
  'code',
  'modifying',
  'valid',
  'errors',
  'error',
  'metaSchema',
  'async',
  'before',
  'post',
  '$data',
  '$dataError',
  'implements',
  'dependencies',
  'allowUndefined',
] as const

function synchronousKeyword(given: unknown): unknown {
  if (!isObject(given)) return given
  const plain = isPlainObject(given)
  const made: Properties = plain ? { ...given } : {}
  if (!plain) for (const part of PARTS) if (part in given) made[part] = given[part]
  const { validate, compile, macro, code } = made
  if (![validate, compile, macro, code].some(isUnknown)) return plain ? given : made
  const name = `the keyword ${shown(given.keyword)}`
  const self = plain ? undefined : given // a method of a class expects its instance
  if (isFunction(validate)) made.validate = judging(validate, name, self)
  if (isFunction(macro)) made.macro = timely(macro, name, self)
  if (isFunction(code)) made.code = timely(code, name, self)
  if (isFunction(compile)) {
    made.compile = compiling(timely(compile, name, self), name)
  }
  return made
}

function isUnknown(value: unknown): boolean {
  return isFunction(value) && !known.has(value)
}

function synchronousFormat(name: string, format: unknown): unknown {
  const called = `the format '${name}'`
  if (isFunction(format)) return judging(format, called, undefined)
  if (!isObject(format) || format instanceof RegExp) return format
  const { validate, compare } = format
  if (!isFunction(validate) && !isFunction(compare)) return format
  const plain = isPlainObject(format)
  const { type, async } = format
  const made: Properties = plain ? { ...format } : { type, async, validate, compare }
  const self = plain ? undefined : format
  if (isFunction(validate)) made.validate = judging(validate, called, self)
  if (isFunction(compare)) made.compare = timely(compare, called, self)
  return made
}

/** Functions that return no promise: those that were made here, and those of libraries. */
const known = new WeakSet<UserFunction>()

/** The function, which throws in place of returning a promise. */
function timely(fn: UserFunction, name: string, self: unknown): UserFunction {
  if (known.has(fn)) return fn
  const made = function (this: unknown, ...args: unknown[]): unknown {
    return inTime(fn.apply(self ?? this, args), name)
  }
  known.add(made)
  return made
}

/** The same of a function that leaves its errors on itself. */
function judging(judge: UserFunction, name: string, self: unknown): UserFunction {
  if (known.has(judge)) return judge
  const judged = function (this: unknown, ...args: unknown[]): unknown {
    const verdict = inTime(judge.apply(self ?? this, args), name)
    Reflect.set(judged, 'errors', Reflect.get(judge, 'errors'))
    return verdict
  }
  known.add(judged)
  return judged
}

function compiling(compile: UserFunction, name: string): UserFunction {
  const made = function (this: unknown, ...args: unknown[]): unknown {
    const compiled = compile.apply(this, args)
    return isFunction(compiled) ? judging(compiled, name, undefined) : compiled
  }
  known.add(made)
  return made
}

/** Formats of a library, whose functions are known to be synchronous: a function around each of them would cost time. */
export function trustFormats(formats: Readonly<Record<string, unknown>>): void {
  for (const format of Object.values(formats)) {
    const { validate, compare }: Properties = isObject(format) ? format : { validate: format }
    for (const fn of [validate, compare]) if (isFunction(fn)) known.add(fn)
  }
}

/** What a plugin has written into the tables of ajv by itself, past its methods. */
export function synchronousTables(
  ajv: Extensible & { formats: Readonly<Record<string, unknown>>; RULES: unknown },
): void {
  for (const [name, format] of Object.entries(ajv.formats)) {
    const { validate, compare }: Properties = isObject(format) ? format : { validate: format }
    if (isUnknown(validate) || isUnknown(compare)) ajv.addFormat(name, format)
  }
  const { all }: Properties = Object(ajv.RULES)
  for (const rule of Object.values(Object(all)))
    if (isObject(rule) && isObject(rule.definition)) rule.definition = synchronousKeyword(rule.definition)
}

/** An engine for regular expressions, as in `code.regExp`, whose `test` may return a promise as well. */
export function synchronousPatterns(regExp: UserFunction): UserFunction {
  const guarded = (...args: unknown[]): unknown => {
    const pattern: unknown = inTime(regExp(...args), 'code.regExp')
    if (!isObject(pattern) || !isFunction(pattern.test) || pattern instanceof RegExp) return pattern
    const test = timely(pattern.test.bind(pattern), 'a pattern of code.regExp', undefined)
    return { test, toString: () => String(pattern) }
  }
  return Object.assign(guarded, { code: Reflect.get(regExp, 'code') })
}

/** A logger of ajv, whose promise does not end the process when it rejects. */
export function synchronousLogger(logger: unknown): unknown {
  if (!isObject(logger)) return logger
  const quiet =
    (name: string): UserFunction =>
    (...args) => {
      const write = logger[name]
      if (isFunction(write)) disown(write.apply(logger, args))
    }
  const methods = ['log', 'warn', 'error'].filter((name) => isFunction(logger[name]))
  return Object.fromEntries(methods.map((name) => [name, quiet(name)]))
}

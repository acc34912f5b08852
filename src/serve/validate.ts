/** Runs a part's validator, judges what it says, and words a failure as a validation error. */
import { errorCodes } from '../errors.ts'
import type { ValidationError } from '../types/errors.ts'
import type { HttpPart } from '../types/http.ts'
import { disown, isError, isObject, isThenable, type Properties, shown } from '../values.ts'
import type { Exchange } from './exchange.ts'
import type { Invalid, Validate } from './plan.ts'

/** Words the errors of one part; must return an Error. */
export type FormatErrors = (errors: unknown, dataVar: string) => unknown

/** One validated part of a route, as compile/ makes it. */
export interface PartCheck {
  readonly part: HttpPart
  /** the property of the request that holds the value */
  readonly field: 'params' | 'body' | 'query' | 'headers'
  readonly validate: (x: Exchange) => Validate | null
  readonly format: FormatErrors
  /** ajv may coerce the value itself, not only what is in it: it then needs to know where the value stands */
  readonly coercesRoot: boolean
}

type Outcome = Invalid | null

/** Validates the parts in order and stops at the first that fails. Synchronous unless a validator is not. */
export function validateParts(checks: readonly PartCheck[], x: Exchange): Outcome | PromiseLike<Outcome> {
  for (let at = 0; at < checks.length; at++) {
    const check = checks[at]!
    const outcome = validatePart(check, x)
    if (outcome === null) continue
    if (!isThenable(outcome)) return outcome
    return outcome.then((failed) => failed ?? validateParts(checks.slice(at + 1), x))
  }
  return null
}

function validatePart(check: PartCheck, x: Exchange): Outcome | PromiseLike<Outcome> {
  const validate = check.validate(x)
  if (validate === null) return null
  const value = x.request[check.field]
  const data = value === undefined ? null : value
  const verdict = check.coercesRoot ? validateInPlace(validate, data, check, x) : validate(data)
  if (verdict === true) return null // by far the most frequent: nothing was allocated
  if (isThenable(verdict))
    return Promise.resolve(verdict).then((settled) => judge(settled, data, validate, check, x))
  return judge(verdict, data, validate, check, x)
}

// ajv writes a coerced root back through the object that holds it, as it does for every value below.
function validateInPlace(validate: Validate, data: unknown, check: PartCheck, x: Exchange): unknown {
  const place = { instancePath: '', parentData: x.request, parentDataProperty: check.field, rootData: data }
  return validate(data, place)
}

// Fails closed: only the shapes that mean "pass" pass, anything unknown is a fault of the validator and a 500.
function judge(verdict: unknown, data: unknown, validate: Validate, check: PartCheck, x: Exchange): Outcome {
  if (verdict === true || verdict === undefined) return null
  if (verdict === false) return invalid(validate.errors ?? [], check)
  if (isError(verdict)) return invalid(verdict, check)
  if (isResult(verdict, data)) {
    const said = verdict.error
    if (said !== undefined && said !== null) return invalid(said, check)
    if ('value' in verdict) {
      Reflect.set(x.request, check.field, verdict.value)
      return null
    }
  }
  const { method, url } = x.raw
  throw new errorCodes.FST_ERR_VALIDATOR_RESULT(check.part, method, x.plan.url ?? url, shown(verdict))
}

/** The keys of the results of validators, those of joi among them. */
const RESULT_KEYS: ReadonlySet<PropertyKey> = new Set([
  'value',
  'error',
  'errors',
  'warning',
  'artifacts',
  'debug',
])
/** Marks the results of `accept` and `refuse`. No data has it; a well-known symbol, so that copies of this package agree. */
const kResult = Symbol.for('touchstone.validation-result')

/** What a validator of the application returns for a valid value; `value` takes the place of what came. */
export function accept(value: unknown): object {
  return { [kResult]: true, value }
}
/** What a validator of the application returns for an invalid value: an Error, or a list of complaints. */
export function refuse(error: unknown): object {
  return { [kResult]: true, error }
}

// A validator that hands its input back, or a copy of it, must not let a client write the verdict: what came is never a result,
// and an object with other keys is data.
function isResult(verdict: unknown, data: unknown): verdict is Properties {
  if (!isObject(verdict) || verdict === data) return false
  return kResult in verdict || Reflect.ownKeys(verdict).every((key) => RESULT_KEYS.has(key))
}

function invalid(said: unknown, check: PartCheck): Invalid {
  const error = isError(said) ? said : check.format(said, check.part)
  if (!isError(error)) {
    disown(error)
    throw new errorCodes.FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN(
      `a function that returned ${shown(error)}, where an Error is right`,
    )
  }
  return { error: asValidationError(error, said, check) }
}

// Every validation error is a 400 with the failed part and what the validator said, whoever made it.
function asValidationError(error: Error, said: unknown, check: PartCheck): ValidationError {
  const own = (name: string): unknown => Reflect.get(error, name)
  const marks = {
    statusCode: 400,
    code: own('code') || 'FST_ERR_VALIDATION',
    validation: said === error ? (own('validation') ?? detailsOf(error)) : said,
    validationContext: check.part === 'querystring' ? 'query' : check.part,
  }
  return marked(error, marks) ?? marked(new Error(error.message, { cause: error }), marks)!
}

// Null for an error that is frozen, or has a getter that refuses.
function marked(error: Error, marks: object): ValidationError | null {
  try {
    return Object.assign(error, marks) as ValidationError // what `validation` holds, the validator alone knows
  } catch {
    return null
  }
}

// Validation libraries keep the list of what was wrong under one of these names.
function detailsOf(error: Error): unknown {
  for (const name of ['details', 'errors', 'issues']) {
    const list: unknown = Reflect.get(error, name)
    if (Array.isArray(list)) return list
  }
  return [{ message: error.message }]
}

/** The default formatter: `body/name must be string, body/age must be integer`. */
export function formatErrors(errors: unknown, dataVar: string): Error {
  const list = Array.isArray(errors) ? errors : [errors]
  const texts = list.map((item) => dataVar + itemText(item))
  return new Error(texts.length === 0 ? `${dataVar} is invalid` : texts.join(', '))
}

function itemText(item: unknown): string {
  if (typeof item === 'string') return ` ${item}`
  if (typeof item !== 'object' || item === null) return ` is invalid: ${shown(item)}`
  const { instancePath, message }: { instancePath?: unknown; message?: unknown } = item
  const path = typeof instancePath === 'string' ? instancePath : ''
  return `${path} ${typeof message === 'string' ? message : 'is invalid'}`
}

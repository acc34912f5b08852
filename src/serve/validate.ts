/** Runs the validator of a part, reads its result, and turns a failure into a validation error. */
import { errorCodes } from '../errors.ts'
import type { ValidationError } from '../types/errors.ts'
import type { HttpPart } from '../types/http.ts'
import { disown, isError, isObject, isThenable, type Properties, shown } from '../values.ts'
import { readStatus } from './error-reply.ts'
import type { Exchange } from './exchange.ts'
import type { Invalid, Validate } from './plan.ts'

/** Formats the errors of one part; must return an Error. */
export type FormatErrors = (errors: unknown, dataVar: string) => unknown

/** The validation of one part, as compile/ makes it. */
export interface PartCheck {
  readonly part: HttpPart
  /** the property of the request that holds the value */
  readonly field: 'params' | 'body' | 'query' | 'headers'
  readonly validate: (x: Exchange) => Validate | null
  readonly format: FormatErrors
  /** ajv may coerce the value itself, not only its properties: then it needs the object that has the value */
  readonly coercesRoot: boolean
  /** the validator is one of the application */
  readonly custom: boolean
}

type Outcome = Invalid | null

/** Validates the parts in order and stops at the first that fails. Returns a promise only if a validator does. */
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
  let verdict: unknown
  try {
    verdict = check.coercesRoot ? validateInPlace(validate, data, check, x) : validate(data)
  } catch (error) {
    throw deepened(error, check)
  }
  if (verdict === true) return null // the usual case, without an allocation
  if (isThenable(verdict)) {
    Reflect.get(verdict, 'then') // a getter that throws is a fault of the validator, and no rejection
    return Promise.resolve(verdict).then(
      (settled) => judge(settled, data, validate, check, x),
      (reason) => rejected(reason, check, x),
    )
  }
  return judge(verdict, data, validate, check, x)
}

// As on 4.29: the rejection of a validator of the application refuses the value, with the status that its reason may have. One without
// a reason is a fault of the validator.
function rejected(reason: unknown, check: PartCheck, x: Exchange): Outcome {
  if (!check.custom || !reason) throw deepened(reason, check)
  const status = isError(reason) ? readStatus(reason, 'statusCode') : null // before the default is written into it
  const outcome = invalid(reason, check, x)
  if (status !== null) Reflect.set(outcome.error, 'statusCode', status)
  return outcome
}

// A schema that refers to itself follows the value as deep as it goes. How deep that may be depends on the schema.
function deepened(error: unknown, { part, custom }: PartCheck): unknown {
  return !custom && error instanceof RangeError && error.message.includes('call stack')
    ? new errorCodes.FST_ERR_REQ_TOO_DEEP(part, 'too deep for its schema')
    : error
}

// ajv writes a coerced value into its parent. The parent of the whole part is the request.
function validateInPlace(validate: Validate, data: unknown, check: PartCheck, x: Exchange): unknown {
  const place = { instancePath: '', parentData: x.request, parentDataProperty: check.field, rootData: data }
  return validate(data, place)
}

// Fails closed: a request passes only with a result that means so. An unknown result is a bug of the validator, and a 500.
function judge(verdict: unknown, data: unknown, validate: Validate, check: PartCheck, x: Exchange): Outcome {
  if (verdict === true || verdict === undefined) return null
  if (verdict === false) return invalid(validate.errors ?? [], check, x)
  if (isError(verdict)) return invalid(verdict, check, x)
  if (isResult(verdict, data) && !holdsPromise(verdict)) {
    const said = verdict.error
    if (said !== undefined && said !== null) return invalid(said, check, x)
    if (kResult in verdict && 'error' in verdict) return invalid([], check, x) // refuse() without a reason
    if ('value' in verdict) {
      Reflect.set(x.request, check.field, verdict.value)
      return null
    }
  }
  const { method, url } = x.wire
  throw new errorCodes.FST_ERR_VALIDATOR_RESULT(check.part, method, x.plan.url ?? url, shown(verdict))
}

/** The keys that the result of a validator may have, including those of joi. */
const RESULT_KEYS: ReadonlySet<PropertyKey> = new Set([
  'value',
  'error',
  'errors',
  'warning',
  'artifacts',
  'debug',
])
/** Marks the results of `accept` and `refuse`. A symbol, since JSON data cannot have it; registered, for other copies of the package. */
const kResult = Symbol.for('touchstone.validation-result')

/** The result of a validator for a valid value; `value` replaces the value of the request. */
export function accept(value: unknown): object {
  return { [kResult]: true, value }
}
/** The result of a validator for an invalid value: an Error, or a list of errors. */
export function refuse(error: unknown): object {
  return { [kResult]: true, error }
}

// A validator may return its input or a copy of it. A client must not control the result in this way: the input itself is
// never a result, and an object with other keys is data.
function isResult(verdict: unknown, data: unknown): verdict is Properties {
  if (!isObject(verdict) || verdict === data) return false
  return kResult in verdict || Reflect.ownKeys(verdict).every((key) => RESULT_KEYS.has(key))
}

// A promise inside a result is a missing await: neither a value that was validated, nor a reason.
function holdsPromise({ value, error }: Properties): boolean {
  return disown(value) || disown(error)
}

function invalid(said: unknown, check: PartCheck, x: Exchange): Invalid {
  const error = isError(said) ? said : check.format(said, check.part)
  if (!isError(error)) {
    disown(error)
    throw new errorCodes.FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN(
      `a function that returned ${shown(error)}, where an Error is right`,
    )
  }
  return { error: asValidationError(error, said, check, x) }
}

// Every validation error is a 400, with the part that failed and the result of the validator.
function asValidationError(error: Error, said: unknown, check: PartCheck, x: Exchange): ValidationError {
  const own = (name: string): unknown => Reflect.get(error, name)
  const marks = {
    statusCode: 400,
    code: own('code') || 'FST_ERR_VALIDATION',
    validation: said === error ? (own('validation') ?? detailsOf(error)) : said,
    validationContext: check.part === 'querystring' ? x.plan.app.queryContext : check.part,
  }
  return marked(error, marks) ?? marked(new Error(error.message, { cause: error }), marks)!
}

// null: the error is frozen, or has an accessor that throws.
function marked(error: Error, marks: object): ValidationError | null {
  try {
    return Object.assign(error, marks) as ValidationError // the type of `validation` depends on the validator
  } catch {
    return null
  }
}

// Validation libraries keep the list of errors under one of these names.
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

/** Runs a part's validator, judges what it says, and words a failure as a validation error. */
import { errorCodes, isError, shown } from '../errors.ts'
import type { Exchange, HttpPart, Invalid, Loose, Validate } from '../types/plan.ts'
import { isThenable } from './hooks.ts'

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
    return Promise.resolve(verdict).then((settled) => judge(settled, validate, check, x))
  return judge(verdict, validate, check, x)
}

// ajv writes a coerced root back through the object that holds it, as it does for every value below.
function validateInPlace(validate: Validate, data: unknown, check: PartCheck, x: Exchange): unknown {
  const place = { instancePath: '', parentData: x.request, parentDataProperty: check.field, rootData: data }
  return (validate as (data: unknown, place: object) => unknown)(data, place)
}

// Fails closed: only the shapes that mean "pass" pass, anything unknown is a fault of the validator and a 500.
function judge(verdict: unknown, validate: Validate, check: PartCheck, x: Exchange): Outcome {
  if (verdict === true || verdict === undefined) return null
  if (verdict === false) return invalid(validate.errors ?? [], check)
  if (isError(verdict)) return invalid(verdict, check)
  if (typeof verdict === 'object' && verdict !== null) {
    const result = verdict as Loose
    const said = result.error
    if (said !== undefined && said !== null) return invalid(said, check)
    if ('value' in result) {
      x.request[check.field] = result.value as never
      return null
    }
  }
  const { method, url } = x.raw
  throw new errorCodes.FST_ERR_VALIDATOR_RESULT(check.part, method, x.plan.url ?? url, shown(verdict))
}

function invalid(said: unknown, check: PartCheck): Invalid {
  let error: unknown = said
  if (!isError(said)) {
    error = check.format(said, check.part)
    if (!isError(error)) {
      throw new errorCodes.FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN(
        `a function that returned ${shown(error)}, where an Error is right`,
      )
    }
  }
  return { error: asValidationError(error as Error, said, check) }
}

// Every validation error is a 400 with the failed part and what the validator said, whoever made it.
function asValidationError(error: Error, said: unknown, check: PartCheck): Error {
  const code = (error as Error & { code?: unknown }).code
  const marks = {
    statusCode: 400,
    code: code || 'FST_ERR_VALIDATION',
    validation: said === error ? ((error as Error & Loose)['validation'] ?? detailsOf(error)) : said,
    validationContext: check.part === 'querystring' ? 'query' : check.part,
  }
  try {
    return Object.assign(error, marks)
  } catch {
    return Object.assign(new Error(error.message, { cause: error }), marks) // frozen, or with a getter that refuses
  }
}

// Validation libraries keep the list of what was wrong under one of these names.
function detailsOf(error: Error): unknown {
  const { details, errors, issues } = error as Error & Loose
  for (const list of [details, errors, issues]) if (Array.isArray(list)) return list
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
  const { instancePath, message } = item as { instancePath?: unknown; message?: unknown }
  const path = typeof instancePath === 'string' ? instancePath : ''
  return `${path} ${typeof message === 'string' ? message : 'is invalid'}`
}

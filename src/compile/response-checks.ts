/** The option `responseValidation`: checks a payload against its schema before the serializer drops what is not declared. */
import { errorCodes } from '../errors.ts'
import type { Exchange } from '../serve/exchange.ts'
import type { ResponseSerializers, Serialize, Validate } from '../serve/plan.ts'
import { disown, isError, isObject, isThenable } from '../values.ts'
import { type AjvSettings, checkingAjv } from './ajv.ts'
import type { ReportCode } from './keywords/generated-code.ts'
import type { SchemaScope } from './scope.ts'
import { type ResponsePlace, refusal } from './standard/compile-standard.ts'
import { isStandard, judge } from './standard/standard.ts'

export type ResponseValidation = 'off' | 'warn' | 'throw'

/** Throws for a payload that does not match. */
type Check = (payload: unknown) => void
export type Checks = Map<Serialize, Check>

/** Makes the checks of a scope: one ajv that converts, fills in and removes nothing. */
export class ResponseChecks {
  readonly #scope: SchemaScope
  readonly #settings: AjvSettings
  readonly #report: ReportCode
  #compile: ((schema: unknown) => Validate) | null = null
  /** the texts of the Dates of the payload that is checked: the serializer writes each in the format of its schema */
  readonly #dates = new Set<string>()

  constructor(scope: SchemaScope, settings: AjvSettings, report: ReportCode) {
    this.#scope = scope
    this.#settings = settings
    this.#report = report
  }

  /** The check of one schema. Throws for a schema that cannot be judged, also if a serializer of the application knows it. */
  make(declared: unknown, place: ResponsePlace): Check {
    if (isStandard(declared)) {
      return (payload) => {
        const judged = judge(declared, payload, (odd) => refusal([], place, String(odd)))
        if (isThenable(judged)) {
          disown(judged)
          throw new errorCodes.FST_ERR_REP_ASYNC_SCHEMA(declared['~standard'].vendor)
        }
        if (!judged.passed) throw refusal(judged.errors, place)
      }
    }
    const schema = this.#scope.read(declared)
    this.#compile ??= checkingAjv(this.#scope, this.#settings, this.#dates)
    const compile = this.#compile
    const part = `response ${place.httpStatus}`
    this.#report?.({ library: 'ajv', ...place, part, why: 'the option responseValidation' })
    const validate = this.#scope.once('check response', schema, () => compile(schema))
    return (payload) => {
      if (validate(this.#json(payload)) !== true) throw refusal(validate.errors ?? [], place)
    }
  }

  // What leaves is JSON: dates are texts, `undefined` is left out, NaN is null.
  #json(payload: unknown): unknown {
    const dates = this.#dates
    dates.clear()
    const text = JSON.stringify(payload, function (this: unknown, key, value: unknown) {
      if (typeof value === 'bigint') return Number(value)
      if (typeof value === 'string' && isDate(Reflect.get(Object(this), key))) dates.add(value)
      return value
    })
    return text === undefined ? undefined : JSON.parse(text)
  }
}

function isDate(value: unknown): boolean {
  return isObject(value) && Object.prototype.toString.call(value) === '[object Date]'
}

/** What a route runs before it writes a payload; null: nothing is checked. */
export function checkResponses(
  mode: ResponseValidation,
  checks: Checks,
): ResponseSerializers<Exchange>['check'] {
  if (mode === 'off') return null
  return (x, payload, serialize) => {
    try {
      checks.get(serialize)?.(payload)
    } catch (error) {
      if (mode === 'throw') throw error
      x.log.warn(
        { err: isError(error) ? error : new Error(String(error)) },
        'a response does not match its schema',
      )
    }
  }
}

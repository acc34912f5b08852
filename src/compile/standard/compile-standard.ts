/** A schema of a library → the validator of a part, or the serializer of a response. */
import { errorCodes } from '../../errors.ts'
import { Later, type Serialize, type Validate } from '../../serve/plan.ts'
import { accept, refuse } from '../../serve/validate.ts'
import { disown, isThenable, shown } from '../../values.ts'
import { type Judged, judge, type StandardError, type StandardSchema } from './standard.ts'

/** The validator of a part. Handlers get the form `byHand`, which returns false for an invalid value as all validators do. */
export function standardValidator(schema: StandardSchema, { httpPart, method, url }: PartPlace): Validate {
  const odd = (result: unknown): Error =>
    new errorCodes.FST_ERR_VALIDATOR_RESULT(httpPart ?? 'value', method, url, shown(result))
  const verdict = (judged: Judged): object => (judged.passed ? accept(judged.value) : refuse(judged.errors))
  // The complaints are part of the result, not a property of the function: two requests may wait at the same time.
  const validate: Validate = (data) => {
    const judged = judge(schema, data, odd)
    return isThenable(judged) ? judged.then(verdict) : verdict(judged)
  }
  const told = (judged: Judged): object | false => {
    byHand.errors = judged.passed ? null : judged.errors
    return judged.passed ? { value: judged.value } : false
  }
  const byHand: Validate = (data) => {
    const judged = judge(schema, data, odd)
    return isThenable(judged) ? judged.then(told) : told(judged)
  }
  byHand.errors = null
  return Object.assign(validate, { byHand })
}

interface PartPlace {
  readonly method: unknown
  readonly url: unknown
  readonly httpPart?: unknown
}

export interface ResponsePlace {
  readonly method: unknown
  readonly url: unknown
  readonly httpStatus?: unknown
}

/** The serializer of a response: it writes the output of the schema, and throws for a payload that the schema refuses. */
export function standardSerializer(schema: StandardSchema, place: ResponsePlace): Serialize {
  const odd = (result: unknown): Error =>
    new errorCodes.FST_ERR_VALIDATOR_RESULT('response', place.method, place.url, shown(result))
  const textOf = (judged: Judged, raw: boolean): string => {
    if (!judged.passed) throw refusal(judged.errors, place)
    return raw && typeof judged.value === 'string' ? judged.value : JSON.stringify(judged.value)
  }
  const write = (payload: unknown, raw: boolean): string | Later => {
    const judged = judge(schema, payload, odd)
    return isThenable(judged)
      ? new Later(Promise.resolve(judged).then((settled) => textOf(settled, raw)))
      : textOf(judged, raw)
  }
  // A handler that serializes by hand gets the text at once.
  const serialize = (payload: unknown): string => {
    const text = write(payload, false)
    if (!(text instanceof Later)) return text
    disown(text.text)
    throw new errorCodes.FST_ERR_REP_ASYNC_SCHEMA(schema['~standard'].vendor)
  }
  return Object.assign(serialize, { standard: { write } })
}

/** The error of a response that its schema refuses: a 500. Its message has no values, which the schema keeps inside. */
export function refusal(
  errors: readonly unknown[],
  { method, url, httpStatus }: ResponsePlace,
  otherwise = 'the schema gives no reason',
): Error {
  const where = errors.map((one) => {
    const { instancePath, keyword }: Partial<StandardError> = Object(one)
    return `${instancePath || 'the payload'}: ${keyword}`
  })
  const why = where.join(', ') || otherwise
  const error = new errorCodes.FST_ERR_RESPONSE_VALIDATION(
    String(method),
    url,
    String(httpStatus ?? 'none'),
    why,
  )
  return Object.assign(error, { errors })
}

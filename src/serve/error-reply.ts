/** The default reply to an error: its status, its headers and its body. */
import { errorCodes } from '../errors.ts'
import { nameOfStatus } from '../status-names.ts'
import type { HeaderValue } from '../types/http.ts'
import { isError, textOf } from '../values.ts'
import type { Exchange } from './exchange.ts'
import { defaultError, serializerFailed } from './lines.ts'
import { Later } from './plan.ts'
import { chooseSerializer } from './serialize.ts'
import { writeBare } from './write.ts'

/** The body of an error reply without a schema: in this order, without the fields that are undefined. */
export function errorBody(fields: {
  statusCode: number
  code?: unknown
  error?: unknown
  message: unknown
}): string {
  const { statusCode, code, error, message } = fields
  return JSON.stringify({
    statusCode,
    ...(code === undefined || code === null ? {} : { code: textOf(code) }),
    ...(error === undefined ? {} : { error }),
    ...(message === undefined ? {} : { message: textOf(message) }),
  })
}

/** The message that the client sees: with `hideServerErrors`, a 5xx has only the name of its status. The log has the message. */
export function toldMessage(hides: boolean, status: number, message: unknown): unknown {
  return hides && status >= 500 ? (nameOfStatus(status) ?? nameOfStatus(500)) : message
}

/**
 * The status of an error: its own from 400 to 599, else one that the handler has set, else 500. As on 4.17, `status` comes
 * before `statusCode` where the handler has set one.
 */
export function statusOf(x: Exchange, error: unknown): number {
  const [first, second] = x.statusSet ? ['status', 'statusCode'] : ['statusCode', 'status']
  const own = readStatus(error, first) ?? readStatus(error, second)
  if (own !== null) return own
  return x.statusSet && x.wire.statusCode >= 400 ? x.wire.statusCode : 500
}

/** A status that an error can have; null for none. */
export function readStatus(error: unknown, name: string): number | null {
  const status = Number(textOf(read(error, name))) // text of digits is allowed, as for reply.code
  return status >= 400 && status <= 599 ? Math.trunc(status) : null
}

/** Reads a property of any thrown value, also of null. A getter that throws must not prevent the reply. */
export function read(error: unknown, name: string): unknown {
  try {
    return Reflect.get(Object(error), name)
  } catch {}
  return undefined
}

/** Sets status and headers for an error and logs it. */
export function prepareError(x: Exchange, error: unknown): void {
  const headers = read(error, 'headers')
  if (typeof headers === 'object' && headers !== null) {
    for (const name of Object.keys(headers)) {
      const value = read(headers, name)
      if (value === undefined) continue
      if (name.toLowerCase() === 'set-cookie') addCookies(x, value)
      else x.headers[name.toLowerCase()] = value as HeaderValue // node throws for a value that it cannot send
    }
  }
  x.wire.statusCode = statusOf(x, error)
  try {
    defaultError(x, error, messageOf(error))
  } catch {
    // an error that the logger cannot serialize still gets a reply
  }
}

/** Cookies of an error are added to those of the reply, as by `reply.header`, which may throw for a value that is none. */
function addCookies(x: Exchange, value: unknown): void {
  const known = x.headers['set-cookie'] ?? []
  x.headers['set-cookie'] = [known, value].flat().map(textOf)
}

function messageOf(error: unknown): string | undefined {
  const message = read(error, 'message')
  return message === undefined ? undefined : textOf(message)
}

/** The reply when every error handler has failed: the current status, and the last error. */
export function lastResort(x: Exchange, error: unknown): void {
  const { statusCode } = x.wire
  const status = statusCode >= 400 ? statusCode : 500
  const [own, code] = isError(error) ? [read(error, 'message'), read(error, 'code')] : [error, undefined]
  const message = toldMessage(x.plan.app.hideServerErrors, status, own)
  writeBare(x, status, errorBody({ statusCode: status, code, error: nameOfStatus(status), message }))
}

/** The default body, written by the response schema of its status if the route has one. Never throws, and never rejects. */
export function defaultErrorPayload(x: Exchange, error: Error): string | Buffer | Later {
  const statusCode = x.wire.statusCode
  const fields = {
    statusCode,
    code: read(error, 'code'),
    error: nameOfStatus(statusCode),
    message: toldMessage(x.plan.app.hideServerErrors, statusCode, read(error, 'message')),
  }
  const failed = (failure: unknown): string | Buffer =>
    asBody(x, failedText(x, statusCode, failure, fields.message))
  const { serializers } = x.plan
  try {
    const chosen = serializers === null ? null : chooseSerializer(serializers, statusCode, 'application/json')
    if (typeof chosen !== 'function') return asBody(x, errorBody(fields))
    const view = errorView(error, fields)
    const payload = chosen.standard === undefined ? chosen(view) : chosen.standard.write(view, false)
    return payload instanceof Later
      ? new Later(payload.text.then((text) => asBody(x, text), failed))
      : asBody(x, payload)
  } catch (failure) {
    return failed(failure)
  }
}

function failedText(x: Exchange, statusCode: number, failure: unknown, message: unknown): string {
  const why = textOf(isError(failure) ? read(failure, 'message') : failure)
  serializerFailed(x, failure, statusCode)
  x.wire.statusCode = 500
  const failed = new errorCodes.FST_ERR_FAILED_ERROR_SERIALIZATION(why, textOf(message))
  return bodyOf500(x, failed)
}

function bodyOf500(x: Exchange, { code, message }: { code: string; message: string }): string {
  return errorBody({ statusCode: 500, code, message: toldMessage(x.plan.app.hideServerErrors, 500, message) })
}

function asBody(x: Exchange, payload: unknown): string | Buffer {
  let body: string | Buffer
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) body = payload
  else {
    const failed = new errorCodes.FST_ERR_REP_INVALID_PAYLOAD_TYPE(typeof payload)
    body = bodyOf500(x, failed)
    x.wire.statusCode = 500
  }
  x.headers['content-type'] = 'application/json; charset=utf-8'
  x.headers['content-length'] = String(Buffer.byteLength(body))
  return body
}

// What a response schema serializes: the fixed fields, and by inheritance the properties of the error that it declares.
function errorView(error: Error, fields: { statusCode: number; error: unknown; message: unknown }): object {
  return Object.create(error, {
    statusCode: { value: fields.statusCode, enumerable: true },
    error: { value: fields.error, enumerable: true },
    message: { value: fields.message, enumerable: true },
  })
}

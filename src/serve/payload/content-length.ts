/** Compares the bytes of a streamed body with its content-length. Node sends either as they are. */
import { errorCodes } from '../../errors.ts'
import type { RawResponse } from '../../types/http.ts'
import { isFunction } from '../../values.ts'

/**
 * Calls `wrong` instead of writing more bytes than the content-length says, or of ending the response before. A client would take the
 * bytes that are too many for the next response, and the next response for those that are missing.
 *
 * Returns a function that ends the comparison. It replaces two methods of the response: a stream between the source and the response takes three times as long for a small body.
 */
export function guardLength(res: RawResponse, wrong: (error: Error) => void): () => void {
  const declared = res.getHeader('content-length')
  if (declared === undefined) return () => {}
  const length = Number(declared)
  const { write, end } = res
  let sent = 0
  const restore = (): void => {
    Reflect.set(res, 'write', write)
    Reflect.set(res, 'end', end)
  }
  const fails = (): false => {
    restore()
    wrong(new errorCodes.FST_ERR_REP_CONTENT_LENGTH(String(declared), String(sent)))
    return false
  }
  Reflect.set(res, 'write', (...args: unknown[]): unknown => {
    sent += bytesIn(args)
    return sent > length && !res.destroyed ? fails() : Reflect.apply(write, res, args)
  })
  Reflect.set(res, 'end', (...args: unknown[]): unknown => {
    sent += bytesIn(args)
    if (sent !== length && !res.destroyed && !res.writableEnded) return fails()
    restore() // `end` may call `write`
    return Reflect.apply(end, res, args)
  })
  return restore
}

function bytesIn([chunk, encoding]: readonly unknown[]): number {
  if (chunk === undefined || chunk === null || isFunction(chunk)) return 0
  if (chunk instanceof Uint8Array) return chunk.length
  const name = String(encoding)
  return Buffer.byteLength(String(chunk), Buffer.isEncoding(name) ? name : 'utf8')
}

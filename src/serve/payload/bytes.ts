/** Streams of objects as payloads, and streams that may be some. */
import { pipeline, type Readable, Transform } from 'node:stream'
import { errorCodes } from '../../errors.ts'
import type { RawResponse } from '../../types/http.ts'
import { shown } from '../../values.ts'

/** Turns a stream of objects into a stream of bytes. A chunk that is neither text nor bytes fails with an error that names it. */
export function bytesOf(source: Readable): Readable {
  const bytes = new Transform({
    writableObjectMode: true,
    transform(chunk: unknown, _encoding, done) {
      if (isSendable(chunk)) done(null, chunk)
      else done(notSendable(chunk))
    },
  })
  pipeline(source, bytes, () => {}) // destroys both streams if one fails; `bytes` emits the error
  return bytes
}

/**
 * Calls `wrong` where a stream writes something else than text or bytes into the response, which would throw where the stream emits it.
 * Returns a function that ends it. For streams that do not say what they emit: those of before Node.js 12, and of packages.
 */
export function guardChunks(res: RawResponse, wrong: (error: Error) => void): () => void {
  const { write } = res
  const restore = (): void => void Reflect.set(res, 'write', write)
  Reflect.set(res, 'write', (...args: unknown[]): unknown => {
    if (isSendable(args[0])) return Reflect.apply(write, res, args)
    restore()
    wrong(notSendable(args[0]))
    return false
  })
  return restore
}

function isSendable(chunk: unknown): boolean {
  return typeof chunk === 'string' || chunk instanceof Uint8Array
}

function notSendable(chunk: unknown): Error {
  return new errorCodes.FST_ERR_REP_INVALID_PAYLOAD_TYPE(`a stream of ${shown(chunk)}`)
}

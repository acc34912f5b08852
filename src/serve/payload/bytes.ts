/** Streams of objects, and old streams, as payloads. */
import { finished, pipeline, type Readable, Transform } from 'node:stream'
import { errorCodes } from '../../errors.ts'
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
 * The same of a stream that is not of node's classes: it says nothing of what it emits, and writing an object to a response
 * throws where the stream emits it. `end` is called with the source when it is read no further.
 */
export function bytesOfOld(source: Readable, end: (source: Readable) => void): Readable {
  const bytes = new Transform({
    writableObjectMode: true,
    transform: (chunk, _encoding, done) => done(null, chunk),
  })
  const { write } = bytes
  Reflect.set(bytes, 'write', (chunk: unknown, ...rest: unknown[]): unknown => {
    if (isSendable(chunk)) return Reflect.apply(write, bytes, [chunk, ...rest])
    bytes.destroy(notSendable(chunk))
    return false
  })
  source.on('error', (error: Error) => bytes.destroy(error))
  source.on('close', () => {
    if (!bytes.writableEnded) bytes.destroy()
  })
  finished(bytes, { writable: false }, (error) => {
    if (error) end(source)
  })
  source.pipe(bytes)
  return bytes
}

function isSendable(chunk: unknown): boolean {
  return typeof chunk === 'string' || chunk instanceof Uint8Array
}

function notSendable(chunk: unknown): Error {
  return new errorCodes.FST_ERR_REP_INVALID_PAYLOAD_TYPE(`a stream of ${shown(chunk)}`)
}

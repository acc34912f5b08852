/** Streams of objects as payloads. */
import { pipeline, type Readable, Transform } from 'node:stream'
import { errorCodes } from '../../errors.ts'
import { shown } from '../../values.ts'

/** Turns a stream of objects into a stream of bytes. A chunk that is neither text nor bytes fails with an error that names it. */
export function bytesOf(source: Readable): Readable {
  const bytes = new Transform({
    writableObjectMode: true,
    transform(chunk: unknown, _encoding, done) {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) done(null, chunk)
      else done(new errorCodes.FST_ERR_REP_INVALID_PAYLOAD_TYPE(`a stream of ${shown(chunk)}`))
    },
  })
  pipeline(source, bytes, () => {}) // destroys both streams if one fails; `bytes` emits the error
  return bytes
}

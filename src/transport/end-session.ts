/**
 * Makes `session.close()` safe. A session that node has marked as closed, and whose GOAWAY is not sent yet, refuses a stream
 * that opens by a write in the middle of a read. nghttp2 then frees the stream that it is reading: the heap is damaged,
 * and the process ends some time later. Any client can cause it: after its GOAWAY node closes the session by itself, and
 * a HEADERS frame in the same bytes is enough.
 *
 * Here GOAWAY is sent first, outside a read. From then on nghttp2 ignores new streams, and the session is closed.
 */
import type { ServerHttp2Session } from 'node:http2'

/** How often a session whose client takes no bytes is checked, in milliseconds. */
const PACE = 20

const ending = new WeakSet<ServerHttp2Session>()

/** Whether `close()` was called. `session.closed` follows when GOAWAY is sent. */
export function isEnding(session: ServerHttp2Session): boolean {
  return session.closed || ending.has(session)
}

export function endOutsideReads(session: ServerHttp2Session): void {
  const close = session.close.bind(session)
  session.close = (callback) => {
    if (callback !== undefined) session.once('close', callback)
    if (isEnding(session)) return
    ending.add(session)
    setImmediate(() => {
      if (session.destroyed) return
      session.goaway()
      setImmediate(closeWhenSent, session, close)
    })
  }
}

function closeWhenSent(session: ServerHttp2Session, close: () => void): void {
  if (session.destroyed) return
  if (session.state.outboundQueueSize === 0) close()
  else setTimeout(closeWhenSent, PACE, session, close).unref()
}

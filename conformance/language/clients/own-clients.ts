// Clients and observers of the named behaviours: what no request of a case can do or see.

import diagnostics from 'node:diagnostics_channel'
import { once } from 'node:events'
import http from 'node:http'
import http2 from 'node:http2'
import { connect } from 'node:net'

/** Kept for the whole process, as all channels here: Node.js 20 may forget the subscribers of one that was collected before. */
const channels = ['http.server.request.start', 'http.server.response.finish'].map((name) =>
  diagnostics.channel(name),
)

interface Published {
  server?: unknown
}

/** Asks for / on a connection that is kept, so many times while it listens to the channels, and once more after that. */
export async function countPublished(
  { server }: { server: http.Server },
  address: string,
  times: number,
): Promise<number[]> {
  const counts = channels.map(() => 0)
  const listeners = channels.map((_, at) => (message: unknown) => {
    if ((message as Published).server === server) counts[at]!++
  })
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  try {
    await askBy(agent, address)
    for (const [at, channel] of channels.entries()) channel.subscribe(listeners[at]!)
    for (let time = 0; time < times; time++) await askBy(agent, address)
  } finally {
    for (const [at, channel] of channels.entries()) channel.unsubscribe(listeners[at]!)
  }
  await askBy(agent, address)
  agent.destroy()
  return counts
}

async function askBy(agent: http.Agent, address: string): Promise<void> {
  const [response] = (await once(http.get(address, { agent }), 'response')) as [http.IncomingMessage]
  await once(response.resume(), 'end')
}

/** Asks for `path` on a session of HTTP/2, and waits until the server has ended that session. */
export async function sessionUntilEnd(
  address: string,
  path: string,
): Promise<{ status: unknown; goaway: number | null }> {
  const session = http2.connect(address, { rejectUnauthorized: false })
  const seen = { status: null as unknown, goaway: null as number | null }
  session.on('goaway', (code) => {
    seen.goaway = code
  })
  const stream = session.request({ ':path': path })
  stream.on('response', (headers) => {
    seen.status = headers[':status']
  })
  stream.resume()
  await once(session, 'close')
  return seen
}

/** Sends a text, ends its side of the connection, and resolves to what comes until the server ends its own. */
export async function sendAndEnd(address: string, text: string): Promise<string> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''))
  let received = ''
  socket.setEncoding('latin1').on('data', (piece: string) => {
    received += piece
  })
  socket.on('error', () => {}) // a reset: what came before it counts
  socket.end(text, 'latin1')
  await once(socket, 'close')
  return received
}

/** The kinds of servers on which an option is tried, and a client that sends bytes to them. */
import { once } from 'node:events'
import http2 from 'node:http2'
import { type AddressInfo, connect, type Socket } from 'node:net'
import tls from 'node:tls'
import { CERTIFICATE, PRIVATE_KEY } from '../../conformance/wire/certificate.ts'
import touchstone, { type Options } from '../../src/index.ts'

export const HOST = '127.0.0.1'
const SECURE = { cert: CERTIFICATE, key: PRIVATE_KEY }

/** A kind of server: whether it has TLS, what it speaks, and the options that make it. */
export interface Kind {
  readonly secure: boolean
  readonly version: 1 | 2
  readonly options: Options
}

/** HTTP/1 is asked of both engines; `both` is HTTP/1 on the port of HTTP/2. */
export const KINDS = {
  node: { secure: false, version: 1, options: { engine: 'node' } },
  fast: { secure: false, version: 1, options: { engine: 'fast' } },
  'node-tls': { secure: true, version: 1, options: { engine: 'node', https: SECURE } },
  'fast-tls': { secure: true, version: 1, options: { engine: 'fast', https: SECURE } },
  both: { secure: true, version: 1, options: { http2: true, https: { ...SECURE, allowHTTP1: true } } },
  h2c: { secure: false, version: 2, options: { http2: true } },
  h2: { secure: true, version: 2, options: { http2: true, https: SECURE } },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof KINDS
export const HTTP1: readonly KindName[] = ['node', 'fast', 'node-tls', 'fast-tls', 'both']
/** Those whose options `http` and `https` are of node:http and node:https. */
export const PLAIN: readonly KindName[] = ['node', 'fast', 'node-tls', 'fast-tls']
export const HTTP2: readonly KindName[] = ['h2c', 'h2']
export const TLS: readonly KindName[] = ['node-tls', 'fast-tls', 'both', 'h2']

export type App = ReturnType<typeof touchstone>

/** An application of this kind that listens. `nodes` are options of node's server: `http`, or beside a certificate `https`. */
export async function serve(
  name: KindName,
  options: Options,
  nodes: object = {},
  declare: (app: App) => void = () => {},
): Promise<{ app: App; port: number }> {
  const kind: Kind = KINDS[name]
  const place = kind.secure ? 'https' : 'http'
  const own = { ...Object(kind.options[place]), ...nodes }
  const app = touchstone({ ...kind.options, ...options, [place]: own })
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: string) => body)
  app.get('/', async () => 'hello')
  app.post('/', async () => 'taken')
  declare(app)
  await app.listen({ port: 0, host: HOST })
  return { app, port: (app.server.address() as AddressInfo).port }
}

/** What a client received, and how many milliseconds after the beginning its connection was closed: never, if it waited for nothing. */
export interface Received {
  readonly text: string
  readonly closed: number | null
  readonly socket: Socket
}

/** Opens a connection as this kind needs it. */
export async function open(name: KindName, port: number, more: tls.ConnectionOptions = {}): Promise<Socket> {
  const { secure, version }: Kind = KINDS[name]
  if (!secure) {
    const socket = connect(port, HOST).on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  const protocol = version === 2 ? 'h2' : 'http/1.1'
  const about = { port, host: HOST, rejectUnauthorized: false, ALPNProtocols: [protocol], ...more }
  const socket = tls.connect(about).on('error', () => {})
  await once(socket, 'secureConnect')
  return socket
}

/** Writes the bytes and reads until the server closes, the text is there, or so many milliseconds have passed. */
export async function talk(
  socket: Socket,
  bytes: string,
  { until = null, within = 5000 }: { until?: RegExp | null; within?: number } = {},
): Promise<Received> {
  const began = Date.now()
  let text = ''
  let closed: number | null = null
  if (bytes !== '') socket.write(bytes, 'latin1')
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      socket.off('data', take).off('close', close)
      resolve()
    }
    const take = (chunk: Buffer): void => {
      text += chunk.toString('latin1')
      if (until?.test(text)) end()
    }
    const close = (): void => {
      closed = Date.now() - began
      end()
    }
    const timer = setTimeout(end, within)
    socket.on('data', take).on('close', close)
  })
  return { text, closed, socket }
}

/** A session of HTTP/2. */
export async function session(
  name: KindName,
  port: number,
  more: object = {},
): Promise<http2.ClientHttp2Session> {
  const { secure }: Kind = KINDS[name]
  const about = { rejectUnauthorized: false, ...more }
  const client = http2.connect(`${secure ? 'https' : 'http'}://${HOST}:${port}`, about)
  client.on('error', () => {})
  await once(client, 'connect')
  return client
}

/** The answer to `GET /`; its status is 0 where the stream ends without one. */
export function answerOn(
  client: http2.ClientHttp2Session,
  headers: object = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const stream = client.request({ ':path': '/', ...headers })
    const answer = { status: 0, text: '' }
    stream.on('response', (head) => {
      answer.status = Number(head[':status'])
    })
    stream.on('data', (chunk) => {
      answer.text += chunk
    })
    stream.on('error', () => {})
    stream.on('close', () => resolve(answer))
  })
}

export async function statusOn(client: http2.ClientHttp2Session, headers: object = {}): Promise<number> {
  return (await answerOn(client, headers)).status
}

export const GET = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'
/** The beginning of a request whose body does not come. */
export const HALF = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: text/x\r\ncontent-length: 9\r\n\r\na'

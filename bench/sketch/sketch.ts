/**
 * The sketch of the race: what the work of a route costs over a socket when a parser, checks and writers made by hand do it, with no
 * framework between. Handlers answer at once, and idle connections have no time-out. The rest goes to node:http on the same socket.
 */
import http from 'node:http'
import type { Socket } from 'node:net'
import { FOREIGN, MORE, Parser } from './parser.ts'
import { REFUSED, respond, UNKNOWN, writeDigits } from './routes.ts'

/** The largest request that waits for the rest of its bytes; an answer is never longer than its ROOM. */
const MOST = 64 * 1024
const ROOM = 8 * MOST
const POOLED = 2 * ROOM

const parser = new Parser()

/** The buffer of the answers to one read; null while they are made. One that the system has not taken is not used again. */
let pool: Buffer | null = null

function takePool(): Buffer {
  const taken = pool ?? Buffer.allocUnsafeSlow(POOLED)
  pool = null
  return taken
}

const END = Buffer.from('\r\n\r\n')
let head = Buffer.alloc(0)
let headSecond = 0

function refreshHead(): void {
  const now = Date.now()
  const second = Math.floor(now / 1000)
  if (second === headSecond) return
  headSecond = second
  const fields = [
    'HTTP/1.1 200 OK',
    'content-type: application/json; charset=utf-8',
    `Date: ${new Date(now).toUTCString()}`,
    'Connection: keep-alive',
    'Keep-Alive: timeout=5',
    'content-length: ',
  ]
  head = Buffer.from(fields.join('\r\n'))
}

/** The digits of the last length: most answers have as many, so that a body is written where it stays. */
let digits = 2

/** Writes the answer to the request that the parser has read, and says where it ends. */
function answer(bytes: Buffer, end: number, out: Buffer, at: number): number {
  const { isPost, targetStart, targetEnd, bodyStart } = parser
  const target = bytes.toString('latin1', targetStart, targetEnd)
  const body = isPost ? bytes.toString('utf8', bodyStart, end) : ''
  const lengthAt = at + head.length
  const assumed = lengthAt + digits + END.length
  const bodyEnd = respond(isPost, target, body, out, assumed)
  if (bodyEnd < 0) return bodyEnd
  out.set(head, at)
  const length = bodyEnd - assumed
  const needed = String(length).length
  if (needed !== digits) {
    digits = needed
    out.copyWithin(lengthAt + digits + END.length, assumed, bodyEnd)
  }
  const lengthEnd = writeDigits(out, lengthAt, length)
  out.set(END, lengthEnd)
  return lengthEnd + END.length + length
}

class Connection {
  readonly #socket: Socket
  readonly #node: (socket: Socket) => void
  /** the beginning of a request */
  #rest: Buffer | null = null

  constructor(socket: Socket, node: (socket: Socket) => void) {
    this.#socket = socket
    this.#node = node
    socket.on('data', this.#read)
    socket.on('error', this.#fail)
  }

  readonly #fail = (): void => {
    this.#socket.destroy()
  }

  readonly #read = (chunk: Buffer): void => {
    const bytes = this.#rest === null ? chunk : Buffer.concat([this.#rest, chunk])
    this.#rest = null
    refreshHead()
    let out = takePool()
    let written = 0
    for (let at = 0; at < bytes.length; ) {
      const end = parser.read(bytes, at)
      if (end === MORE && bytes.length - at < MOST) {
        this.#rest = bytes.subarray(at)
        break
      }
      if (POOLED - written < ROOM) {
        this.#send(out, written)
        out = takePool()
        written = 0
      }
      const next = end === MORE || end === FOREIGN ? FOREIGN : answer(bytes, end, out, written)
      if (next < 0) {
        this.#send(out, written)
        this.#give(bytes.subarray(at))
        return
      }
      written = next
      at = end
    }
    this.#send(out, written)
  }

  #send(out: Buffer, written: number): void {
    const socket = this.#socket
    if (written > 0) socket.write(out.subarray(0, written))
    if (socket.writableLength === 0) pool = out
    else {
      // What the client does not take stops it from being read.
      socket.pause()
      socket.once('drain', () => socket.resume())
    }
  }

  /** Node takes the connection as if it had just come with these bytes. */
  #give(bytes: Buffer): void {
    const socket = this.#socket
    socket.removeListener('data', this.#read)
    socket.removeListener('error', this.#fail)
    this.#node(socket)
    socket.emit('data', bytes)
  }
}

/** The same routes for the requests that the parser leaves, and the handler that looks at the objects of node. */
function listen(raw: http.IncomingMessage, res: http.ServerResponse): void {
  const target = raw.url!
  if (target === '/raw') {
    res.setHeader('x-method', raw.method!)
    end(res, 200, Buffer.from(JSON.stringify({ hello: 'world' })))
    return
  }
  const chunks: Buffer[] = []
  raw.on('data', (chunk: Buffer) => chunks.push(chunk))
  raw.on('end', () => {
    const body = Buffer.concat(chunks)
    const out = Buffer.allocUnsafe(ROOM + 8 * body.length)
    const isPost = raw.method === 'POST'
    let length = UNKNOWN
    if (isPost && !/^application\/json\s*(;|$)/i.test(raw.headers['content-type'] ?? '')) length = REFUSED
    else if (isPost || raw.method === 'GET') length = respond(isPost, target, body.toString(), out, 0)
    if (length >= 0) end(res, 200, out.subarray(0, length))
    else end(res, length === UNKNOWN ? 404 : 400, Buffer.from('{}'))
  })
}

function end(res: http.ServerResponse, status: number, body: Buffer): void {
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  })
  res.end(body)
}

export function sketchServer(): http.Server {
  const server = http.createServer(listen)
  const listeners = server.listeners('connection')
  server.removeAllListeners('connection')
  const node = (socket: Socket): void => {
    for (const listener of listeners) listener.call(server, socket)
  }
  server.on('connection', (socket: Socket) => new Connection(socket, node))
  return server
}

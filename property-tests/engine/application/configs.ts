/** How the servers are configured: each changes what node:http does with the bytes. */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { RawServer } from '../../../src/index.ts'
import type { Notes } from './notes.ts'

export const CONFIGS = [
  'usual', 'two requests', 'small heads', 'joined headers', 'no host', 'lenient', 'no keep-alive',
  'no answer of 400', 'upgrade', 'continue', 'expectation', 'connect',
] as const // biome-ignore format: a list of names
export type Config = (typeof CONFIGS)[number]

export const OPTIONS: Readonly<Record<Config, object>> = {
  usual: {},
  'two requests': { maxRequestsPerSocket: 2 },
  'small heads': { http: { maxHeaderSize: 120 } },
  'joined headers': { http: { joinDuplicateHeaders: true } },
  'no host': { http: { requireHostHeader: false } },
  lenient: { http: { insecureHTTPParser: true } },
  'no keep-alive': { keepAliveTimeout: 0 },
  'no answer of 400': {
    clientErrorHandler: (error: Error & { code: string }, socket: Socket) => {
      socket.end(`HTTP/1.1 444 ${error.code}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
    },
  },
  upgrade: {},
  continue: {},
  expectation: {},
  connect: {},
}

/** A connection that the application took over says what it was given, and ends. */
function taken(what: string, notes: Notes) {
  return (request: IncomingMessage, socket: { end(text: string): unknown }, head: Buffer): void => {
    const seen = notes.request(request.method ?? '', request.url ?? '')
    notes.note(seen, what, { headers: request.headers, head: head.toString('latin1') })
    socket.end(`HTTP/1.1 101 ${what}\r\nconnection: upgrade\r\n\r\n${head.toString('latin1')}`)
  }
}

/** The listeners that an application adds to its server. */
export const SERVERS: Readonly<Partial<Record<Config, (server: RawServer, notes: Notes) => void>>> = {
  upgrade: (server, notes) => {
    server.on('upgrade', taken('upgrade', notes))
  },
  connect: (server, notes) => {
    server.on('connect', taken('connect', notes))
  },
  continue: (server, notes) => {
    server.on('checkContinue', (request, response) => {
      notes.note(notes.request(request.method ?? '', request.url ?? ''), 'continue')
      response.writeContinue()
      server.emit('request', request, response)
    })
  },
  expectation: (server, notes) => {
    server.on('checkExpectation', (request, response) => {
      notes.note(notes.request(request.method ?? '', request.url ?? ''), 'expectation')
      response.writeHead(417).end()
    })
  },
}

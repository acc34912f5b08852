/** Servers that are wrong on purpose, each in one way: the fuzzer has to see every one of them. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { application } from './application/application.ts'
import { Notes } from './application/notes.ts'
import { type Build, listening } from './lane.ts'

export interface Wrong {
  /** the first of what `firstDifference` says */
  shows: RegExp
  /** In place of the listener of the application, which `pass` calls. */
  request?(request: IncomingMessage, response: ServerResponse, pass: () => void): void
  connection?(socket: Socket): void
}

/** Where the fault is: elsewhere the server is right. */
const here = ({ url }: IncomingMessage): boolean => url === '/told'

export const WRONG: Readonly<Record<string, Wrong>> = {
  'a request that no handler sees': {
    shows: /requests that were seen/,
    request: (request, response, pass) => (here(request) ? void response.end() : pass()),
  },
  'a request that is seen twice': {
    shows: /requests that were seen/,
    request: (request, response, pass) => {
      if (here(request)) pass()
      pass()
      response.on('error', () => {})
    },
  },
  'a target that is changed': {
    shows: /requests that were seen/,
    request: (request, _response, pass) => {
      if (here(request)) request.url = '/told?'
      pass()
    },
  },
  'a body that goes to the next answer': {
    shows: /the answers/,
    connection: (socket) => {
      let before: unknown = ''
      Object.assign(socket, { exchange: (body: unknown) => [before, (before = body)][0] })
    },
    request: (request, response, pass) => {
      const { end } = response
      const { exchange } = request.socket as Socket & { exchange(body: unknown): unknown }
      response.end = ((body: unknown) => end.call(response, exchange(body), 'utf8')) as never
      pass()
    },
  },
  'a header of the request that is lost': {
    shows: /what was seen of a request|the answers/,
    request: (request, _response, pass) => {
      if (here(request)) delete request.headers['x-a']
      pass()
    },
  },
  'a header of the answer too many': {
    shows: /the answers/,
    request: (request, response, pass) => {
      if (here(request)) response.setHeader('x-wrong', '1')
      pass()
    },
  },
  'an answer without its date': {
    shows: /the answers/,
    request: (request, response, pass) => {
      if (here(request)) response.sendDate = false
      pass()
    },
  },
  'a connection that stays open': {
    shows: /the connection after the last answer|the answers/,
    connection: (socket) => {
      socket.destroySoon = () => {}
    },
  },
  'a connection that is closed too early': {
    shows: /the connection after the last answer|the requests|the answers/,
    request: (request, response, pass) => {
      if (here(request)) response.on('finish', () => request.socket.end())
      pass()
    },
  },
  'an answer that comes only when the client ends its side': {
    shows: /the answers|the connection/,
    request: (request, _response, pass) => {
      if (!here(request)) return pass()
      request.socket.on('end', pass)
    },
  },
  'a hook that never runs': {
    shows: /what was seen of a request|the answers/,
    request: (request, response, pass) => {
      if (here(request)) response.emit = () => true
      pass()
    },
  },
}

/** node:http with one fault. */
export function wrongSide(wrong: Wrong): Build {
  return async (config) => {
    const notes = new Notes()
    const app = application('node', config, notes)
    await app.ready()
    const { server } = app
    const [pass] = server.listeners('request') as ((...args: unknown[]) => void)[]
    if (wrong.connection) server.on('connection', wrong.connection)
    if (wrong.request) {
      server.removeAllListeners('request')
      server.on('request', (request, response) => {
        wrong.request?.(request, response, () => pass?.call(server, request, response))
      })
    }
    return listening(app, notes)
  }
}

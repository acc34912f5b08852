/** Routes that touch what lies under the request and the reply: node's own objects, and the socket. */
import type { Socket } from 'node:net'
import type { Reply, Request } from '../../../src/index.ts'
import type { Scene } from './scene.ts'

export function declareRaw(scene: Scene): void {
  declareLooking(scene)
  declareTakingOver(scene)
  declareEnding(scene)
}

/** They look, or add something, and answer as usual. */
function declareLooking({ app, notes, of }: Scene): void {
  const look = async (request: Request) => {
    const { rawHeaders, httpVersion, method, url, headersDistinct } = request.raw
    const { ip, hostname, protocol } = request
    notes.note(of(request), 'raw', {
      rawHeaders,
      httpVersion,
      method,
      url,
      headersDistinct,
      hostname,
      protocol,
    })
    return { rawHeaders, hostname, body: request.body ?? null, from: ip === '127.0.0.1' }
  }
  app.route({ method: ['GET', 'POST', 'DELETE'], url: '/raw', handler: look })
  app.get('/raw/set', async (_request, reply) => {
    reply.raw.setHeader('X-Raw', ['1', '2'])
    return { set: reply.raw.getHeaderNames(), sent: reply.raw.headersSent }
  })
  app.get('/raw/events', async (request, reply) => {
    const seen = of(request)
    reply.raw.on('finish', () => notes.note(seen, 'finish'))
    reply.raw.on('close', () => notes.note(seen, 'close'))
    return 'x'
  })
  app.get('/raw/hints', async (_request, reply) => {
    reply.raw.writeEarlyHints({ link: '</a>; rel=preload' })
    reply.raw.writeProcessing()
    return 'x'
  })
  app.get('/raw/later', (request, reply) =>
    notes.during(async () => {
      await notes.later()
      notes.note(of(request), 'raw', { complete: request.raw.complete, sent: reply.raw.headersSent })
      return 'x'
    }),
  )
  app.get('/raw/socket', async (request) => ({
    same: request.raw.socket === request.socket,
    encrypted: 'encrypted' in request.raw.socket,
  }))
}

/** They answer by themselves. */
function declareTakingOver({ app, notes, of }: Scene): void {
  app.get('/hijack', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, 'Mine', { 'X-Own': 'a', 'Content-Length': '2' })
    reply.raw.end('ok')
  })
  app.get('/hijack/pieces', (_request, reply) => {
    reply.hijack()
    reply.raw.setHeader('content-type', 'text/plain')
    reply.raw.write('a')
    void notes.during(async () => {
      await notes.turn()
      reply.raw.write('bc')
      reply.raw.addTrailers({ 'x-end': '1' })
      reply.raw.end()
    })
  })
  const piped = async (request: Request, reply: Reply): Promise<Reply> => {
    reply.hijack()
    request.raw.on('end', () => notes.note(of(request), 'end', request.raw.trailers))
    request.raw.pipe(reply.raw)
    return reply
  }
  app.route({ method: ['GET', 'POST'], url: '/hijack/pipe', onRequest: piped, handler: () => 'never' })
  app.get('/raw/end', async (_request, reply) => {
    reply.raw.end('ended')
    return reply
  })
  app.get('/raw/head', async (_request, reply) => {
    reply.raw.writeHead(202, { 'x-a': 'b' })
    reply.raw.end()
    return reply
  })
}

/** They break something off. */
function declareEnding({ app, notes, of }: Scene): void {
  app.get('/hijack/destroy', (request, reply) => {
    notes.note(of(request), 'destroys')
    reply.hijack()
    reply.raw.destroy()
  })
  app.get('/hijack/half', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-length': 10 })
    reply.raw.write('half')
    void notes.during(async () => {
      await notes.turn()
      reply.raw.destroy()
    })
  })
  app.get('/raw/destroy', (request) => {
    notes.note(of(request), 'destroys')
    request.raw.destroy()
  })
  app.get('/socket/destroy', (request) => {
    notes.note(of(request), 'destroys')
    request.socket.destroy()
  })
  // Behind an answer that is on its way a response has no socket yet: whether it is depends on ticks.
  app.get('/socket/end', (_request, reply) => {
    reply.hijack()
    const end = (socket: Socket): void =>
      void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nby')
    const { socket } = reply.raw
    if (socket) end(socket)
    else reply.raw.once('socket', end)
  })
}

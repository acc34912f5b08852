/** Routes whose answers are unusual: headers, statuses, lengths, streams. */
import { Readable } from 'node:stream'
import type { Reply, Request } from '../../../src/index.ts'
import { contexts } from './notes.ts'
import type { Scene } from './scene.ts'

type Answer = (reply: Reply, request: Request) => unknown

/** A body that is larger than what a socket takes at once in most systems is rare in streams: it takes long. */
const LARGE = 'x'.repeat(70_000)

export const ODD: Readonly<Record<string, Answer>> = {
  cookies: (reply) => reply.header('set-cookie', ['a=1', 'b=2']).header('Set-Cookie', 'c=3').send('x'),
  close: (reply) => reply.header('connection', 'close').send('x'),
  'Close-upper': (reply) => reply.header('Connection', 'Close').send({ a: 1 }),
  keep: (reply) => reply.header('connection', 'keep-alive').send('x'),
  upgrade: (reply) => reply.header('connection', 'upgrade').send('x'),
  alive: (reply) => reply.header('keep-alive', 'timeout=1').send('x'),
  names: (reply) => reply.header('X-Upper-Case', 'b').header('x-number', 7).send('x'),
  latin: (reply) => reply.header('x-latin', '\u00e4').send('\u00e4'),
  unicode: (reply) => reply.header('x-unicode', '\u20ac').send('x'),
  line: (reply) => reply.header('x-line', 'a\r\nb: c').send('x'),
  length: (reply) => reply.header('content-length', 3).send('abc'),
  'length-text': (reply) => reply.header('content-length', '3').send('abc'),
  long: (reply) => reply.header('content-length', 5).send('abc'),
  short: (reply) => reply.header('content-length', 1).send('abc'),
  date: (reply) => reply.header('date', 'mine').send('x'),
  chunked: (reply) => reply.header('transfer-encoding', 'chunked').send('x'),
  200: (reply) => reply.send(''),
  204: (reply) => reply.code(204).send(),
  '204-body': (reply) => reply.code(204).send('body'),
  205: (reply) => reply.code(205).send(),
  304: (reply) => reply.code(304).header('etag', 'x').send(),
  '304-body': (reply) => reply.code(304).send('body'),
  103: (reply) => reply.code(Number('103')).send('x'),
  101: (reply) => reply.code(Number('101')).send('x'),
  599: (reply) => reply.code(599).send('x'),
  null: (reply) => reply.send(null),
  buffer: (reply) => reply.send(Buffer.from([0, 255, 10])),
  redirect: (reply) => reply.redirect('/'),
  trailer: (reply) => reply.trailer('x-end', async () => 'z').send('x'),
  stream: (reply) => reply.send(Readable.from(['a', 'bc', ''])),
  'stream-length': (reply) => reply.header('content-length', 3).send(Readable.from(['a', 'bc'])),
  'stream-empty': (reply) => reply.send(Readable.from([])),
  'stream-204': (reply) => reply.code(204).send(Readable.from(['a'])),
  'stream-fails': (reply) => reply.send(new Readable({ read() { this.destroy(new Error('broken')) } })),
  'stream-breaks': (reply) => {
    let read = 0
    return reply.send(
      new Readable({
        read() {
          if (read++ === 0) this.push('part')
          else setImmediate(() => setImmediate(() => this.destroy(new Error('broken')))) // the part has left by then
        },
      }),
    )
  },
  response: (reply) => reply.send(new Response('web', { headers: { 'x-web': '1' } })),
  large: (reply) => reply.send(LARGE),
  'large-stream': (reply) => reply.send(Readable.from([LARGE, LARGE])),
  'not-found': (reply) => reply.callNotFound(),
  enter: (reply, { url }) => {
    contexts.enterWith(url)
    return reply.send('entered')
  },
} // biome-ignore format: one line for each

export function declareOdd({ app, notes, of }: Scene): void {
  app.get('/odd/:kind', (request, reply) => {
    const { kind } = request.params as { kind: string }
    notes.note(of(request), 'odd', kind)
    return (ODD[kind] ?? ((one: Reply) => one.code(400).send('no such kind')))(reply, request) as never
  })
  // Enters before its first await, in a handler that goes on later.
  app.get('/enter', (request) => {
    contexts.enterWith('handler')
    return notes.during(async () => {
      await notes.turn()
      notes.note(of(request), 'context', contexts.getStore())
      return 'x'
    })
  })
  app.get('/context', async () => ({ context: contexts.getStore() ?? null }))
  const enters = async (): Promise<void> => {
    contexts.enterWith('hook')
  }
  app.get('/enter/hook', { onRequest: enters }, async () => 'x')
}

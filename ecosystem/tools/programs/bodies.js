// What reads the body of a request itself: on the raw request in a handler, in a parser, and as a middleware.
import { ask, connect, LOCAL, shown, sleep } from '../client.js'

const PLUGIN = { 4: 'fastify-middie-8', 5: 'fastify-middie-9' }
const BOUNDARY = 'b0undary'
const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

const part = (disposition, text, type) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n${type ? `content-type: ${type}\r\n` : ''}\r\n${text}\r\n`
const form = (...parts) => `${parts.join('')}--${BOUNDARY}--\r\n`
const FORM = form(
  part('name="title"', 'a title'),
  part('name="file"; filename="a.txt"', 'the file '.repeat(3000), 'text/plain'),
)

/** Raw bodies: what fastify parses otherwise reaches the handler unread. */
function rawApp(fastify) {
  const app = fastify()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  return app
}

export const programs = {
  'body-parser': async ({ fastify, load, line, see }) => {
    const parser = load('body-parser')
    const app = rawApp(fastify)
    await app.register(load(PLUGIN[line]))
    app.use(parser.json({ limit: '1kb' }))
    app.use(parser.urlencoded({ extended: true }))
    app.use(parser.text())
    app.post('/', async (request) => ({ body: request.raw.body, own: request.body ?? null }))
    const address = await app.listen(LOCAL)
    const send = (type, body, more) =>
      ask(address, { method: 'POST', headers: { 'content-type': type, ...more }, body })
    see('json', shown(await send('application/json', '{"a":1}')), {
      status: 200,
      body: '{"body":{"a":1},"own":null}',
    })
    see('form', shown(await send('application/x-www-form-urlencoded', 'a[b]=1&c=2')))
    see('text', shown(await send('text/plain', 'text')))
    see('wrong', await send('application/json', '{'))
    see('too large', await send('application/json', `"${'x'.repeat(2000)}"`))
    const { gzipSync } = await import('node:zlib')
    see('gzip', shown(await send('application/json', gzipSync('{"z":1}'), { 'content-encoding': 'gzip' })))
    await app.close()
  },

  multer: async ({ fastify, load, line, see }) => {
    const multer = load('multer')
    const upload = multer({ storage: multer.memoryStorage(), limits: { fileSize: 100_000 } })
    const app = rawApp(fastify)
    await app.register(load(PLUGIN[line]))
    app.use('/middle', upload.single('file'))
    app.post('/middle', async ({ raw }) => ({
      title: raw.body.title,
      name: raw.file.originalname,
      size: raw.file.size,
    }))
    app.post('/handler', async (request, reply) => {
      const { raw } = request
      await new Promise((resolve, reject) =>
        upload.array('file')(raw, reply.raw, (error) => (error ? reject(error) : resolve())),
      )
      return { title: raw.body.title, sizes: raw.files.map(({ size }) => size) }
    })
    const address = await app.listen(LOCAL)
    const send = (path, body) => ask(address + path, { method: 'POST', headers: MULTIPART, body })
    see('middleware', shown(await send('/middle', FORM)), {
      status: 200,
      body: '{"title":"a title","name":"a.txt","size":27000}',
    })
    see('handler', shown(await send('/handler', FORM)), {
      status: 200,
      body: '{"title":"a title","sizes":[27000]}',
    })
    see('too large', await send('/middle', form(part('name="file"; filename="b"', 'x'.repeat(200_000)))))
    see('another field', await send('/middle', form(part('name="other"; filename="b"', 'x'))))
    await app.close()
  },

  busboy: async ({ fastify, load, see }) => {
    const busboy = load('busboy')
    const app = fastify()
    const seen = []
    const read = (stream, headers) =>
      new Promise((resolve, reject) => {
        const found = {}
        const reader = busboy({ headers })
        reader.on('file', (name, file, { filename }) => {
          let size = 0
          file
            .on('data', (bytes) => (size += bytes.length))
            .on('close', () => (found[name] = { filename, size }))
        })
        reader.on('field', (name, value) => (found[name] = value))
        reader.on('close', () => resolve(found)).on('error', reject)
        stream
          .on('aborted', () => seen.push('aborted'))
          .on('close', () => seen.push(`close ${stream.complete}`))
        stream.pipe(reader)
      })
    app.addContentTypeParser('multipart/form-data', (request, payload) => read(payload, request.headers))
    app.post('/parsed', async (request) => request.body)
    await app.register(async (inner) => {
      inner.removeAllContentTypeParsers()
      inner.addContentTypeParser('*', (_request, _payload, done) => done(null))
      inner.post('/raw', async (request) => read(request.raw, request.headers))
    })
    const address = await app.listen(LOCAL)
    const body = '{"title":"a title","file":{"filename":"a.txt","size":27000}}'
    for (const path of ['/parsed', '/raw']) {
      const answer = await ask(address + path, { method: 'POST', headers: MULTIPART, body: FORM })
      see(path, shown(answer), { status: 200, body })
    }
    see(
      'an end that is missing',
      await ask(`${address}/parsed`, { method: 'POST', headers: MULTIPART, body: '--' }),
    )
    await sleep(20)
    see('events', seen)
    const wire = await connect(address)
    wire.write(`POST /raw HTTP/1.1\r\nhost: a\r\ncontent-type: ${MULTIPART['content-type']}\r\n`)
    wire.write(`content-length: ${FORM.length}\r\n\r\n${FORM.slice(0, 1000)}`)
    await sleep(100)
    wire.socket.destroy()
    await sleep(100)
    see('events of one that is cut', seen.slice(3))
    await app.close()
  },

  'raw-body': async ({ fastify, load, see }) => {
    const rawBody = load('raw-body')
    const app = rawApp(fastify)
    app.post('/', async (request) => {
      const text = await rawBody(request.raw, {
        length: request.headers['content-length'],
        limit: 1000,
        encoding: 'utf8',
      })
      return { text: text.length, complete: request.raw.complete }
    })
    app.setErrorHandler(async ({ type, status, received, length }, _request, reply) =>
      reply.code(status ?? 500).send({ type, received, length }),
    )
    const address = await app.listen(LOCAL)
    const send = (body, headers) => ask(address, { method: 'POST', body, headers })
    see('whole', shown(await send('text', { 'content-length': 4 })), {
      status: 200,
      body: '{"text":4,"complete":true}',
    })
    see('in chunks', shown(await send('text', { 'transfer-encoding': 'chunked' })))
    see('too large', await send('x'.repeat(2000), { 'content-length': 2000 }))
    see('too large, in chunks', shown(await send('x'.repeat(2000), { 'transfer-encoding': 'chunked' })))
    const wire = await connect(address)
    wire.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\n12345')
    await sleep(100)
    wire.socket.end()
    await wire.until(/aborted/, 1)
    see('cut', /"type":"([^"]*)"/.exec(wire.text)?.[1] ?? wire.text.split('\r\n')[0])
    await app.close()
  },
}

/** HTTP/2, server factories and several addresses, which a case cannot show. */
import assert from 'node:assert/strict'
import http from 'node:http'
import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import touchstone from '../index.ts'

interface Answer {
  status: unknown
  body: string
  trailers: Record<string, unknown>
}

function ask(client: http2.ClientHttp2Session, headers: object, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stream = client.request(headers as http2.OutgoingHttpHeaders)
    const answer: Answer = { status: 0, body: '', trailers: {} }
    stream.on('response', (head) => {
      answer.status = head[':status']
    })
    stream.on('trailers', (trailers) => Object.assign(answer.trailers, { ...trailers }))
    stream.on('data', (chunk) => {
      answer.body += chunk
    })
    stream.on('end', () => resolve(answer))
    stream.on('error', reject)
    stream.end(body)
  })
}

test('HTTP/2: no header of HTTP/1 connections, trailers, bodies and their limit', async () => {
  const warnings: string[] = []
  const warned = ({ message }: Error): void => {
    warnings.push(message)
  }
  process.on('warning', warned)
  const app = touchstone({ http2: true, bodyLimit: 10 })
  app.post('/', async (request) => request.body)
  app.get('/trailer', (_request, reply) => {
    reply.trailer('x-sum', async () => '3')
    reply.send('abc')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const client = http2.connect(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
  try {
    const json = { ':path': '/', ':method': 'POST', 'content-type': 'application/json' }
    assert.deepEqual(await ask(client, json, '{"a":1}'), { status: 200, body: '{"a":1}', trailers: {} })
    assert.equal((await ask(client, json, '{"a":"too long"}')).status, 413)
    const { status, body, trailers } = await ask(client, { ':path': '/trailer' })
    assert.deepEqual([status, body, trailers['x-sum']], [200, 'abc', '3'])
    assert.deepEqual(warnings, []) // node drops such a header and emits a warning
  } finally {
    process.removeListener('warning', warned)
    client.close()
    await app.close()
  }
})

test('the address of HTTP/2 over TLS is one of https', async () => {
  const app = touchstone({ http2: true, https: {} })
  try {
    assert.match(await app.listen({ port: 0, host: '127.0.0.1' }), /^https:\/\/127\.0\.0\.1:\d+$/)
  } finally {
    await app.close()
  }
})

test('a server factory gets the listener and the options, and its server is the one that listens', async () => {
  let made: http.Server | undefined
  const options = {
    serverFactory: (listener: http.RequestListener) => {
      made = http.createServer(listener)
      return made
    },
  }
  const app = touchstone(options)
  app.get('/', () => 'made elsewhere')
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    assert.equal(app.server, made)
    assert.equal(await (await fetch(address)).text(), 'made elsewhere')
  } finally {
    await app.close()
  }
})

test('listen() on localhost binds every address of that name', async () => {
  const app = touchstone()
  app.get('/', () => 'here')
  await app.listen({ port: 0 })
  try {
    for (const { address, family, port } of app.addresses()) {
      const host = family === 'IPv6' ? `[${address}]` : address
      assert.equal(await (await fetch(`http://${host}:${port}/`)).text(), 'here')
    }
  } finally {
    await app.close()
  }
})

/** A thousand requests whose client leaves, in each stage: nothing of them stays, no listener, no timer and no stream. */
import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import touchstone from '../../index.ts'

const COUNT = 1000

test('1,000 aborts leave no listener, no timer, no stream and no body', async () => {
  const app = touchstone({ handlerTimeout: 60_000 })
  const open = new Set<Readable>()
  let aborted = 0
  let waiting = 0
  app.addHook('onRequestAbort', async () => void aborted++)
  app.get('/waits', () => {
    waiting++
    return new Promise(() => {})
  })
  app.get('/source', async () => {
    const source = new Readable({ read() {} })
    open.add(source)
    source.on('close', () => open.delete(source))
    waiting++
    return source
  })
  app.post('/body', async () => 'never')
  await app.ready()
  await app.fetch(new Request('http://localhost/none')) // the room is loaded
  const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

  const requests: Request[] = []
  let cancelled = 0
  const endings: Promise<string>[] = []
  const controllers: AbortController[] = []
  for (let at = 0; at < COUNT; at++) {
    const controller = new AbortController()
    const kind = ['/waits', '/source', '/body'][at % 3]!
    const body = new ReadableStream({ cancel: () => void cancelled++ })
    const init = kind === '/body' ? { method: 'POST', body, headers: { 'content-type': 'text/plain' } } : {}
    const request = new Request(`http://localhost${kind}`, {
      ...init,
      signal: controller.signal,
      duplex: 'half',
    })
    requests.push(request)
    controllers.push(controller)
    endings.push(
      app.fetch(request).then(
        () => 'answered',
        ({ name }) => name,
      ),
    )
  }
  while (waiting < requests.filter(({ method }) => method === 'GET').length) await nextTurn()
  await nextTurn()
  for (const controller of controllers) controller.abort()
  assert.deepEqual([...new Set(await Promise.all(endings))], ['AbortError'])
  for (let turn = 0; turn < 5; turn++) await nextTurn()

  assert.equal(aborted, COUNT)
  assert.equal(open.size, 0)
  assert.equal(cancelled, requests.filter(({ method }) => method === 'POST').length)
  assert.deepEqual([...new Set(requests.map(({ signal }) => getEventListeners(signal, 'abort').length))], [0])
  assert.equal(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length, timers)
})

// The application as its users see it: a process, requests over sockets, and a browser.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import WebSocket from 'ws'

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'notes-'))
let server

async function start() {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, PORT: '0', DATA: folder, SECRET: 'a secret of more than thirty-two characters' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (printed += text))
  while (!printed.includes('listening on')) {
    const first = await Promise.race([once(child.stdout, 'data'), ended.then(() => null)])
    if (first === null) throw new Error(`the application ended: ${printed}`)
  }
  return { child, ended, address: /listening on (\S+)/.exec(printed)[1], printed: () => printed }
}

before(async () => {
  server = await start()
})
after(async () => {
  server.child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function ask(method, path, { token, body, headers = {} } = {}) {
  const answer = await fetch(`${server.address}${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    body: body instanceof FormData ? body : body && JSON.stringify(body),
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json')
  return { status: answer.status, headers: answer.headers, text, json: isJson ? JSON.parse(text) : undefined }
}

const password = 'correct horse'
async function loggedIn(name) {
  await ask('POST', '/api/users', { body: { name, password } })
  return (await ask('POST', '/api/users/login', { body: { name, password } })).json.token
}

test('a user registers once, and nobody sees the password', async () => {
  const first = await ask('POST', '/api/users', { body: { name: 'ann', password } })
  assert.deepEqual([first.status, first.json], [201, { id: 1, name: 'ann' }])
  const second = await ask('POST', '/api/users', { body: { name: 'ann', password } })
  assert.deepEqual([second.status, second.json.message], [409, "'ann' is taken"])
  const wrong = await ask('POST', '/api/users', { body: { name: 'Ann', password } })
  assert.deepEqual([wrong.status, wrong.json.error], [400, 'FST_ERR_VALIDATION'])
  const more = await ask('POST', '/api/users', { body: { name: 'bea', password, admin: true } })
  assert.match(more.json.message, /must NOT have additional properties/)
})

test('a token comes from the right password, and opens the notes', async () => {
  const token = await loggedIn('ann')
  assert.equal((await ask('GET', '/api/notes', { token })).status, 200)
  assert.equal((await ask('GET', '/api/notes')).status, 401)
  assert.equal((await ask('GET', '/api/notes', { token: `${token}x` })).status, 401)
})

test('who tries too many passwords is sent away', async () => {
  await ask('POST', '/api/users', { body: { name: 'bob', password } })
  const statuses = []
  for (let n = 0; n < 6; n++)
    statuses.push(
      (await ask('POST', '/api/users/login', { body: { name: 'bob', password: 'wrong guess' } })).status,
    )
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429])
  const last = await ask('POST', '/api/users/login', { body: { name: 'bob', password } })
  assert.equal(last.status, 429)
  assert.equal(last.headers.get('x-ratelimit-remaining'), '0')
})

test('notes are written, found, read and removed, each by its owner', async () => {
  const token = await loggedIn('cleo')
  const other = await loggedIn('dan')
  const written = await ask('POST', '/api/notes', { token, body: { text: 'buy milk' } })
  assert.equal(written.status, 201)
  await ask('POST', '/api/notes', { token, body: { text: 'sell cheese' } })
  const path = written.headers.get('location')
  assert.deepEqual((await ask('GET', path, { token })).json, written.json)
  assert.deepEqual(
    (await ask('GET', '/api/notes?contains=cheese', { token })).json.map(({ text }) => text),
    ['sell cheese'],
  )
  assert.equal((await ask('GET', '/api/notes?limit=1', { token })).json.length, 1)
  assert.equal((await ask('GET', '/api/notes?limit=many', { token })).status, 400)
  assert.equal((await ask('GET', path, { token: other })).status, 404)
  assert.equal((await ask('DELETE', path, { token: other })).status, 404)
  assert.deepEqual(
    [(await ask('DELETE', path, { token })).status, (await ask('GET', path, { token })).status],
    [204, 404],
  )
})

test('a file is attached and comes back; one that is too long does not', async () => {
  const token = await loggedIn('eve')
  const { id } = (await ask('POST', '/api/notes', { token, body: { text: 'with a file' } })).json
  const path = `/api/notes/${id}/attachment`
  const form = (size) => {
    const data = new FormData()
    data.set('file', new Blob(['x'.repeat(size)]), 'größe.txt')
    return data
  }
  assert.equal((await ask('GET', path, { token })).status, 404)
  const put = await ask('PUT', path, { token, body: form(50_000) })
  assert.deepEqual([put.status, put.json], [200, { id, attachment: 'größe.txt' }])
  const got = await ask('GET', path, { token })
  assert.deepEqual([got.status, got.text.length], [200, 50_000])
  assert.match(got.headers.get('content-disposition'), /gr%C3%B6%C3%9Fe\.txt/)
  assert.equal((await ask('PUT', path, { token, body: form(100_001) })).status, 413)
  assert.equal((await ask('PUT', path, { token, body: { not: 'a form' } })).status, 406)
})

test('a web socket tells of changes, and asks for a token', async () => {
  const token = await loggedIn('fay')
  const url = `${server.address.replace('http', 'ws')}/api/live`
  const [refused] = await once(new WebSocket(`${url}?token=wrong`), 'error')
  assert.match(refused.message, /401/)
  const socket = new WebSocket(`${url}?token=${token}`)
  const next = async () => JSON.parse(String((await once(socket, 'message'))[0]))
  assert.deepEqual(await next(), { hello: 'fay' })
  const told = next()
  const { id } = (await ask('POST', '/api/notes', { token, body: { text: 'news' } })).json
  assert.deepEqual(await told, { added: id })
  socket.terminate()
})

test('the interface is described, and has a page', async () => {
  const { json } = await ask('GET', '/docs/json')
  assert.deepEqual(Object.keys(json.paths).sort(), [
    '/api/notes/',
    '/api/notes/{id}',
    '/api/notes/{id}/attachment/',
    '/api/users/',
    '/api/users/login',
  ])
  assert.deepEqual(json.paths['/api/notes/'].post.security, [{ token: [] }])
  assert.match((await ask('GET', '/docs/')).text, /Swagger UI/)
})

test('what is not there is said in the form of the application', async () => {
  const { status, json } = await ask('GET', '/api/nothing')
  assert.deepEqual([status, json.message], [404, 'there is no GET /api/nothing'])
  assert.equal((await ask('GET', '/')).headers.get('content-type'), 'text/html; charset=UTF-8')
})

test('in a browser: registers, writes a note with a file, and sees what another page removes', async () => {
  const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
    (path) => path && existsSync(path),
  )
  const browser = await chromium.launch({
    executablePath,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const faults = []
    const page = async () => {
      const opened = await browser.newPage()
      opened.on('pageerror', (error) => faults.push(error.message))
      await opened.goto(server.address)
      await opened.getByLabel('Name').fill('gus')
      await opened.getByLabel('Password').fill(password)
      return opened
    }
    const one = await page()
    await one.getByRole('button', { name: 'Register' }).click()
    await one.getByText('You are gus.').waitFor()
    await one.getByLabel('Note', { exact: true }).fill('from a browser')
    await one
      .getByLabel('File')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('abc') })
    await one.getByRole('button', { name: 'Write' }).click()
    await one.getByText('from a browser (a.txt)').waitFor()

    const two = await page()
    await two.getByRole('button', { name: 'Log in' }).click()
    await two.getByRole('button', { name: 'Remove from a browser' }).click()
    await one.getByText('from a browser').waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
  } finally {
    await browser.close()
  }
})

test('asked to end, it answers what it has begun, tells the sockets, and keeps the notes', async () => {
  const token = await loggedIn('hal')
  await ask('POST', '/api/notes', { token, body: { text: 'kept' } })
  const socket = new WebSocket(`${server.address.replace('http', 'ws')}/api/live?token=${token}`)
  await once(socket, 'message')
  const closed = once(socket, 'close')
  // Its password is derived in the background while the process is asked to end.
  const begun = ask('POST', '/api/users', {
    body: { name: 'late', password },
    headers: { connection: 'close' },
  })
  await ask('GET', '/api/notes', { token })
  server.child.kill('SIGTERM')
  assert.equal((await begun).status, 201)
  await closed
  assert.deepEqual(await server.ended, [0, null])
  assert.match(server.printed(), /closed/)

  server = await start()
  assert.deepEqual(
    (await ask('GET', '/api/notes', { token })).json.map(({ text }) => text),
    ['kept'],
  )
})

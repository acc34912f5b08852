// Ctrl-C and SIGTERM end a command, whatever is connected, and no process stays behind.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const command = fileURLToPath(new URL('../touchstone.js', import.meta.url))
const spec = fileURLToPath(new URL('../../../conformance/fixtures/suite', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'interrupt-'))
after(() => rmSync(folder, { recursive: true }))
const skip = process.platform === 'win32'

/** Notes its process in the folder PIDS, ignores all signals, and starts another process that does. */
const STUBBORN = `import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
const noted = "process.env.PIDS && require('node:fs').writeFileSync(process.env.PIDS + '/' + process.pid, '');"
const deaf = "for (const one of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(one, () => {}); setInterval(() => {}, 1000)"
for (const one of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(one, () => {})
setInterval(() => {}, 1000)
spawn(process.execPath, ['-e', deaf + ';' + noted], { stdio: 'inherit' })
writeFileSync(process.env.PIDS + '/' + process.pid, '')
`
const ADAPTER = `${STUBBORN}
import { createInterface } from 'node:readline'
const answers = {
  start: { protocol: 1, implementation: { name: 'n', version: '1', language: 'x' }, capabilities: ['inject', 'socket'] },
  behaviours: [],
  ping: {},
}
for await (const line of createInterface({ input: process.stdin })) {
  const { id, cmd } = JSON.parse(line)
  if (process.argv[2] === 'builds' && answers[cmd]) process.stdout.write(JSON.stringify({ id, ok: answers[cmd] }) + '\\n')
}
`

function put(name: string, content: string): string {
  writeFileSync(join(folder, name), content)
  return name
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // One that has ended and that nobody has asked about yet is there, too.
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

let runs = 0

/**
 * Starts a command, waits until so many processes are noted, and sends the signal to the command alone, or to its group as a
 * terminal does.
 */
async function interrupted(
  args: string[],
  {
    noted = 2,
    to = 'group',
    signal = 'SIGINT' as NodeJS.Signals,
    until = Promise.resolve() as Promise<unknown>,
  } = {},
): Promise<number | null> {
  const pids = mkdtempSync(join(folder, `pids-${runs++}-`))
  const env = { ...process.env, PIDS: pids }
  const child = spawn(process.execPath, [command, ...args], {
    cwd: folder,
    env,
    detached: true,
    stdio: 'ignore',
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  while (child.exitCode === null && readdirSync(pids).length < noted) await sleep(20)
  await Promise.race([until, ended])
  await sleep(200) // what it waits for has begun
  process.kill(to === 'group' ? -(child.pid as number) : (child.pid as number), signal)
  const code = await ended
  const left = (): number[] => readdirSync(pids).map(Number).filter(isRunning)
  for (let tries = 0; left().length > 0 && tries < 200; tries++) await sleep(20) // a killed process is there for a moment
  const stayed = left()
  for (const pid of stayed) process.kill(pid, 'SIGKILL')
  assert.deepEqual(stayed, [], `${args.join(' ')}: processes stay behind`)
  return code
}

test('adapters that ignore signals, never answer and have children', { skip }, async () => {
  put('adapter.mjs', ADAPTER)
  for (const how of ['builds', 'never']) {
    const adapter = `exec:node adapter.mjs ${how}`
    for (const [to, signal] of [
      ['group', 'SIGINT'],
      ['alone', 'SIGTERM'],
    ] as const) {
      assert.equal(await interrupted(['conform', '--spec', spec, adapter], { to, signal }), 130)
      assert.equal(await interrupted(['doctor', adapter], { to, signal }), 130)
    }
  }
  assert.equal(await interrupted(['explore', '--spec', spec, 'exec:node adapter.mjs builds']), 130)
})

test('an adapter in JavaScript that blocks', { skip }, async () => {
  const blocks = `import { writeFileSync } from 'node:fs'
export default {
  describe: () => ({ name: 'b', version: '1', capabilities: ['inject', 'socket'] }),
  build() { writeFileSync(process.env.PIDS + '/' + process.pid, ''); for (;;); },
}`
  const args = ['conform', '--spec', spec, `js:./${put('blocks-adapter.mjs', blocks)}`]
  assert.equal(await interrupted(args, { noted: 1 }), 130)
})

test('fuzz: applications that block, ignore signals, never boot, and answer at once', { skip }, async () => {
  const plugin = (code: string): string => `${STUBBORN}\nexport default async (app) => { ${code} }`
  const applications = {
    'blocks.mjs': plugin("app.get('/', async () => { for (;;); })"),
    'loads.mjs': `${STUBBORN}\nfor (;;);`,
    'waits.mjs': plugin('await new Promise(() => {})'),
    'holds.mjs': plugin(
      "app.addHook('onClose', () => new Promise(() => {})); app.get('/a', () => new Promise(() => {})); app.get('/b', async () => 1)",
    ),
    'answers.mjs': plugin("app.get('/:a', async () => ({}))"),
  }
  for (const [name, code] of Object.entries(applications)) {
    const report = join(folder, `${name}.json`)
    const args = ['fuzz', `./${put(name, code)}`, '--max-requests', '99999999', '--report', `json=${report}`]
    assert.equal(await interrupted(args), 130, name)
    assert.equal(JSON.parse(readFileSync(report, 'utf8')).ended, 'interrupted', name)
  }
})

test('fuzz: servers that never answer, send for ever, or answer what a pattern of the document never ends with', {
  skip,
}, async (t) => {
  const pattern = '^(a+)+$'
  const schema = { type: 'object', properties: { a: { type: 'string', pattern } } }
  const responses = { 200: { content: { 'application/json': { schema } } } }
  put('api.json', JSON.stringify({ openapi: '3.0.0', paths: { '/a': { get: { responses } } } }))
  const json = { 'content-type': 'application/json' }
  const answers: ((response: ServerResponse) => void)[] = [
    () => undefined,
    (response) => {
      response.writeHead(200, json)
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(timer))
    },
    (response) => void response.writeHead(200, json).end(JSON.stringify({ a: `${'a'.repeat(50)}!` })),
  ]
  for (const answer of answers) {
    const server = createServer((_, response) => answer(response))
    t.after(() => server.close())
    t.after(() => server.closeAllConnections())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const asked = once(server, 'request')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const args = ['fuzz', '--url', url, '--openapi', 'api.json', '--max-requests', '99999999']
    assert.equal(await interrupted(args, { noted: 0, until: asked }), 130)
  }
})

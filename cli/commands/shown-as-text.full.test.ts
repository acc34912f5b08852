// Schemas, documents, applications, adapters and reports that try to command the terminal, or to write lines of the tools.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

const command = fileURLToPath(new URL('../touchstone.js', import.meta.url))
const spec = fileURLToPath(new URL('../../../conformance/fixtures/suite', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'shown-'))
after(() => rmSync(folder, { recursive: true }))

/** Clears the screen, makes a link, writes to the clipboard, with eight bits too, turns text around, begins a line. */
const HOSTILE =
  'h\u001b[2J\u001b]8;;http://evil.example\u0007x\u001b]52;c;ZXZpbA==\u0007\u009b2J\u0085\u202ea\u2066b\u2028\r\nSPOOFED'
const RAW = /[^\P{Cc}\t]|[\u2028-\u202e\u2066-\u2069]/u

function put(name: string, content: unknown): string {
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  return name
}

/** Runs a command: it ends with a code of its own, and no line of it has a control character or is a hostile one. */
function run(codes: number[], ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  for (const line of [...stdout.split('\n'), ...stderr.split('\n')]) {
    assert.doesNotMatch(line, RAW, `${args.join(' ')}: ${JSON.stringify(line)}`)
    // --verbose shows the lines of an application as they are.
    if (!args.includes('--verbose')) assert.doesNotMatch(line, /^SPOOFED/, args.join(' '))
  }
  assert.ok(status !== null && codes.includes(status), `${args.join(' ')} ended with ${status}: ${stderr}`)
  return stdout
}

test('fuzz-schema', () => {
  const named = { type: 'object', properties: { [HOSTILE]: { type: 'integer' } }, required: [HOSTILE] }
  const schemas: [object, number[]][] = [
    [
      { title: HOSTILE, type: 'array', items: { anyOf: [named, { const: HOSTILE }, { enum: [HOSTILE] }] } },
      [0, 1],
    ],
    [{ ...named, patternProperties: { [`(${HOSTILE}`]: {} } }, [2]],
    [{ $id: HOSTILE, $ref: HOSTILE }, [2]],
    [{ type: HOSTILE }, [2]],
    [{ type: 'string', pattern: `(${HOSTILE}` }, [2]],
    [{ type: 'string', format: HOSTILE }, [0, 2]],
    [{ [HOSTILE]: 1 }, [0, 2]],
  ]
  for (const [schema, codes] of schemas) {
    const file = put('schema.json', schema)
    run(codes, 'fuzz-schema', file)
    const json = run(codes, 'fuzz-schema', file, '--json')
    if (json !== '') assert.deepEqual(JSON.parse(json).schema, schema)
  }
  run([3], 'fuzz-schema', put('text.json', HOSTILE))
})

test('fuzz, an application', () => {
  const text = JSON.stringify(HOSTILE)
  const applications = {
    'answers.mjs': `export default async (app) => {
      app.get('/x', { schema: { querystring: { type: 'object', properties: { [${text}]: { type: 'integer' } } } } },
        async (_, reply) => reply.code(500).send({ is: ${text} }))
      app.get('/y', async () => { throw Object.assign(new Error(${text}), { code: ${text}, name: ${text} }) })
    }`,
    'throws.mjs': `throw new Error(${text})`,
    'boots.mjs': `export default async () => { console.log(${text}); throw new Error(${text}) }`,
    'ends.mjs': `import { writeSync } from 'node:fs'
      writeSync(2, ${text})
      process.exit(4)`,
    'crashes.mjs': `export default async (app) => {
      app.get('/', () => { console.log(${text}); setImmediate(() => { throw new Error(${text}) }); return new Promise(() => {}) })
    }`,
  }
  for (const [name, code] of Object.entries(applications))
    run([0, 1, 2], 'fuzz', put(name, code), '--max-requests', '60')
  run([2], 'fuzz', 'boots.mjs', '--verbose')
})

// A server of its own thread: the commands are waited for.
let server: Worker
let port = 0
before(async () => {
  const code = `const { createServer } = require('node:http'), { parentPort, workerData } = require('node:worker_threads')
    const server = createServer((_, res) => res.writeHead(500, { a: 'b\\u009b2J' }).end(workerData))
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`
  server = new Worker(code, { eval: true, workerData: `{"message": ${JSON.stringify(HOSTILE)}}${HOSTILE}` })
  port = await new Promise((resolve) => server.once('message', resolve))
})
after(() => server.terminate())

test('fuzz, a server by its document', () => {
  const schema = { type: 'object', properties: { [HOSTILE]: { type: 'integer' } }, required: [HOSTILE] }
  const responses = { 200: { description: HOSTILE, content: { 'application/json': { schema } } } }
  const parameters = [
    { in: 'query', name: HOSTILE, schema: { enum: [HOSTILE] } },
    { in: 'cookie', name: HOSTILE },
    { in: HOSTILE, name: 'b' },
  ]
  const body = { requestBody: { content: { [HOSTILE]: {} } }, responses }
  const documents: [string | object, number][] = [
    [
      {
        openapi: '3.0.0',
        info: { title: HOSTILE },
        paths: { [`/${HOSTILE}`]: { get: { parameters, responses }, post: body } },
      },
      1,
    ],
    [{ openapi: HOSTILE, paths: {} }, 3],
    [{ swagger: HOSTILE, paths: {} }, 3],
    [{ openapi: '3.0.0', paths: { '/': { $ref: `${HOSTILE}.json` } } }, 3],
    [`openapi: 3.0.0\npaths: {\n${HOSTILE}`, 3],
  ]
  for (const [document, code] of documents) {
    const given = ['--openapi', put('api.json', document), '--max-requests', '60']
    run([code], 'fuzz', '--url', `http://127.0.0.1:${port}`, ...given)
  }
})

test('conform, doctor, adapter-host and what reads reports', () => {
  const text = JSON.stringify(HOSTILE)
  const adapter = (more: string): string => `export default {
    describe: () => ({ name: 'n' + ${text}, version: ${text}, language: ${text}, capabilities: ['inject', 'socket', ${more}] }),
    build: () => ({
      inject: async () => ({ status: 200, headers: { a: ${text}, [${text}]: 'b' }, body: Buffer.from(${text}) }),
      listen: async () => { throw Object.assign(new Error(${text}), { code: ${text} }) },
      close: async () => { throw new Error(${text}) },
    }),
  }`
  const [names, unknown] = [put('names.mjs', adapter('')), put('unknown.mjs', adapter(text))]
  for (const format of ['json', 'ndjson', 'markdown', 'github'])
    run([1], 'conform', '--spec', spec, `js:./${names}`, '--report', format)
  run([1], 'conform', '--spec', spec, `js:./${names}`, '--json', 'a.json')
  run([2], 'conform', '--spec', spec, `js:./${unknown}`, '--json', 'b.json')
  run([2], 'doctor', `js:./${names}`)
  run([2], 'doctor', `js:./${unknown}`)
  run([2], 'adapter-host', `js:./${unknown}`)
  run([0, 1], 'diff', 'a.json', 'b.json')
  run([2], 'merge', 'a.json', 'b.json', '--json', 'c.json')
  run([0], 'trend', 'a.json', 'b.json')
  assert.equal(
    JSON.parse(readFileSync(join(folder, 'a.json'), 'utf8')).implementations[0].name,
    `n${HOSTILE}`,
  )
})

test('words of the command line and files that are no reports', () => {
  run([3], HOSTILE)
  run([3], 'conform', HOSTILE)
  run([3], 'conform', '--filter', HOSTILE)
  run([3], 'conform', '--json', `${HOSTILE}/x`)
  run([3], 'diff', put('no-report.json', HOSTILE), 'no-report.json')
  run([3], 'conform', '--expect', 'no-report.json')
})

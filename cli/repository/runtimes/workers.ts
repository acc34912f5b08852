/** `npm run test:workers`: fetches workerd, Bun and Deno, and asks an application that is one file on each through `app.fetch`. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import {
  cacheFolder,
  installVersion,
  publishedVersions,
} from '../../../conformance/report/history/packages.ts'
import { writeFile } from '../../../spec/write-file.ts'
import { WORKER } from '../../package/worker-example.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const HOST = '127.0.0.1'
/** How long a runtime may take to listen, in milliseconds. */
const START = 20_000

/** Files that a runtime needs beside `worker.mjs`, and how it is started with them. */
interface Way {
  name: string
  path: string
  files(port: number): Record<string, string>
  args: string[]
}

const arch = process.arch === 'arm64' ? 'arm64' : '64'
const system = process.platform === 'win32' ? 'windows' : process.platform

const WAYS: Way[] = [
  {
    name: `@cloudflare/workerd-${system}-${arch}`,
    path: 'bin/workerd',
    files: (port) => ({
      'config.capnp': `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "${HOST}:${port}", http = (), service = "main")]
);
const main :Workerd.Worker = (
  modules = [(name = "worker.mjs", esModule = embed "worker.mjs")],
  compatibilityDate = "2026-11-01",
  compatibilityFlags = ["nodejs_compat"]
);
`,
    }),
    args: ['serve', 'config.capnp'],
  },
  {
    name: `@oven/bun-${process.platform}-${process.arch === 'arm64' ? 'aarch64' : 'x64'}`,
    path: 'bin/bun',
    files: (port) => ({
      'serve.mjs': `import worker from './worker.mjs'\nBun.serve({ port: ${port}, hostname: '${HOST}', fetch: worker.fetch })\n`,
    }),
    args: ['serve.mjs'],
  },
  {
    name: `@deno/${process.platform}-${process.arch}${process.platform === 'linux' ? '-glibc' : ''}`,
    path: 'deno',
    files: (port) => ({
      'serve.mjs': `import worker from './worker.mjs'\nDeno.serve({ port: ${port}, hostname: '${HOST}' }, worker.fetch)\n`,
    }),
    args: ['run', '-A', 'serve.mjs'],
  },
]

const json = (body: string): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/json' },
})

/** What is asked, and the status and the text of the answer. A body that the schema refuses needs generated code, which workerd forbids here. */
const EXCHANGES: [path: string, init: RequestInit, status: number, text: string | null][] = [
  ['/hello/ada', {}, 200, '{"hello":"ada"}'],
  ['/sum', json('{"numbers":[1,2]}'), 200, '{"sum":3}'],
  ['/sum', json('{"numbers"'), 400, null], // the text is that of the JSON parser
  [
    '/sum',
    json('{"numbers":["one"]}'),
    400,
    '{"statusCode":400,"code":"FST_ERR_VALIDATION","error":"Bad Request","message":"body/numbers/0 must be number"}',
  ],
  ['/either', json('5'), 200, '{"body":5}'],
  [
    '/either',
    json('[]'),
    400,
    '{"statusCode":400,"code":"FST_ERR_VALIDATION","error":"Bad Request","message":"body must be string, body must be integer, body must match a schema in anyOf"}',
  ],
  ['/stream', {}, 200, 'one two'],
  ['/fails', {}, 500, '{"statusCode":500,"error":"Internal Server Error","message":"it fails"}'],
  ['/none', {}, 404, '{"message":"Route GET:/none not found","error":"Not Found","statusCode":404}'],
  ['/hello/ada', { method: 'HEAD' }, 200, ''],
  ['/inject', {}, 200, 'pong'],
]

async function bundle(folder: string): Promise<void> {
  await build({
    stdin: { contents: WORKER, resolveDir: ROOT, loader: 'js' },
    bundle: true,
    minify: true,
    format: 'esm',
    conditions: ['workerd', 'worker'],
    external: ['node:*'],
    outfile: join(folder, 'worker.mjs'),
    logLevel: 'warning',
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, HOST, () => {
      const address = server.address()
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0))
    })
  })
}

async function newestOf(name: string): Promise<{ version: string; folder: string }> {
  const stable = (await publishedVersions(name)).filter((one) => !one.includes('-'))
  const version = stable.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1)
  if (version === undefined) throw new Error(`${name} has no version`)
  return { version, folder: join(await installVersion(cacheFolder(), name, version), name) }
}

/** What is wrong with the answers of a runtime, one line each. */
async function faultsOf(address: string, child: ChildProcess): Promise<string[]> {
  const until = Date.now() + START
  const faults: string[] = []
  for (const [path, init, status, text] of EXCHANGES) {
    let answer = await fetch(address + path, init).catch(() => null)
    while (answer === null && child.exitCode === null && Date.now() < until) {
      await sleep(100)
      answer = await fetch(address + path, init).catch(() => null)
    }
    if (answer === null) return [...faults, `${path}: no answer`]
    const told = await answer.text()
    if (answer.status !== status || (text !== null && told !== text))
      faults.push(`${init.method ?? 'GET'} ${path}: ${answer.status} ${told}`)
  }
  return faults
}

async function run(way: Way): Promise<boolean> {
  const { version, folder: runtime } = await newestOf(way.name)
  const folder = mkdtempSync(join(tmpdir(), 'worker-'))
  const port = await freePort()
  let child: ChildProcess | null = null
  try {
    await bundle(folder)
    for (const [name, text] of Object.entries(way.files(port))) writeFile(join(folder, name), text)
    const written: string[] = []
    child = spawn(join(runtime, way.path), way.args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (piece: Buffer) => written.push(piece.toString()))
    const faults = await faultsOf(`http://${HOST}:${port}`, child)
    const count = EXCHANGES.length - faults.length
    process.stdout.write(`${way.name} ${version}: ${count} of ${EXCHANGES.length} answers are right\n`)
    if (faults.length > 0) process.stdout.write(`${faults.join('\n')}\n${written.join('').slice(0, 2000)}\n`)
    return faults.length === 0
  } finally {
    child?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

for (const way of WAYS) {
  try {
    if (!(await run(way))) process.exitCode = 1
  } catch (error) {
    process.stderr.write(`left out: ${Object(error).message}\n`)
  }
}

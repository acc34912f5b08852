/** The build for Workers: one bundle of an application and the framework, which runs where there is no `node_modules`. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { WORKER } from './worker-example.ts'

/** In bytes, with gzip: a third of what the smallest plan of Workers takes. */
const LIMIT = 250_000

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: WORKER, resolveDir: ROOT, loader: 'js' },
    bundle: true,
    minify: true,
    format: 'esm',
    conditions: ['workerd', 'worker'],
    external: ['node:*'],
    write: false,
    logLevel: 'warning',
  })
  return outputFiles[0]!.text
}

/** Asks a bundle for its answers, in a folder without `node_modules`. */
const ASKER = `
import worker from './worker.mjs'
const ask = async (path, body) => {
  const init = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  const answer = await worker.fetch(new Request('http://localhost' + path, init), { region: 'eu' }, {})
  return [answer.status, await answer.text()]
}
const answers = [await ask('/hello/ada'), await ask('/sum', '{"numbers":[1,2]}'), await ask('/sum', '{"numbers":"x"}')]
console.log(JSON.stringify([...answers, await ask('/stream'), await ask('/fails'), await ask('/none'), await ask('/inject')]))
`

test('an application and the framework are one file within the limit, and answer without node_modules', async () => {
  const text = await bundle()
  const size = gzipSync(text, { level: 9 }).length
  assert.ok(size <= LIMIT, `${size} bytes with gzip, and the limit is ${LIMIT}`)
  // Of light-my-request, of the parser of patterns, and of the engine.
  for (const word of ['_lightMyRequest', 'onDisjunctionEnter', 'HPE_INVALID'])
    assert.ok(!text.includes(word), `${word} is in the bundle`)
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-worker-'))
  try {
    writeFileSync(join(folder, 'worker.mjs'), text)
    writeFileSync(join(folder, 'ask.mjs'), ASKER)
    const told = execFileSync(process.execPath, [join(folder, 'ask.mjs')], { encoding: 'utf8' })
    const [hello, sum, refused, stream, fails, none, inject] = JSON.parse(told)
    assert.deepEqual(hello, [200, '{"hello":"ada","region":"eu"}'])
    assert.deepEqual(sum, [200, '{"sum":3}'])
    assert.deepEqual([refused[0], JSON.parse(refused[1]).message], [400, 'body/numbers must be array'])
    assert.deepEqual([stream, fails[0], none[0]], [[200, 'one two'], 500, 404])
    assert.deepEqual(inject, [200, 'pong'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

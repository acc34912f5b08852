// The application of a case answers the lines that serve prints.

import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const command = fileURLToPath(new URL('../touchstone.js', import.meta.url))

function serve(args: string[], shown: (text: string, end: () => void) => void) {
  const child = spawn(process.execPath, [command, 'serve', ...args], {
    env: { ...process.env, NO_COLOR: '1' },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      text += String(piece)
      shown(text, () => child.kill('SIGINT'))
    })
  return new Promise<{ code: number | null; text: string }>((done) =>
    child.on('close', (code) => done({ code, text })),
  )
}

test('serve prints the routes and requests of a case, answers them, and closes at Ctrl-C', async () => {
  for (const implementation of ['touchstone', 'fastify-5']) {
    let asked = false
    const { code, text } = await serve(
      ['enc-decorator-tree', '--implementation', implementation],
      (text, end) => {
        const line = /^ {2}# (\S+)\n {2}(curl .*)$/m.exec(text)
        if (!line || asked || !text.endsWith('\n')) return
        asked = true
        void promisify(execFile)('sh', ['-c', line[2] as string]).then(({ stdout }) => {
          assert.match(stdout, /^HTTP\/1\.1 200 /)
          end()
        })
      },
    )
    assert.equal(code, 0, text)
    assert.ok(asked)
    assert.match(text, /Routes:\n {2}GET \//)
  }
})

test('serve refuses what is no case, and says what was meant', async () => {
  for (const [args, told] of [
    [['enc-decorater-tree'], /Did you mean enc-decorator-tree\?/],
    [['enc-decorator-tree#nobody'], /It has root/],
    [[], /serve takes one case/],
    [['enc-decorator-tree', '--implementation', 'fastfy-5'], /Did you mean fastify-5\?/],
    [['enc-decorator-tree', '--port', 'x'], /--port is a number/],
  ] as const) {
    const { code, text } = await serve([...args], () => undefined)
    assert.equal(code, 3, text)
    assert.match(text, told)
  }
})

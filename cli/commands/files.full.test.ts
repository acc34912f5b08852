// Files that tools write and read: a full disk, half a file, folders that are missing or read-only. Nobody sees a stack.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const command = fileURLToPath(new URL('../touchstone.js', import.meta.url))
const spec = fileURLToPath(new URL('../../../conformance/fixtures/suite', import.meta.url))
const app = fileURLToPath(new URL('../../../cli/fixtures/fuzz/plugin.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'files-'))
after(() => rmSync(folder, { recursive: true }))

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

function start(file: string, args: string[]): Ended {
  const { status, stdout, stderr } = spawnSync(file, args, { cwd: folder, encoding: 'utf8' })
  assert.doesNotMatch(stderr, /^\s+at /m, 'a stack is shown')
  return { code: status, stdout, stderr }
}
const run = (...args: string[]): Ended => start(process.execPath, [command, ...args])
/** No file may grow beyond this size: a write fails in the middle, as on a full disk. */
const runWithSmallDisk = (blocks: number, ...args: string[]): Ended =>
  start('sh', ['-c', `trap "" XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath, command, ...args])
const conform = ['conform', '--spec', spec, '--implementation', 'fastify-4.17']
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

test('a report that the disk does not take keeps the old one, and has an exit code of its own', () => {
  for (const format of ['json', 'html', 'ndjson']) {
    writeFileSync(join(folder, `full.${format}`), 'the old one')
    const { code, stderr } = runWithSmallDisk(1, ...conform, '--report', `${format}=full.${format}`)
    assert.equal(code, 5, stderr)
    assert.match(stderr, new RegExp(`full\\.${format}.* cannot be written: .*\\(EFBIG\\)\\.`))
    assert.equal(read(`full.${format}`), 'the old one')
  }
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('.tmp-')),
    [],
  )
})

test('an NDJSON report is the old one until the run has ended', () => {
  writeFileSync(join(folder, 'lines.ndjson'), 'the old one')
  assert.equal(run(...conform, '--report', 'ndjson=lines.ndjson').code, 0)
  assert.match(read('lines.ndjson'), /^\{.*\}\n(\{.*\}\n)+$/)
  assert.equal(existsSync(join(folder, 'lines.ndjson.part')), false)
})

test('half a file in a corpus is set aside with a message, and the run goes on', () => {
  const corpus = join(folder, 'corpus')
  mkdirSync(corpus)
  writeFileSync(join(corpus, 'no-5xx-00000000.json'), '{"id": "no-5xx-0000')
  const { code, stderr } = run('fuzz', app, '--corpus', corpus, '--max-requests', '20')
  assert.match(stderr, /no-5xx-00000000\.json is no whole JSON and is left out, and is .*\.json\.torn now\./)
  assert.equal(code, 0, stderr)
  assert.deepEqual(readdirSync(corpus), ['no-5xx-00000000.json.torn'])
})

test('folders that are missing or read-only are said in a line', () => {
  writeFileSync(join(folder, 'a-file'), '')
  const wrong: [string[], RegExp][] = [
    [[...conform, '--json', 'none/x.json'], /there is no folder none/],
    [[...conform, '--json', 'a-file/x.json'], /a-file/],
    [
      ['fuzz', app, '--corpus', 'a-file/corpus'],
      /a-file\/corpus cannot be written: a part of the path is a file/,
    ],
    [['init-adapter', 'js', 'a-file/adapter'], /cannot be written: a part of the path is a file/],
    [['diff', 'none.json', 'none.json'], /none\.json/],
    [['merge', 'none.json', '--json', 'm.json'], /none\.json/],
    [['trend', 'none'], /none/],
    [['fuzz-schema', 'none.json'], /none\.json/],
    [['fuzz', app, '--import', 'none.mjs'], /--import none\.mjs: Cannot find package 'none\.mjs'/],
    [['fuzz', app, '--report', 'json=a-file/x'], /a-file/],
    [['init-adapter', 'js', 'a-file'], /a-file is not a folder/],
    [[...conform, '--json', '.'], /it is a folder/],
    [[...conform, '--refresh', 'none'], /There is no folder none/],
  ]
  if (process.platform === 'linux') {
    wrong.push([[...conform, '--expect', '/proc/self/mem'], /\/proc\/self\/mem cannot be read/])
    wrong.push([['fuzz', app, '--corpus', '/proc/corpus'], /\/proc\/corpus cannot be written/])
    wrong.push([['init-adapter', 'js', '/proc/adapter'], /\/proc\/adapter cannot be written/])
    wrong.push([[...conform, '--json', '/proc/report.json'], /\/proc\/report\.json cannot be written/])
  }
  for (const [args, message] of wrong) {
    const { code, stderr } = run(...args)
    assert.match(stderr, message)
    assert.ok(code === 3 || code === 5, `${args.join(' ')} ended with ${code}: ${stderr}`)
  }
})

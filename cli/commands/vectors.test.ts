// The vectors as files: their shape, that ajv agrees with them, and what the command says of wrong usage.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import type { VectorGroup } from '../../spec/vectors.ts'

const command = fileURLToPath(new URL('../touchstone.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'vectors-'))
after(() => rmSync(folder, { recursive: true }))

function run(...args: string[]): { code: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, 'vectors', ...args], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { code: status, stdout, stderr }
}

const written = run('--out', 'out/of/the/box')
const files = readdirSync(join(folder, 'out/of/the/box'), { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.json'),
)
const groupsOf = (name: string): VectorGroup[] =>
  JSON.parse(readFileSync(join(folder, 'out/of/the/box', name), 'utf8')) as VectorGroup[]

test('the files are groups of a schema and tests', () => {
  assert.deepEqual([written.code, written.stderr], [0, ''])
  assert.match(written.stdout, /^\d+ files with \d+ values in out\/of\/the\/box\n$/)
  assert.ok(files.includes(join('validation', 'minimum.json')), files.join())
  const [minimum] = groupsOf('validation/minimum.json')
  assert.deepEqual(minimum?.schema, { type: 'number', minimum: 3 })
  for (const name of files)
    for (const { description, schema, tests } of groupsOf(name)) {
      assert.equal(typeof description, 'string')
      assert.ok(schema !== undefined && tests.length > 0, description)
      for (const { valid, becomes, written: text, ...rest } of tests) {
        assert.deepEqual(Object.keys(rest), ['description', 'data'])
        assert.equal(valid, becomes !== undefined || text !== undefined, `${name}: ${description}`)
      }
    }
})

test('ajv with the default settings agrees on each value of a request', () => {
  const different: string[] = []
  let count = 0
  for (const name of files)
    for (const { comment, schema, shared = [], tests } of groupsOf(name)) {
      // Two drafts in one instance are touchstone's own.
      if (comment.endsWith(': response') || JSON.stringify([schema, shared]).includes('2020-12')) continue
      const settings = {
        coerceTypes: 'array',
        useDefaults: true,
        removeAdditional: true,
        strict: false,
      } as const
      const ajv = new Ajv({ ...settings, allErrors: false, logger: false })
      addFormats.default(ajv)
      for (const one of shared) ajv.addSchema(one as object)
      // A property, so that its value can be converted; a reference, so that `#` of the schema is the schema.
      const isNamed = Object.hasOwn(Object(schema), '$id')
      if (!isNamed) ajv.addSchema(schema as object, 'vector')
      const v = isNamed ? schema : { $ref: 'vector' }
      const validate = ajv.compile({ type: 'object', properties: { v } })
      for (const { description, data, valid, becomes } of tests) {
        count += 1
        const value = { v: structuredClone(data) }
        const agrees = validate(value) === valid && (!valid || deepEqual(value.v, becomes))
        if (!agrees) different.push(`${comment} ${description}`)
      }
    }
  assert.ok(count > 500, `${count}`)
  assert.deepEqual(different, [])
})

function deepEqual(is: unknown, should: unknown): boolean {
  try {
    assert.deepEqual(is, should)
    return true
  } catch {
    return false
  }
}

test('wrong usage, and a folder that cannot be made', () => {
  const wrong = run('somewhere')
  assert.deepEqual([wrong.code, wrong.stdout], [3, ''])
  assert.match(wrong.stderr, /write touchstone vectors --out FOLDER/)
  writeFileSync(join(folder, 'file'), '')
  const blocked = run('--out', 'file/below')
  assert.equal(blocked.code, 5)
  assert.match(blocked.stderr, /cannot be written: a part of the path is a file/)
  assert.ok(!existsSync(join(folder, 'vectors')))
})

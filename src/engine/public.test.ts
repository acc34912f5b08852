/** The engine uses what node publishes, and no member that begins with an underscore or is a symbol of node. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../../../src/engine/', import.meta.url))
/** A stream overrides `_read`, which is documented. */
const PRIVATE = /(?:\.|['"`[])_(?!read\b)\w+|internalBinding|getOwnPropertySymbols/

test('the engine touches no private member of node', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  assert.ok(files.length > 3)
  const found = files.flatMap((name) =>
    [...readFileSync(join(FOLDER, name), 'utf8').matchAll(new RegExp(PRIVATE, 'g'))].map(
      ([text]) => `${name}: ${text}`,
    ),
  )
  assert.deepEqual(found, [])
  assert.match(`Reflect.set(this, '_keepAliveTimeout', 5)`, PRIVATE)
  assert.match('socket._handle', PRIVATE)
})

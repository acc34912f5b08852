// Another Node.js is used only if it is needed and new enough.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { nodeFor } from './nodes.ts'

test('what runs on this Node runs on this Node', () => {
  assert.deepEqual(nodeFor('touchstone', {}), { path: process.execPath })
})

test('a named Node is taken when it is new enough, and else it is said what is missing', (t) => {
  if (Number(process.versions.node.split('.')[0]) >= 22) {
    assert.deepEqual(nodeFor('fastify-6', {}), { path: process.execPath })
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-node-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const claims = (version: string): string => {
    const path = join(folder, version)
    writeFileSync(path, `#!/bin/sh\necho v${version}\n`, { mode: 0o755 })
    return path
  }
  const young = claims('22.12.0')
  assert.deepEqual(nodeFor('fastify-6', { TOUCHSTONE_NODE: young }), { path: young })
  const found = nodeFor('fastify-6', { TOUCHSTONE_NODE: claims('20.1.0'), NVM_DIR: folder, PATH: '' })
  // A Node that npm has installed beside this package may be there.
  if ('missing' in found) assert.match(found.missing, /needs Node 22 and this is v\d+.*TOUCHSTONE_NODE/)
  else assert.notEqual(found.path, process.execPath)
})

// Modules run anew for each mutant, and know nothing of an earlier run.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { freshly } from './fresh.ts'

const folder = mkdtempSync(join(tmpdir(), 'fresh-'))
after(() => rmSync(folder, { recursive: true }))

test('each call has modules of its own, packages and node have one', () => {
  writeFileSync(join(folder, 'counter.js'), 'let count = 0\nexport const next = () => ++count\n')
  const entry = join(folder, 'index.js')
  writeFileSync(
    entry,
    `import { createServer } from 'node:http'
import { next } from './counter.js'
export const url = import.meta.url
export { createServer, next }
`,
  )
  const url = pathToFileURL(entry).href
  const load = freshly<{ next: () => number; createServer: unknown; url: string }>(url)
  const [first, second] = [load(), load()]
  assert.deepEqual([first.next(), first.next(), second.next()], [1, 2, 1])
  assert.equal(first.createServer, second.createServer)
  assert.equal(first.url, url)
  assert.equal(first.next.name, 'next')
})

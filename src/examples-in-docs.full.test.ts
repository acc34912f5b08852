/** Runs every `@example` of the public types: each compiles, exits, and prints what its comments say. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type CodeBlock, codeBlock, faultOf, run, Workshop } from '../cli/repository/code-blocks.ts'

const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url))
const workshop = new Workshop()
after(() => workshop.remove())

function examplesOf(file: string): CodeBlock[] {
  const blocks = readFileSync(join(SOURCES, file), 'utf8').matchAll(/@example\n[^\n]*```ts\n(.*?)```/gs)
  return [...blocks].map(([, block], index) =>
    codeBlock(
      `${file.replace('.ts', '').replaceAll(/[\\/]/g, '-')}-${index + 1}`,
      block!.replace(/^ *\* ?/gm, ''),
    ),
  )
}

const examples = [
  'errors.ts',
  ...readdirSync(join(SOURCES, 'types'), { recursive: true, encoding: 'utf8' }).map((file) =>
    join('types', file),
  ),
]
  .filter((file) => file.endsWith('.ts') && !file.includes('.test-d.'))
  .flatMap(examplesOf)

test('the central types have examples, and each has comments with its output', () => {
  assert.ok(examples.length >= 12, `only ${examples.length} examples were found`)
  assert.deepEqual(examples.map(faultOf).filter(Boolean), [])
})

test('every example compiles', async () => {
  for (const { name, code } of examples) workshop.write(`${name}.ts`, code)
  const { status, output } = await workshop.compile()
  assert.equal(status, 0, output)
})

describe('every example prints what its comments say', { concurrency: 2 }, () => {
  for (const { name, prints } of examples) {
    test(name, async () => {
      const { status, output } = await run([workshop.compiled(name)])
      assert.equal(status, 0, output)
      assert.deepEqual(output.trim().split('\n'), prints)
    })
  }
})

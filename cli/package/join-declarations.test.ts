/** Declarations that are joined say what they said, and a name that two of them have is told. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { joinDeclarations, joinFolder } from './join-declarations.ts'

const folder = mkdtempSync(join(tmpdir(), 'declarations-'))
after(() => rmSync(folder, { recursive: true }))

function written(files: Readonly<Record<string, string>>): string[] {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return Object.keys(files).map((name) => join(folder, name))
}

test('what an entry leads to stands in it, and only its own exports are exported', () => {
  const [entry, part] = written({
    'entry.d.ts': "export { type Part, part } from './part.ts';\nexport declare const own: 1;\n",
    'part.d.ts':
      "import type * as Library from 'library';\n/** A part. */\nexport interface Part {\n    of: Library.Whole;\n}\nexport declare function part(): Part;\n",
  })
  joinDeclarations([entry!])
  const text = readFileSync(entry!, 'utf8')
  assert.match(text, /^import type \* as Library from 'library';\n/)
  assert.match(text, /\n\/\*\* A part\. \*\/\ninterface Part \{/)
  assert.match(text, /\ndeclare function part\(\): Part;\n/)
  assert.match(text, /\nexport declare const own: 1;\n/)
  assert.match(text, /\nexport \{ Part, part \};\n$/)
  assert.equal(existsSync(part!), false)
})

test('what no exported declaration leads to is left out, with its comment', () => {
  const [entry] = written({
    'few.d.ts': "export { type Kept } from './many.ts';\n",
    'many.d.ts':
      '/** All of them. */\n/** Left out. */\nexport interface Unused {\n    of: Kept;\n}\ndeclare const TABLE: {\n    a: 1;\n};\n' +
      '/** Names another one. */\ntype Name = keyof typeof TABLE;\nexport interface Kept {\n    /** With a comment. */\n    name: Name;\n}\n',
  })
  joinDeclarations([entry!])
  assert.equal(
    readFileSync(entry!, 'utf8'),
    'declare const TABLE: {\n    a: 1;\n};\n/** Names another one. */\ntype Name = keyof typeof TABLE;\n' +
      'interface Kept {\n    /** With a comment. */\n    name: Name;\n}\nexport { Kept };\n',
  )
})

test('a name that two modules declare is an error that names both', () => {
  const [entry] = written({
    'twice.d.ts': "export { type A } from './a.ts';\nexport { type B } from './b.ts';\n",
    'a.d.ts': 'interface Same {\n}\nexport type A = Same;\n',
    'b.d.ts': 'interface Same {\n}\nexport type B = Same;\n',
  })
  assert.throws(() => joinDeclarations([entry!]), /a\.d\.ts and .*b\.d\.ts both declare Same: rename/)
})

test('a folder is joined into its entry: what it exports whole, what is merged, and what lies outside', () => {
  for (const name of ['room', 'room/below']) mkdirSync(join(folder, name))
  const [entry, ...others] = written({
    'room/entry.d.ts':
      "/** The room. */\nexport type { Outer } from '../outer.ts';\nexport type * from './below/names.ts';\n//# sourceMappingURL=entry.d.ts.map",
    'room/below/names.d.ts':
      "import type { Hidden } from './hidden.ts';\nimport type { Outer } from '../../outer.ts';\nexport interface Name {\n    of: Hidden;\n    in: Outer;\n}\n",
    'room/below/hidden.d.ts':
      "import type { Outer, Second } from '../../outer.ts';\nexport type Hidden = Outer | Second;\ndeclare module './names.ts' {\n interface Name {\n  more: Second;\n }\n}\nexport {};\n",
  })
  joinFolder(entry!)
  assert.equal(
    readFileSync(entry!, 'utf8'),
    "import type { Outer, Second } from '../outer.ts';\ntype Hidden = Outer | Second;\nexport interface Name {\n  more: Second;\n }\n" +
      "export interface Name {\n    of: Hidden;\n    in: Outer;\n}\n/** The room. */\nexport type { Outer } from '../outer.ts';\n",
  )
  assert.deepEqual(
    others.filter((file) => existsSync(file)),
    [],
  )
})

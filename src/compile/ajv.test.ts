/** Plugins of ajv are recognized by the names of their functions, which a case cannot declare. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AjvSettings, ajvCompiler } from './ajv.ts'
import { SchemaScope } from './scope.ts'
import { Turns } from './turns.ts'

interface Formats {
  addFormat(name: string, format: RegExp): void
}

test('a formats plugin of the application replaces the default one, another plugin does not', () => {
  const formatsPlugin = (ajv: Formats): void => ajv.addFormat('pairs', /^(..)*$/)
  const otherPlugin = (ajv: Formats): void => formatsPlugin(ajv)
  const compilerWith = (...plugins: AjvSettings['plugins'][number][]) => {
    const compile = ajvCompiler(new SchemaScope({}), { customOptions: {}, plugins }, new Turns())
    return (format: string) =>
      compile({ schema: { type: 'string', format }, method: 'POST', url: '/', httpPart: 'body' })
  }
  const lists: AjvSettings['plugins'][] = [
    [formatsPlugin],
    [[formatsPlugin, {}]],
    [otherPlugin, formatsPlugin],
  ]
  for (const plugins of lists) {
    const compile = compilerWith(...plugins)
    assert.equal(compile('pairs')('abc'), false)
    assert.throws(() => compile('email'), /unknown format "email"/)
  }
  const compile = compilerWith(otherPlugin)
  assert.equal(compile('pairs')('abcd'), true)
  assert.equal(compile('email')('x'), false)
})

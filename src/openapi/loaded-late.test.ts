/** Applications that ask for no document load nothing of it. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

// V8 tells of all scripts, whichever way they were loaded.
const PROGRAM = `
import inspector from 'node:inspector'
import touchstone from '${new URL('../index.js', import.meta.url).href}'
const loaded = () => {
  const urls = []
  const session = new inspector.Session()
  session.connect()
  session.on('Debugger.scriptParsed', ({ params }) => urls.push(params.url))
  session.post('Debugger.enable')
  session.disconnect()
  return urls.filter((url) => url.includes('/src/openapi/')).length > 0
}
const app = touchstone()
app.post('/', { schema: { body: { type: 'object' } } }, async () => 'ok')
await app.inject({ method: 'POST', url: '/', payload: {} })
const before = loaded()
await app.openapi()
console.log(before, loaded())
`

test('nothing is loaded before the first document', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    encoding: 'utf8',
  })
  assert.equal(output, 'false true\n')
})

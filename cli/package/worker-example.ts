/** An application for a runtime that calls `fetch`: what the tests of the bundle ask. */
export const WORKER = `
import { Readable } from 'node:stream'
import touchstone from 'touchstone'

const app = touchstone({ pluginTimeout: 0, codeGeneration: 'ready', ajv: { customOptions: { coerceTypes: false } } })
app.get('/hello/:name', async ({ params, platform: [env] }) => ({ hello: params.name, region: env?.region }))
app.post('/sum', {
  schema: {
    body: { type: 'object', required: ['numbers'], properties: { numbers: { type: 'array', items: { type: 'number' } } } },
    response: { 200: { type: 'object', properties: { sum: { type: 'number' } } } },
  },
}, async ({ body }) => ({ sum: body.numbers.reduce((sum, one) => sum + one, 0), left: 'out' }))
app.post('/either', { schema: { body: { anyOf: [{ type: 'string' }, { type: 'integer' }] } } }, async ({ body }) => ({ body }))
app.get('/stream', async () => Readable.from(['one', ' two']))
app.get('/fails', async () => { throw new Error('it fails') })
app.get('/ping', async () => 'pong')
app.get('/inject', async () => (await app.inject('/ping')).body)
await app.ready()

export default { fetch: app.fetch }
`

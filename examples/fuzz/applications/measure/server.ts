/** A server with one application, and the OpenAPI document of its routes: `server.js MODULE DOCUMENT`. */
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { App, JsonSchema } from '../application.ts'
import { type Declared, documentOf } from './document.ts'

const [module, document] = process.argv.slice(2)
const { create } = (await import(pathToFileURL(module!).href)) as { create: () => App }
const routes: Declared[] = []
const app = create()
app.addHook('onRoute', (route) => {
  routes.push(route as Declared)
})
await app.ready()
const { getSchemas } = app as unknown as { getSchemas(): Record<string, JsonSchema> }
writeFileSync(document!, `${JSON.stringify(documentOf(routes, getSchemas.call(app)), null, 2)}\n`)
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)

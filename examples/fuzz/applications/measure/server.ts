/** A server with one application, and the OpenAPI document of its routes: `server.js MODULE DOCUMENT [PORT]`. */
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { App, Framework, JsonSchema } from '../application.ts'
import { type Declared, documentOf } from './document.ts'

const [module, document, port = '0'] = process.argv.slice(2)
const { createOn } = (await import(pathToFileURL(module!).href)) as {
  createOn: (changed: (framework: Framework) => Framework) => App
}
const routes: Declared[] = []
const app = createOn((framework) => (options) => {
  const made = framework(options)
  made.addHook('onRoute', (route) => {
    routes.push(route as Declared)
  })
  return made
})
await app.ready()
const { getSchemas } = app as unknown as { getSchemas(): Record<string, JsonSchema> }
writeFileSync(document!, `${JSON.stringify(documentOf(routes, getSchemas.call(app)), null, 2)}\n`)
process.stdout.write(`${await app.listen({ port: Number(port), host: '127.0.0.1' })}\n`)

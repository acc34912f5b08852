/**
 * A server with one application, and the OpenAPI document of its routes: `server.js MODULE DOCUMENT [PORT [PORT]]`. It prints its address,
 * and that of a second server, which starts the application anew when it is asked.
 */
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import type { App, Framework, JsonSchema } from '../application.ts'
import { type Declared, documentOf } from './document.ts'

const [module, document, port = '0', controlPort = '0'] = process.argv.slice(2)
const { createOn } = (await import(pathToFileURL(module!).href)) as {
  createOn: (changed: (framework: Framework) => Framework) => App
}

async function started(): Promise<{ app: App; routes: Declared[] }> {
  const routes: Declared[] = []
  const app = createOn((framework) => (options) => {
    const made = framework(options)
    made.addHook('onRoute', (route) => {
      routes.push(route as Declared)
    })
    return made
  })
  await app.ready()
  return { app, routes }
}

async function listening(server: Server, at: number): Promise<string> {
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

let current = await started()
const { getSchemas } = current.app as unknown as { getSchemas(): Record<string, JsonSchema> }
writeFileSync(
  document!,
  `${JSON.stringify(documentOf(current.routes, getSchemas.call(current.app)), null, 2)}\n`,
)
const serverOf = ({ app }: typeof current): Server => (app as unknown as { server: Server }).server
const address = await listening(
  createServer((request, response) => void serverOf(current).emit('request', request, response)),
  Number(port),
)
const control = await listening(
  createServer(async (_request, response) => {
    const before = current
    current = await started()
    await before.app.close()
    response.end()
  }),
  Number(controlPort),
)
process.stdout.write(`${address} ${control}\n`)

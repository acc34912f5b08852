// Loads an application, and writes its routes as types.

import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { NoApplication, targetOfModule } from '../../../fuzz/index.ts'
import { apiTypes, type Declared, type Document } from '../../typings/api-types.ts'

interface Described {
  openapi(): Promise<Document>
  close(): Promise<unknown>
}

export async function writeTypes(file: string, name: string): Promise<string> {
  const target = await targetOfModule(await import(pathToFileURL(resolve(file)).href))
  const app = Reflect.get(target, 'app') as Described
  if (typeof app?.openapi !== 'function')
    throw new NoApplication('types needs an application of touchstone, and this has no openapi()')
  const routes: readonly Declared[] = await target.routes()
  const text = apiTypes(routes, await app.openapi(), name)
  await app.close()
  return text
}

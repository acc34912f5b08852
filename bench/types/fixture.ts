/** Writes an application of 200 typed routes, as source text for the compiler: what a large code base asks of our types. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILES = 10
const ROUTES = 20

/** Writes the files into a folder. `entry`: the path that stands for the package; `typeRoots`: where the types of Node.js are. */
export function writeFixture(folder: string, entry: string, typeRoots: string): void {
  mkdirSync(folder, { recursive: true })
  for (let file = 0; file < FILES; file++) writeFileSync(join(folder, `routes-${file}.ts`), routesFile(file))
  writeFileSync(join(folder, 'app.ts'), appFile())
  writeFileSync(join(folder, 'chain.ts'), chainFile())
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const options = {
    strict: true,
    noEmit: true,
    target: 'es2023',
    lib: ['es2023'],
    module: 'nodenext',
    types: ['node'],
    typeRoots: [typeRoots],
    skipLibCheck: true,
    paths: { touchstone: [entry] },
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, include: ['*.ts'] }),
  )
}

function appFile(): string {
  const numbers = Array.from({ length: FILES }, (_, n) => n)
  return `import touchstone from 'touchstone'
${numbers.map((n) => `import { routes as routes${n} } from './routes-${n}.js'`).join('\n')}
class Db { find(text: string) { return [text] } }
const app = touchstone().decorate('db', new Db()).decorateRequest('user', null as null | { id: number })
${numbers.map((n) => `app.register(routes${n}, { prefix: '/${n}' })`).join('\n')}
`
}

/** As many routes in one chain of calls: the compiler must not run out of depth. */
function chainFile(): string {
  const calls = Array.from(
    { length: FILES * ROUTES },
    (_, n) => `.get('/${n}/:id', (request) => request.params.id)`,
  )
  return `import touchstone from 'touchstone'\ntouchstone().decorate('x', 1)${calls.join('')}.x.toFixed()\n`
}

function routesFile(file: number): string {
  const routes = Array.from({ length: ROUTES }, (_, route) => routeText(`${file}_${route}`)).join('\n')
  return `import type { App } from 'touchstone'
export async function routes(app: App<{ inst: { db: { find(text: string): string[] } }; req: { user: null | { id: number } } }>) {
${routes}
}
`
}

/** One route: a body of eleven properties, a query of four, parameters, two responses, and a handler that reads them. */
function routeText(id: string): string {
  return `  app.post('/r${id}/:id/:slug', {
    schema: {
      body: {
        type: 'object',
        properties: {
          name${id}: { type: 'string', minLength: 1 }, age: { type: 'integer', minimum: 0 }, ok: { type: 'boolean' },
          role: { type: 'string', enum: ['admin', 'user', 'guest'] }, note: { type: 'string', nullable: true },
          page: { type: 'integer', default: 1 }, sort: { type: 'string', default: 'asc' },
          address: { type: 'object', properties: { street: { type: 'string' }, zip: { type: 'string' }, geo: { type: 'object', properties: { lat: { type: 'number' }, lon: { type: 'number' } }, required: ['lat', 'lon'] } }, required: ['street', 'zip'] },
          items: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' }, n: { type: 'integer' } }, required: ['sku', 'n'] } },
          tags: { type: 'array', items: { type: 'string' } }, mixed: { type: ['string', 'null'] },
        },
        required: ['name${id}', 'age', 'role', 'address', 'items'],
      },
      querystring: { type: 'object', properties: { q: { type: 'string' }, limit: { type: 'integer', default: 10 }, deep: { type: 'boolean' }, after: { type: 'string' } }, required: ['q'] },
      params: { type: 'object', properties: { id: { type: 'integer' }, slug: { type: 'string' } }, required: ['id', 'slug'] },
      response: {
        200: { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' }, items: { type: 'array', items: { type: 'string' } } }, required: ['id', 'name'] },
        404: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
      },
    },
  }, async function (request, reply) {
    const { body, query, params } = request
    const total = body.age + body.page + query.limit + params.id + (body.address.geo?.lat ?? 0) + body.items.reduce((sum, item) => sum + item.n, 0)
    if (body.role === 'guest' || body.ok === false) return reply.code(404).send({ message: body.note ?? body.mixed ?? query.q })
    const found = this.db.find(body.name${id} + body.sort + params.slug + body.address.zip)
    return { id: total + (request.user?.id ?? 0), name: body.name${id}, items: [...found, ...(body.tags ?? []), ...body.items.map((item) => item.sku)] }
  })`
}

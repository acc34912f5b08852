// Each row of the table: what an application declares, and what its document says.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import touchstone, { bearerAuth, routesOf, secures } from '../index.ts'
import type { OpenApiDocument, OpenApiOperation, OpenApiOptions } from '../types/app/openapi.ts'
import type { Options } from '../types/options/options.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document is data of any depth
type Json = Record<string, any>
type Declare = (app: ReturnType<typeof touchstone>) => unknown

async function documentOf(declare: Declare, options?: OpenApiOptions, of: Options = {}): Promise<Json> {
  const app = touchstone(of)
  await declare(app)
  return (await app.openapi(options)) as OpenApiDocument & Json
}

async function operationOf(declare: Declare, options?: OpenApiOptions): Promise<Json> {
  const { paths } = await documentOf(declare, options)
  const [item] = Object.values(paths as OpenApiDocument['paths'])
  return Object.values(item!)[0] as OpenApiOperation & Json
}

const handler = async (): Promise<never> => 'ok' as never // of any type that a response has
const pathsOf = async (...urls: string[]): Promise<string[]> => {
  const { paths } = await documentOf((app) => urls.map((url) => app.get(url, handler)))
  return Object.keys(paths)
}
const bodySchema = async (body: unknown, options?: OpenApiOptions, of?: Options): Promise<Json> => {
  const { paths } = await documentOf((app) => app.post('/', { schema: { body } }, handler), options, of)
  return paths['/'].post.requestBody.content['application/json'].schema
}

test('patterns, several parameters in a step and colons of the router are templates', async () => {
  assert.deepEqual(await pathsOf('/a/:id(^\\d+)', '/b/:x-:y.:z', '/c::b', '/d/:i(a(b\\))c)/e'), [
    ...['/a/{id}', '/b/{x}-{y}.{z}', '/c:b', '/d/{i}/e'],
  ])
})

test('an optional parameter is two paths, and the longer one keeps the operationId', async () => {
  const { paths } = await documentOf((app) => app.get('/a/:b?', { schema: { operationId: 'get' } }, handler))
  assert.deepEqual(Object.keys(paths), ['/a', '/a/{b}'])
  assert.equal(paths['/a'].get.parameters, undefined)
  assert.deepEqual(paths['/a/{b}'].get.parameters[0].required, true)
  assert.deepEqual([paths['/a'].get.operationId, paths['/a/{b}'].get.operationId], ['get_2', 'get'])
})

test('a wildcard is a parameter with the schema of *', async () => {
  const params = { type: 'object', properties: { '*': { type: 'string', maxLength: 5 } } }
  const { parameters } = await operationOf((app) => app.get('/f/*', { schema: { params } }, handler))
  assert.deepEqual(parameters, [
    {
      ...{ name: 'wildcard', in: 'path', required: true, description: 'The rest of the path' },
      schema: { type: 'string', maxLength: 5 },
    },
  ])
  assert.deepEqual(await pathsOf('*'), ['/{wildcard}'])
})

test('routes whose parameters have other names share a path', async () => {
  const { paths } = await documentOf((app) => {
    app.get('/u/:id', handler)
    app.put('/u/:name', { schema: { params: { name: { type: 'integer' } } } }, handler)
  })
  assert.deepEqual(Object.keys(paths), ['/u/{id}'])
  assert.deepEqual(paths['/u/{id}'].put.parameters[0], {
    ...{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
  })
})

test('an automatic HEAD route is left out, a declared one is written', async () => {
  const { paths } = await documentOf((app) => {
    app.get('/a', handler)
    app.head('/b', handler)
  })
  assert.deepEqual([Object.keys(paths['/a']), Object.keys(paths['/b'])], [['get'], ['head']])
})

test('several methods share an operationId with the method after it', async () => {
  const { paths } = await documentOf((app) =>
    app.route({ method: ['PUT', 'PATCH'], url: '/', schema: { operationId: 'edit' }, handler }),
  )
  assert.deepEqual([paths['/'].put.operationId, paths['/'].patch.operationId], ['edit_put', 'edit_patch'])
})

test('two routes with one operationId are an error that names both', async () => {
  const schema = { operationId: 'getUser' }
  const failing = documentOf((app) => {
    app.register(async function users(inner) {
      inner.get('/a', { schema }, handler)
    })
    app.get('/b', { schema }, handler)
  })
  await assert.rejects(failing, {
    code: 'TST_ERR_OPENAPI_OPERATION_ID',
    message: /'getUser' names GET \/b \(root\) and GET \/a \(root -> users\)/,
  })
})

test('both spellings of the root of a prefix are described, with an operationId each', async () => {
  const { paths } = await documentOf((app) =>
    app.register(async (inner) => void inner.get('/', { schema: { operationId: 'home' } }, handler), {
      prefix: '/v1',
    }),
  )
  assert.deepEqual([paths['/v1'].get.operationId, paths['/v1/'].get.operationId], ['home', 'home_2'])
})

test('one of several routes with constraints is described, the others are noted', async () => {
  const declare: Declare = (app) => {
    app.get('/', { constraints: { version: '1.0.0' }, schema: { summary: 'one' } }, handler)
    app.get('/', { constraints: { version: '2.0.0' }, schema: { summary: 'two' } }, handler)
  }
  const first = await documentOf(declare)
  assert.equal(first.paths['/'].get.summary, 'one')
  assert.match(first['x-touchstone-notes'][0], /GET \/ with version '2\.0\.0' is not described/)
  const second = await documentOf(declare, { constraints: { version: '2.0.0' } })
  assert.equal(second.paths['/'].get.summary, 'two')
  const third = await documentOf((app) => {
    declare(app)
    app.get('/', { schema: { summary: 'none' } }, handler)
  })
  assert.equal(third.paths['/'].get.summary, 'none')
})

test('a query is one parameter for each property, through references and combinations', async () => {
  const { parameters } = await operationOf((app) => {
    app.addSchema({
      $id: 'page',
      type: 'object',
      properties: { page: { type: 'integer' } },
      required: ['page'],
    })
    app.get('/ref', { schema: { querystring: { $ref: 'page#' } } }, handler)
  })
  assert.deepEqual(parameters, [{ name: 'page', in: 'query', required: true, schema: { type: 'integer' } }])
  const of = (name: string, type: string): Json => ({
    type: 'object',
    properties: { [name]: { type } },
    required: [name],
  })
  const parts = [of('a', 'string'), of('b', 'integer')]
  const all = await operationOf((app) => app.get('/', { schema: { querystring: { allOf: parts } } }, handler))
  assert.deepEqual(
    all.parameters.map(({ name, required }: Json) => [name, required]),
    [
      ['a', true],
      ['b', true],
    ],
  )
  const any = await operationOf((app) => app.get('/', { schema: { querystring: { anyOf: parts } } }, handler))
  assert.deepEqual(
    any.parameters.map(({ name, required }: Json) => [name, required]),
    [
      ['a', undefined],
      ['b', undefined],
    ],
  )
})

test('the headers that OpenAPI has elsewhere are no parameters', async () => {
  const headers = {
    type: 'object',
    properties: { Accept: {}, 'content-type': {}, AUTHORIZATION: {}, 'X-Key': { type: 'string' } },
  }
  const { parameters } = await operationOf((app) => app.get('/', { schema: { headers } }, handler))
  assert.deepEqual(parameters, [{ name: 'X-Key', in: 'header', schema: { type: 'string' } }])
})

test('a body is required for the methods that always have one', async () => {
  const schema = { body: { type: 'object' } }
  const { paths } = await documentOf((app) => {
    app.post('/', { schema }, handler)
    app.delete('/', { schema }, handler)
  })
  assert.deepEqual(
    [paths['/'].post.requestBody.required, paths['/'].delete.requestBody.required],
    [true, false],
  )
})

test('parsers of the application are further content types of a plain body schema', async () => {
  const { paths, 'x-touchstone-notes': notes } = await documentOf((app) => {
    app.addContentTypeParser('application/xml', async () => ({}))
    app.addContentTypeParser(/^text\/x-/, async () => ({}))
    app.post('/', { schema: { body: { type: 'object' } } }, handler)
  })
  assert.deepEqual(Object.keys(paths['/'].post.requestBody.content), ['application/json', 'application/xml'])
  assert.deepEqual(notes, [
    '#/paths/~1/post/requestBody: the parser for /^text\\/x-/ takes further content types',
  ])
})

test('content maps keep what OpenAPI knows beside the schema', async () => {
  const examples = { one: { value: { n: 1 } } }
  const media = { schema: { n: { type: 'integer' } }, examples }
  const headers = { 'x-total': { description: 'all', schema: { type: 'integer' } } }
  const links = { next: { operationId: 'x' } }
  const { requestBody, responses } = await operationOf((app) =>
    app.post(
      '/',
      {
        schema: {
          operationId: 'x',
          body: { description: 'a body', content: { 'application/json': media } },
          response: { 200: { description: 'fine', headers, links, content: { 'application/json': media } } },
        },
      },
      handler,
    ),
  )
  const written = { schema: { type: 'object', properties: { n: { type: 'integer' } } }, examples }
  assert.deepEqual(requestBody, {
    ...{ description: 'a body', required: true, content: { 'application/json': written } },
  })
  assert.deepEqual(responses['200'], {
    ...{ description: 'fine', headers, links, content: { 'application/json': written } },
  })
})

test('statuses are exact, classes and the default', async () => {
  const one = { type: 'object', properties: {} }
  const response = { 200: one, '4xx': one, default: one, 204: one }
  const { responses } = await operationOf((app) => app.get('/', { schema: { response } }, handler))
  assert.deepEqual(Object.keys(responses), ['200', '204', '4XX', 'default'])
  assert.deepEqual(responses['204'], { description: 'No Content' })
  const none = await operationOf((app) => app.get('/', handler))
  assert.deepEqual(none.responses, { default: { description: 'Any answer' } })
})

test('the answer to a request that breaks its schema is described where the framework gives it', async () => {
  const schema = { querystring: { n: { type: 'integer' } } }
  const ours = await documentOf((app) => app.get('/', { schema }, handler))
  assert.deepEqual(ours.paths['/'].get.responses['400'].content, {
    'application/json': { schema: { $ref: '#/components/schemas/Error' } },
  })
  const app = touchstone()
  app.get('/', { schema }, handler)
  const answer = await app.inject('/?n=x')
  assert.deepEqual(Object.keys(ours.components.schemas.Error.properties), Object.keys(answer.json()))
  const handled = await operationOf((own) => own.setErrorHandler(() => 'no').get('/', { schema }, handler))
  assert.deepEqual(handled.responses['400'], { description: 'The request breaks its schema' })
  const attached = await operationOf((own) => own.get('/', { schema, attachValidation: true }, handler))
  assert.equal(attached.responses['400'], undefined)
  const declared = { ...schema, response: { '4xx': { m: { type: 'string' } } } }
  const own = await operationOf((one) => one.get('/', { schema: declared }, handler))
  assert.deepEqual(Object.keys(own.responses), ['4XX'])
})

test('bodies have further errors where all are wanted', async () => {
  const declare: Declare = (app) => app.post('/', { schema: { body: { type: 'object' } } }, handler)
  assert.deepEqual(Object.keys((await operationOf(declare)).responses), ['400', 'default'])
  const all = await operationOf(declare, { errors: 'all' })
  assert.deepEqual(Object.keys(all.responses), ['400', '413', '415', 'default'])
})

test('security follows the contexts, and the schema of a route replaces it', async () => {
  const key = secures(async () => {}, {
    name: 'key',
    scheme: { type: 'apiKey', in: 'header', name: 'x-key' },
  })
  const declare: Declare = (app) => {
    app.register(async (inner) => {
      inner.register(bearerAuth, { keys: ['a'] })
      inner.get('/in', handler)
      inner.get('/both', { preHandler: key }, handler)
      inner.get('/open', { schema: { security: [] } }, handler)
    })
    app.get('/out', handler)
  }
  const { paths, components } = await documentOf(declare)
  assert.deepEqual(
    ['/in', '/both', '/open', '/out'].map((path) => paths[path].get.security),
    [[{ bearerAuth: [] }], [{ bearerAuth: [], key: [] }], [], undefined],
  )
  assert.deepEqual(
    ['/in', '/open'].map((path) => '401' in paths[path].get.responses),
    [true, false],
  )
  assert.deepEqual(components.securitySchemes, {
    bearerAuth: { type: 'http', scheme: 'bearer' },
    key: { type: 'apiKey', in: 'header', name: 'x-key' },
  })
  const app = touchstone()
  declare(app)
  const routes = await routesOf(app)
  assert.deepEqual(
    routes?.map(({ url, security }) => [url, security.map(({ name }) => name)]),
    [
      ['/out', []],
      ['/in', ['bearerAuth']],
      ['/both', ['bearerAuth', 'key']],
      ['/open', ['bearerAuth']],
    ],
  )
})

test('a hook is marked with a name and a scheme', () => {
  const code = 'TST_ERR_OPENAPI_SECURITY'
  const scheme = { type: 'http' }
  assert.throws(() => secures('x' as never, { name: 'a', scheme }), {
    code,
    message: /takes a hook, got 'x'/,
  })
  assert.throws(() => secures(() => {}, { name: 'a b', scheme }), {
    code,
    message: /a name of letters.*'a b'/,
  })
  assert.throws(() => secures(() => {}, { name: 'a', scheme: {} as never }), {
    code,
    message: /a scheme such as/,
  })
  const hook = () => {}
  assert.equal(secures(hook, { name: 'a', scheme }), hook)
})

test('data that looks like a reference is left out with a note', async () => {
  for (const keyword of ['const', 'enum', 'default', 'examples']) {
    const data = { $ref: '#/x' }
    const body = {
      type: 'object',
      properties: { a: { [keyword]: keyword === 'enum' || keyword === 'examples' ? [data] : data } },
    }
    const { paths, 'x-touchstone-notes': notes } = await documentOf((app) =>
      app.post('/', { schema: { body } }, handler),
    )
    assert.deepEqual(paths['/'].post.requestBody.content['application/json'].schema.properties, { a: {} })
    assert.match(notes[0], new RegExp(`schema/properties/a/${keyword}: left out`))
  }
})

test('annotations of another type are left out', async () => {
  const body = { type: 'string', deprecated: 'yes', title: 7, examples: { a: 1 }, description: 'stays' }
  const of = { ajv: { customOptions: { strict: false as const, validateSchema: false } } }
  assert.deepEqual(await bodySchema(body, {}, of), { type: 'string', description: 'stays' })
})

test('a schema of another language for a mode of ajv is not described', async () => {
  const of = { ajv: { mode: 'JTD' as const } }
  assert.deepEqual(await bodySchema({ properties: { n: { type: 'int32' } } }, {}, of as never), {})
})

test('what surrounds a keyword that is left out never takes fewer values', async () => {
  const lost = { const: { $ref: '#/x' } }
  const body = { not: lost, if: lost, then: { required: ['a'] }, oneOf: [lost, { type: 'string' }] }
  const open = { ajv: { customOptions: { strict: false as const } } }
  assert.deepEqual(await bodySchema({ allOf: [body] }, undefined, open), {
    allOf: [{ anyOf: [{}, { type: 'string' }] }],
  })
})

test('a component that has lost a keyword counts where it is referred to', async () => {
  const declare: Declare = (app) => {
    app.addSchema({ $id: 'list', type: 'array', contains: { type: 'string' } })
    app.addSchema({ $id: 'around', allOf: [{ $ref: 'list#' }] })
    app.addSchema({ $id: 'whole', type: 'integer' })
    const oneOf = [{ $ref: 'list#' }, { $ref: 'whole#' }]
    const body = { allOf: [{ not: { $ref: 'around#' } }, { not: { $ref: 'whole#' } }, { oneOf }] }
    app.post('/', { schema: { body } }, handler)
  }
  const of = (version: '3.0' | '3.1'): Promise<Json> =>
    operationOf(declare, { version }).then(
      ({ requestBody }) => requestBody.content['application/json'].schema,
    )
  const refer = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
  const list = [refer('list'), refer('whole')]
  assert.deepEqual(await of('3.0'), { allOf: [{}, { not: refer('whole') }, { anyOf: list }] })
  assert.deepEqual(await of('3.1'), {
    allOf: [{ not: refer('around') }, { not: refer('whole') }, { oneOf: list }],
  })
})

test('keywords of the application stay in 3.1, and begin with x- in 3.0', async () => {
  const of = { ajv: { customOptions: { keywords: ['unit'] } } }
  const body = { type: 'number', unit: 'm' }
  assert.deepEqual(await bodySchema(body, {}, of), body)
  assert.deepEqual(await bodySchema(body, { version: '3.0' }, of), { type: 'number', 'x-unit': 'm' })
})

test('what a schema says of its operation is kept, and a hidden route is left out', async () => {
  const about = {
    ...{ tags: ['a'], summary: 's', description: 'd', deprecated: true, 'x-own': { a: 1 } },
    externalDocs: { url: 'https://a.example' },
    servers: [{ url: 'https://b.example' }],
    callbacks: {},
  }
  const { paths } = await documentOf((app) => {
    app.get('/', { schema: about }, handler)
    app.get('/hidden', { schema: { hide: true } }, handler)
  })
  const { responses, ...rest } = paths['/'].get
  assert.deepEqual(rest, about)
  assert.deepEqual(Object.keys(paths), ['/'])
})

test('consumes and produces are the content types', async () => {
  const schema = {
    ...{ consumes: ['application/a'], produces: ['application/b', 'application/c'] },
    ...{ body: { type: 'object' }, response: { 200: { type: 'object', properties: {} } } },
  }
  const { requestBody, responses } = await operationOf((app) => app.post('/', { schema }, handler))
  assert.deepEqual(Object.keys(requestBody.content), ['application/a'])
  assert.deepEqual(Object.keys(responses['200'].content), ['application/b', 'application/c'])
})

test('a text is an answer of type text/plain', async () => {
  const schema = { response: { 200: { type: 'string' } } }
  const { responses } = await operationOf((app) => app.get('/', { schema }, handler))
  assert.deepEqual(Object.keys(responses['200'].content), ['text/plain'])
  const app = touchstone()
  app.get('/', { schema }, handler)
  assert.match(String((await app.inject('/')).headers['content-type']), /^text\/plain/)
})

test('the targets of all forms of references are components, equal content once', async () => {
  const item = { type: 'object', properties: { n: { type: 'integer' } } }
  const { paths, components } = await documentOf((app) => {
    app.addSchema({
      $id: 'http://x.example/shop.json',
      definitions: { item, anchored: { $id: '#here', type: 'string' } },
    })
    app.addSchema({ $id: 'always', definitions: { all: true } })
    const properties = {
      a: { $ref: 'http://x.example/shop.json#/definitions/item' },
      b: { $ref: '#/definitions/item' },
      c: { $ref: 'http://x.example/shop.json#here' },
      d: { $ref: 'always#/definitions/all' },
    }
    app.post('/', { schema: { body: { type: 'object', properties, definitions: { item } } } }, handler)
    const other = {
      type: 'object',
      properties: { a: { $ref: '#/definitions/item' } },
      definitions: { item: { type: 'null' } },
    }
    app.put('/', { schema: { body: other } }, handler)
  })
  const { properties } = paths['/'].post.requestBody.content['application/json'].schema
  assert.deepEqual(properties, {
    a: { $ref: '#/components/schemas/item' },
    b: { $ref: '#/components/schemas/item' },
    c: { $ref: '#/components/schemas/here' },
    d: true,
  })
  assert.deepEqual(components.schemas, {
    item,
    here: { type: 'string' },
    Error: components.schemas.Error,
    item_2: { type: 'null' },
  })
})

test('a schema that refers to itself is a component', async () => {
  const body = {
    type: 'object',
    title: 'Tree',
    properties: { kids: { type: 'array', items: { $ref: '#' } } },
  }
  const { paths, components } = await documentOf((app) => app.post('/', { schema: { body } }, handler))
  assert.deepEqual(paths['/'].post.requestBody.content['application/json'].schema, {
    $ref: '#/components/schemas/Tree',
  })
  assert.deepEqual(components.schemas.Tree.properties.kids.items, { $ref: '#/components/schemas/Tree' })
})

test('siblings in contexts of their own have components of their own', async () => {
  const { components } = await documentOf((app) => {
    for (const type of ['string', 'integer'])
      app.register(async (inner) => {
        inner.addSchema({ $id: 'thing', type })
        inner.post(
          `/${type}`,
          { schema: { body: { type: 'object', properties: { a: { $ref: 'thing#' } } } } },
          handler,
        )
      })
  })
  assert.deepEqual(
    [components.schemas.thing, components.schemas.thing_2],
    [{ type: 'string' }, { type: 'integer' }],
  )
})

test('a schema for a compiler of the application is described if it is a JSON Schema', async () => {
  const of =
    (body: unknown): Declare =>
    (app) =>
      app.post('/', { schema: { body }, validatorCompiler: () => () => true }, handler)
  class Joi {}
  for (const foreign of [
    new Joi(),
    { properties: { a: { type: 'int32' } } },
    { properties: {}, optionalProperties: { a: { type: 'string' } } },
  ]) {
    const { paths, 'x-touchstone-notes': notes } = await documentOf(of(foreign))
    assert.deepEqual(paths['/'].post.requestBody.content['application/json'].schema, {})
    assert.match(notes[0], /no JSON Schema that can be described/)
  }
  const { requestBody } = await operationOf(of({ type: 'string' }))
  assert.deepEqual(requestBody.content['application/json'].schema, { type: 'string' })
})

test('draft 7 is written as draft 2020-12', async () => {
  const body = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      tuple: { type: 'array', items: [{ type: 'string' }], additionalItems: false, minItems: 1 },
      maybe: { type: 'string', nullable: true },
    },
    dependencies: { a: ['b'], c: { required: ['d'] } },
  }
  const of = { ajv: { customOptions: { strict: false as const } } }
  assert.deepEqual(await bodySchema(body, {}, of), {
    type: 'object',
    properties: {
      tuple: { type: 'array', minItems: 1, prefixItems: [{ type: 'string' }], items: false },
      maybe: { type: ['string', 'null'] },
    },
    dependentRequired: { a: ['b'] },
    dependentSchemas: { c: { required: ['d'] } },
  })
})

test('3.0 says what it can, and takes more values where it cannot', async () => {
  const version = '3.0'
  const of = { ajv: { customOptions: { strict: false as const } } }
  const rows: [body: Json, written: Json][] = [
    [{ type: ['string', 'null'] }, { type: 'string', nullable: true }],
    [{ type: ['string', 'integer'] }, { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
    [{ type: 'null' }, { type: 'string', nullable: true, enum: [null] }],
    [{ const: 1 }, { enum: [1] }],
    [
      { type: 'integer', exclusiveMinimum: 3, minimum: 1 },
      { type: 'integer', minimum: 3, exclusiveMinimum: true },
    ],
    [
      { type: 'integer', exclusiveMinimum: 3, minimum: 5 },
      { type: 'integer', minimum: 5 },
    ],
    [
      { type: 'array', items: [{ type: 'string' }] },
      { type: 'array', items: {} },
    ],
    [{ type: 'object', patternProperties: { a: {} }, additionalProperties: false }, { type: 'object' }],
    [{ allOf: [{ not: { contains: {} } }] }, { allOf: [{}] }],
    [{ oneOf: [{ contains: {} }, { type: 'string' }] }, { anyOf: [{}, { type: 'string' }] }],
    [{ allOf: [true, false] }, { allOf: [{}, { not: {} }] }],
    [
      { type: 'string', examples: ['a', 'b'] },
      { type: 'string', example: 'a' },
    ],
  ]
  for (const [body, written] of rows) assert.deepEqual(await bodySchema(body, { version }, of), written)
})

test('a version that is not written, and options that are wrong, are errors', async () => {
  const app = touchstone()
  await assert.rejects(app.openapi({ version: '2.0' as never }), {
    code: 'TST_ERR_OPENAPI_VERSION',
    message: "OpenAPI 3.1 and 3.0 are written, got '2.0'",
  })
  const code = 'TST_ERR_OPENAPI_OPTIONS'
  await assert.rejects(app.openapi('x' as never), { code, message: /got 'x'/ })
  await assert.rejects(app.openapi({ info: { title: 'a' } as never }), {
    code,
    message: /got info \{"title":"a"\}/,
  })
  await assert.rejects(app.openapi({ errors: 'none' as never }), {
    code,
    message: /right is 'some' or 'all'/,
  })
})

test('inside a plugin the routes are not complete, in an onReady hook they are', async () => {
  const app = touchstone()
  app.register(async (inner) => {
    await inner.openapi()
  })
  await assert.rejects(app.ready(), {
    code: 'TST_ERR_OPENAPI_BOOTING',
    message: /when the application is ready/,
  })
  const later = touchstone()
  let paths: string[] = []
  later.addHook('onReady', async () => {
    paths = Object.keys((await later.openapi()).paths)
  })
  later.get('/a', handler)
  await later.ready()
  assert.deepEqual(paths, ['/a'])
})

test('a boot that failed fails the document, too', async () => {
  const app = touchstone()
  app.post('/', { schema: { body: { $ref: 'nowhere#' } } }, handler)
  await assert.rejects(app.openapi(), { code: 'FST_ERR_SCH_VALIDATION_BUILD' })
  await assert.rejects(app.openapi(), { code: 'FST_ERR_SCH_VALIDATION_BUILD' })
})

test('a decorator may take the name', async () => {
  const app = touchstone()
  app.decorate('openapi' as never, 7 as never)
  await app.ready()
  assert.equal(app.openapi as unknown, 7)
})

test('a method that OpenAPI does not have is noted', async () => {
  const { paths, 'x-touchstone-notes': notes } = await documentOf((app) => {
    app.addHttpMethod('PROPFIND')
    app.route({ method: 'PROPFIND' as 'GET', url: '/', handler })
  })
  assert.deepEqual(paths, {})
  assert.deepEqual(notes, ['#/paths: OpenAPI has no method PROPFIND: PROPFIND / is left out'])
})

test('changing the document changes nothing of the application', async () => {
  const app = touchstone()
  app.addSchema({ $id: 'a', type: 'object', properties: { n: { enum: [1] } } })
  app.post('/', { schema: { tags: ['t'], body: { $ref: 'a#' } } }, handler)
  const before = JSON.stringify(await app.openapi())
  const document = (await app.openapi()) as Json
  document.paths['/'].post.tags.push('x')
  document.components.schemas.a.properties.n.enum.push(2)
  document.components.schemas.Error.properties.x = 1
  document.info.title = 'other'
  assert.equal(JSON.stringify(await app.openapi()), before)
})

test('a component that is called __proto__ is there', async () => {
  const app = touchstone()
  app.addSchema({ $id: '__proto__', type: 'object', properties: { a: { type: 'string' } } })
  const onRequest = secures(async () => undefined, {
    name: '__proto__',
    scheme: { type: 'http', scheme: 'basic' },
  })
  app.get('/', { onRequest, schema: { response: { 200: { $ref: '__proto__#' } } } }, async () => ({}))
  const { components } = await app.openapi()
  assert.ok(Object.hasOwn(components!.schemas!, '__proto__'))
  assert.ok(Object.hasOwn(components!.securitySchemes!, '__proto__'))
})

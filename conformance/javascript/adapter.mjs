// An adapter for touchstone conform: who the implementation is, and how an application is made out of a case's data.
//
// The implementation below is a toy that knows routes with text answers and nothing else. Put your own in its place, and
// declare a capability (spec/capabilities.json) once your build() does what its statements say (spec/FORMAT.md). A case that
// needs a capability that is not declared is skipped. Where your factory has the shape of Fastify's, all of it is one line:
//
//     export default (options) => myFactory(options)

import { createServer } from 'node:http'

export default { describe, build }

function describe() {
  return {
    name: 'mine',
    version: '0.1.0',
    language: 'JavaScript',
    capabilities: ['inject', 'socket', 'validation'],
  }
}

/** Makes an application; a throw is a boot that failed, and may be just what the case expects. */
async function build(app, recorder) {
  const routes = app.do.map((statement) => routeOf(statement, recorder))
  let server
  return {
    inject: (request) => answer(routes, request),
    async listen({ port, host }) {
      server = createServer(async (request, response) => {
        const pieces = []
        for await (const piece of request) pieces.push(piece)
        const { method, url, headers } = request
        const {
          status,
          headers: own,
          body,
        } = answer(routes, { method, url, headers, body: Buffer.concat(pieces) })
        response.writeHead(status, own).end(body)
      })
      await new Promise((resolve) => server.listen(port, host, resolve))
      return { host, port: server.address().port }
    },
    async close() {
      server?.closeAllConnections()
      await new Promise((resolve) => (server ? server.close(resolve) : resolve()))
    },
  }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

function routeOf(statement, recorder) {
  const method = METHODS.find((one) => one in statement)
  if (!method) throw new Error(`the adapter has no statement ${Object.keys(statement)[0]}`)
  return {
    method: method.toUpperCase(),
    url: statement[method],
    schema: statement.schema,
    program: statement.do,
    recorder,
  }
}

function answer(routes, { method, url, body }) {
  const path = url.split('?')[0]
  const route = routes.find((one) => one.method === method && one.url === path)
  if (!route) {
    const message = `Route ${method}:${url} not found`
    return json(404, { message, error: 'Not Found', statusCode: 404 })
  }
  const { schema } = route
  if (schema?.body !== undefined && !accepts(schema.body, JSON.parse(String(body ?? 'null')))) {
    return json(400, {
      statusCode: 400,
      code: 'FST_ERR_VALIDATION',
      error: 'Bad Request',
      message: 'body must be right',
    })
  }
  return run(route, `${method} ${url}`)
}

/** Only what the doctor asks for first: `false` refuses all, and a type is a type. */
function accepts(schema, value) {
  if (typeof schema === 'boolean') return schema
  if (schema.not) return !accepts(schema.not, value)
  if (schema.type === 'object') return value !== null && typeof value === 'object'
  return true
}

function run({ program, recorder }, via) {
  const reply = { status: 200, payload: '' }
  for (const statement of program) {
    if ('code' in statement) reply.status = statement.code
    else if ('send' in statement) reply.payload = statement.send
    else if ('trace' in statement) recorder.trace.push({ value: statement.trace, via })
    else throw new Error(`the adapter has no statement ${Object.keys(statement)[0]}`)
  }
  if (typeof reply.payload !== 'string') return json(reply.status, reply.payload)
  return textual(reply.status, 'text/plain; charset=utf-8', reply.payload)
}

function json(status, value) {
  return textual(status, 'application/json; charset=utf-8', JSON.stringify(value))
}

function textual(status, type, text) {
  const body = Buffer.from(text)
  return {
    status,
    headers: { 'content-type': type, 'content-length': String(body.length) },
    body,
    trailers: {},
  }
}

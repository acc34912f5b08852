// The tree of spans of each kind of request: the server's span, and below it those of hooks and the handler, with failures.
import { Readable } from 'node:stream'
import { LOCAL, sleep } from '../client.js'

const URLS = [
  '/sync',
  '/async/7',
  '/throws',
  '/rejects',
  '/hook',
  '/checked?n=1',
  '/checked?n=x',
  '/stream',
  '/none',
]

export const programs = {
  '@fastify/otel: trees of spans': async (bench) => {
    const exporter = trace(bench.load)
    const app = declare(bench.fastify())
    const address = await app.listen(LOCAL)
    for (const url of URLS) {
      exporter.reset()
      const { status } = await answerOf(address + url)
      const lines = treeOf(exporter.getFinishedSpans())
      bench.see(url, [status, ...lines])
    }
    bench.see('spans of the last request', exporter.getFinishedSpans().length > 2, true)
    await app.close()
  },
}

/** Loads the instrumentations before the framework. */
function trace(load) {
  const { NodeTracerProvider, SimpleSpanProcessor } = load('@opentelemetry/sdk-trace-node')
  const { InMemorySpanExporter } = load('@opentelemetry/sdk-trace-base')
  const { registerInstrumentations } = load('@opentelemetry/instrumentation')
  const { HttpInstrumentation } = load('@opentelemetry/instrumentation-http')
  const { FastifyOtelInstrumentation } = load('@fastify/otel')
  const exporter = new InMemorySpanExporter()
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  provider.register()
  const instrumentations = [
    new HttpInstrumentation({ ignoreOutgoingRequestHook: () => true }),
    new FastifyOtelInstrumentation({ registerOnInitialization: true }),
  ]
  registerInstrumentations({ tracerProvider: provider, instrumentations })
  return exporter
}

function declare(app) {
  app.addHook('onRequest', async function first() {})
  app.register(async function users(child) {
    child.addHook('preHandler', function second(_request, _reply, done) {
      setImmediate(done)
    })
    child.get('/sync', function now(_request, reply) {
      reply.send('x')
    })
    const preHandler = async function third() {}
    child.get('/async/:id', { preHandler }, async function find() {
      await sleep(1)
      return { id: 1 }
    })
    child.get('/throws', function throws() {
      throw new Error('sync')
    })
    child.get('/rejects', async function rejects() {
      throw Object.assign(new Error('async'), { statusCode: 418 })
    })
    const refuse = async function refuse() {
      throw new Error('hook')
    }
    child.get('/hook', { preHandler: refuse }, async () => 'x')
    const querystring = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } }
    child.get('/checked', { schema: { querystring } }, async function checked() {
      return 'x'
    })
    child.get('/stream', async function stream(_request, reply) {
      return reply.type('text/plain').send(Readable.from(['a', 'b']))
    })
  })
  app.addHook('onSend', async function last(_request, _reply, payload) {
    return payload
  })
  app.addHook('onResponse', async function after() {})
  return app
}

async function answerOf(url) {
  const { default: http } = await import('node:http')
  const status = await new Promise((resolve, reject) => {
    const request = http.get(url, { agent: false }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode))
    })
    request.on('error', reject)
  })
  await sleep(30) // onResponse hooks
  return { status }
}

/** A line for each span, indented below its parent, by name. */
function treeOf(spans, parent, depth = 0) {
  return spans
    .filter(({ parentSpanContext }) => parentSpanContext?.spanId === parent)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((span) => {
      const { name, kind, status, attributes, events } = span
      const about = ['http.route', 'fastify.type', 'hook.callback.name', 'hook.name'].map(
        (key) => attributes[key],
      )
      const line = [
        name,
        kind,
        status.code,
        ...about.filter(Boolean),
        ...events.map((event) => `!${event.name}`),
      ]
      return [
        `${'  '.repeat(depth)}${line.join(' ')}`,
        ...treeOf(spans, span.spanContext().spanId, depth + 1),
      ]
    })
}

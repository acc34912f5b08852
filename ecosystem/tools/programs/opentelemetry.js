// OpenTelemetry: spans of the server and of calls in a handler, and the context in hooks and after waiting.
import { LOCAL } from '../client.js'
import { lines, TRACE, traced, withAgent } from '../traced.js'

export const programs = {
  '@opentelemetry/instrumentation-http': withAgent('opentelemetry', ({ see, told }) => {
    const spans = told.filter(({ what }) => what === 'span').map(({ value }) => value)
    see('spans', lines(spans))
    see('of the server', spans.filter(({ more }) => more.kind === 1).length, 7)
    see(
      'the trace of the caller',
      spans
        .filter(({ trace }) => trace === TRACE)
        .map(({ name }) => name)
        .sort(),
    )
    const hooks = told.filter(({ what }) => what === 'hook').map(({ value }) => value)
    see('hooks of the tool', hooks)
  }),

  '@opentelemetry/instrumentation-fastify': withAgent('with instrumentation-fastify', ofFramework(7)),
  '@fastify/otel': withAgent('with @fastify/otel', ofFramework(6)),
}

// The spans that belong to hooks and handlers, and what they say of the route.
function ofFramework(handlers) {
  return ({ see, told }) => {
    const spans = told.filter(({ what }) => what === 'span').map(({ value }) => value)
    see('spans', lines(spans))
    const ofHandlers = spans.filter(({ more }) => /handler$/.test(more['fastify.type']))
    see('of handlers', ofHandlers.length, handlers)
  }
}

export const servers = {
  opentelemetry: (bench) => serve(bench, () => []),
  'with instrumentation-fastify': (bench) =>
    serve(bench, (load) => {
      const { FastifyInstrumentation } = load('@opentelemetry/instrumentation-fastify')
      return [new FastifyInstrumentation()]
    }),
  'with @fastify/otel': (bench) =>
    serve(bench, (load) => {
      const FastifyOtelInstrumentation = load('@fastify/otel')
      return [new FastifyOtelInstrumentation({ registerOnInitialization: true })]
    }),
}

async function serve(bench, more) {
  const { load, tell } = bench
  const { context, trace } = load('@opentelemetry/api')
  const { NodeTracerProvider, SimpleSpanProcessor } = load('@opentelemetry/sdk-trace-node')
  const { registerInstrumentations } = load('@opentelemetry/instrumentation')
  const { HttpInstrumentation } = load('@opentelemetry/instrumentation-http')
  const names =
    /^http\.(method|route|target|status_code|status_text|flavor|request|response|url$)|^url\.(path|query|scheme)|^error|^own$|^fastify|^hook|^plugin/
  const exporter = {
    export: (spans, done) => {
      for (const span of spans) {
        const { name, kind, status, attributes, parentSpanContext } = span
        const { traceId, spanId } = span.spanContext()
        const kept = Object.fromEntries(
          Object.entries(attributes)
            .filter(([key]) => names.test(key) && !/http\.url/.test(key))
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
        const more = { kind, status: status.code, ...kept }
        tell('span', { id: spanId, parent: parentSpanContext?.spanId, trace: traceId, name, more })
      }
      done({ code: 0 })
    },
    shutdown: async () => {},
  }
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  provider.register()
  registerInstrumentations({
    tracerProvider: provider,
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: (request) => request.url === '/flush',
        requestHook: (span, request) => span.setAttribute('own', request.constructor.name),
        applyCustomAttributesOnSpan: (_span, request, response) =>
          request.url.startsWith('/echo') && tell('hook', [request.method, response.statusCode]),
      }),
      ...more(load),
    ],
  })
  const tracer = trace.getTracer('tools')
  const mark = (name) => tracer.startSpan(name, {}, context.active()).end()
  const app = await traced(bench.fastify, { mark })
  tell('address', await app.listen(LOCAL))
}

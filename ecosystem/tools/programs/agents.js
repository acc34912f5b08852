// Agents of vendors, in servers of their own: what they record of each request, and how it belongs together.
import { LOCAL } from '../client.js'
import { kept, lines, PARENT, traced, withAgent } from '../traced.js'

const readDatadog = ({ see, sent, load }) => {
  const { decodeMulti } = load('@msgpack/msgpack')
  const spans = sent
    .filter(({ url }) => /traces/.test(url))
    .flatMap(({ body }) => [...decodeMulti(body, { useBigInt64: true })].flat(2))
    .map(({ span_id: id, parent_id: parent, name, resource, error, meta }) => ({
      id: String(id),
      parent:
        String(parent) === '0'
          ? ''
          : BigInt(parent).toString(16).padStart(16, '0') === PARENT
            ? PARENT
            : String(parent),
      name,
      more: {
        resource: resource.replace(/:\d+/, ''),
        error: Number(error),
        ...kept(meta, /^(http\.(method|route|status_code|url)|span\.kind|error\.(type|message))$/),
      },
    }))
  see('spans', lines(spans))
  see('of the server', spans.filter(({ more }) => more['span.kind'] === 'server').length, 8) // and the last one of all
}

const environmentOfDatadog = (url) => ({
  DD_TRACE_AGENT_URL: url,
  DD_INSTRUMENTATION_TELEMETRY_ENABLED: 'false',
  DD_REMOTE_CONFIGURATION_ENABLED: 'false',
  DD_CRASHTRACKING_ENABLED: 'false',
  DD_TRACE_STARTUP_LOGS: 'false',
})

const readElastic = ({ see, sent }) => {
  const events = sent
    .filter(({ url }) => url.startsWith('/intake'))
    .flatMap(({ body }) =>
      body
        .toString()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
  const spans = events.flatMap(({ transaction, span }) => {
    if (transaction) {
      const { id, parent_id: parent, name, result, outcome, context } = transaction
      return [
        {
          id,
          parent,
          name,
          more: {
            type: transaction.type,
            result,
            outcome,
            status: context?.response?.status_code,
            path: context?.request?.url?.pathname,
          },
        },
      ]
    }
    if (span)
      return [
        {
          id: span.id,
          parent: span.parent_id,
          name: span.name.replace(/:\d+/, ''),
          more: { type: span.type, outcome: span.outcome },
        },
      ]
    return []
  })
  see('spans', lines(spans))
  see('transactions', events.filter(({ transaction }) => transaction).length, 7)
  see(
    'errors',
    events.flatMap(({ error }) =>
      error ? [[error.exception.message, error.transaction?.name ?? null]] : [],
    ),
  )
}

const environmentOfElastic = (url) => ({ ELASTIC_APM_SERVER_URL: url })

const readRelic = ({ see, told }) => {
  const ended = told.filter(({ what }) => what === 'transaction').map(({ value }) => value)
  see('transactions', ended.map((one) => JSON.stringify(one)).sort())
  see('how many', ended.length, 8) // and the last one of all
  see(
    'marks',
    told.filter(({ what }) => what === 'mark').map(({ value }) => value),
  )
}

const environmentOfRelic = () => ({
  NEW_RELIC_APP_NAME: 'tools',
  NEW_RELIC_LICENSE_KEY: 'x'.repeat(40),
  NEW_RELIC_HOST: '127.0.0.1',
  NEW_RELIC_PORT: '1',
  NEW_RELIC_LOG_ENABLED: 'false',
  NEW_RELIC_NO_CONFIG_FILE: 'true',
})

export const programs = {
  'dd-trace': withAgent('dd-trace', readDatadog, environmentOfDatadog),
  'dd-trace by --require': withAgent('dd-trace by --require', readDatadog, (url, resolve) => ({
    ...environmentOfDatadog(url),
    DD_SERVICE: 'tools',
    DD_TRACE_FLUSH_INTERVAL: '50',
    NODE_OPTIONS: `--require ${resolve('dd-trace/init')}`,
  })),

  'elastic-apm-node': withAgent('elastic-apm-node', readElastic, environmentOfElastic),
  'elastic-apm-node by --require': withAgent(
    'elastic-apm-node by --require',
    readElastic,
    (url, resolve) => ({
      ...environmentOfElastic(url),
      ELASTIC_APM_SERVICE_NAME: 'tools',
      ELASTIC_APM_API_REQUEST_TIME: '1s',
      ELASTIC_APM_CENTRAL_CONFIG: 'false',
      ELASTIC_APM_CLOUD_PROVIDER: 'none',
      ELASTIC_APM_METRICS_INTERVAL: '0s',
      ELASTIC_APM_SPAN_COMPRESSION_ENABLED: 'false',
      ELASTIC_APM_LOG_LEVEL: 'off',
      ELASTIC_APM_IGNORE_URLS: '/flush',
      NODE_OPTIONS: `--require ${resolve('elastic-apm-node/start')}`,
    }),
  ),

  newrelic: withAgent('newrelic', readRelic, environmentOfRelic),
  'newrelic by --require': withAgent('newrelic', readRelic, (url, resolve) => ({
    ...environmentOfRelic(url),
    NODE_OPTIONS: `--require ${resolve('newrelic')}`,
  })),

  '@sentry/node': withAgent(
    '@sentry/node',
    ({ see, sent }) => {
      const items = sent
        .filter(({ url }) => /envelope/.test(url))
        .flatMap(({ body }) =>
          body
            .toString()
            .split('\n')
            .filter((line) => line.startsWith('{'))
            .map((line) => JSON.parse(line)),
        )
      const transactions = items.filter(({ type, spans }) => type === 'transaction' && spans)
      const spans = transactions.flatMap(({ transaction, contexts: { trace }, spans: inner, request }) => [
        {
          id: trace.span_id,
          parent: trace.parent_span_id,
          name: transaction,
          more: {
            op: trace.op,
            status: trace.status,
            method: request?.method,
            ...kept(trace.data, /^http\.(route|response\.status_code|status_code)$/),
          },
        },
        ...inner.map(({ span_id: id, parent_span_id: parent, op, description, status }) => ({
          id,
          parent,
          name: description.replace(/:\d+/, ''),
          more: { op, status },
        })),
      ])
      see('spans', lines(spans))
      see('transactions', transactions.length, 7)
      const errors = items.filter(({ exception }) => exception)
      see(
        'errors',
        errors.map(({ exception, transaction, request }) => [
          exception.values.at(-1).value,
          transaction,
          request?.url.replace(/^.*:\d+/, ''),
        ]),
      )
    },
    (url) => ({ DSN: `${url.replace('//', '//key@')}/1` }),
  ),
}

export const servers = {
  'dd-trace': async (bench) => {
    await serveDatadog(bench, bench.load('dd-trace').init({ flushInterval: 50, service: 'tools' }))
  },

  // The tracer is there before the application loads anything.
  'dd-trace by --require': (bench) => serveDatadog(bench, bench.load('dd-trace')),
  'elastic-apm-node by --require': (bench) => serveElastic(bench, bench.load('elastic-apm-node')),

  'elastic-apm-node': async (bench) => {
    const agent = bench.load('elastic-apm-node').start({
      serviceName: 'tools',
      apiRequestTime: '1s',
      centralConfig: false,
      cloudProvider: 'none',
      metricsInterval: '0s',
      spanCompressionEnabled: false,
      logLevel: 'off',
      ignoreUrls: ['/flush'],
    })
    await serveElastic(bench, agent)
  },

  newrelic: async (bench) => {
    const agent = bench.load('newrelic')
    agent.agent.on('transactionFinished', (transaction) => {
      const { name, statusCode, parentSpanId, trace } = transaction
      const children = (segment) =>
        trace.getChildren(segment.id).map((inner) => [inner.name.replace(/:\d+/, ''), ...children(inner)])
      if (!/flush/.test(name ?? ''))
        bench.tell('transaction', { name, statusCode, parentSpanId, segments: children(trace.root) })
    })
    const mark = (name) =>
      bench.tell('mark', [
        name,
        agent.getTransaction().traceId !== undefined,
        agent.getTraceMetadata().traceId !== undefined,
      ])
    const app = await traced(bench.fastify, { mark })
    bench.tell('address', await app.listen(LOCAL))
  },

  '@sentry/node': async (bench) => {
    const sentry = bench.load('@sentry/node')
    sentry.init({
      dsn: process.env.DSN,
      tracesSampleRate: 1,
    })
    const mark = (name) => sentry.startSpan({ name }, () => {})
    const app = await traced(bench.fastify, {
      mark,
      set: async (app) => sentry.setupFastifyErrorHandler(app),
    })
    app.get('/flush', async () => {
      await sentry.flush(2000)
      return 'flushed'
    })
    bench.tell('address', await app.listen(LOCAL))
  },
}

async function serveDatadog(bench, tracer) {
  const mark = (name) => tracer.startSpan(name, { childOf: tracer.scope().active() ?? undefined }).finish()
  const app = await traced(bench.fastify, { mark })
  bench.tell('address', await app.listen(LOCAL))
}

async function serveElastic(bench, agent) {
  const mark = (name) => agent.startSpan(name)?.end()
  const app = await traced(bench.fastify, { mark })
  app.get('/flush', async () => {
    await agent.flush()
    return 'flushed'
  })
  bench.tell('address', await app.listen(LOCAL))
}

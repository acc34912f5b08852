// `npm start`: runs the specification on all implementations, prints the matrix, and serves it as a page.

import { parseArgs } from 'node:util'
import { IMPLEMENTATIONS } from '../conformance/adapters/registry.ts'
import { pageOf } from '../conformance/report/page.ts'
import type { ConformanceReport } from '../conformance/run.ts'
import * as touchstone from '../src/index.ts'
import { abortOnInterrupt, checkImplementations, runAndReport } from './arguments.ts'
import { parseTargets, type ReportTarget } from './report-targets.ts'
import { EXIT, UsageError } from './usage.ts'

const HELP = `npm start -- [--no-serve] [--port N] [--filter PATTERN]… [--implementation NAME]… [--json FILE]

Runs the specification on touchstone and on three versions of Fastify, prints the matrix and serves it as a page on 127.0.0.1.

  --no-serve   end after the matrix, with the exit code
  --port N     the port of the page; a free one by default
  --json FILE  write the whole report
  --details N  tell so many unexpected results in full (5)
`

interface ServerLike {
  get(path: string, handler: (request: unknown, reply: ReplyLike) => unknown): unknown
  listen(options: { port: number; host: string }): Promise<string>
  close(): Promise<unknown>
}

interface ReplyLike {
  type(mediaType: string): ReplyLike
  send(payload: unknown): unknown
}

async function main(argv: string[]): Promise<number> {
  let options: ReturnType<typeof parse>
  try {
    options = parse(argv)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${HELP}`)
    return EXIT.usage
  }
  if (options.help) {
    process.stdout.write(HELP)
    return EXIT.ok
  }
  const implementations = options.implementation ?? [...IMPLEMENTATIONS]
  const wrong = checkImplementations(implementations) ?? wrongPort(options.port)
  if (wrong !== undefined) {
    process.stderr.write(`${wrong}\n\n${HELP}`)
    return EXIT.usage
  }
  let targets: ReportTarget[]
  try {
    targets = parseTargets([], options.json)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${error.message}\n`)
    return EXIT.usage
  }
  const { signal } = abortOnInterrupt()
  const { filter = [], details = '5' } = options
  const { code, report } = await runAndReport(
    { implementations, filter, targets, details: Number(details) },
    signal,
  )
  if (!report || options['no-serve']) return code
  await serve(report, Number(options.port ?? 0), signal)
  return code
}

function parse(argv: string[]) {
  const { values } = parseArgs({
    args: argv,
    options: {
      'no-serve': { type: 'boolean' },
      port: { type: 'string' },
      filter: { type: 'string', multiple: true },
      implementation: { type: 'string', multiple: true },
      json: { type: 'string' },
      details: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  return values
}

function wrongPort(port: string | undefined): string | undefined {
  if (port === undefined || (/^\d+$/.test(port) && Number(port) <= 65535)) return undefined
  return `--port is a number from 0 to 65535, not "${port}".`
}

/** The page, until the signal; the server is touchstone itself. */
async function serve(report: ConformanceReport, port: number, signal: AbortSignal): Promise<void> {
  const create = (touchstone as unknown as { default: () => ServerLike }).default
  const app = create()
  const page = pageOf(report)
  app.get('/', (_, reply) => reply.type('text/html; charset=utf-8').send(page))
  const address = await app.listen({ port, host: '127.0.0.1' })
  process.stdout.write(`The matrix as a page: ${address}/  (Ctrl-C ends)\n`)
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await app.close()
}

process.exitCode = await main(process.argv.slice(2))

// `touchstone serve CASE`: the application of a case on a port, to be tried by hand.

import { connectAdapter } from '../../conformance/adapters/connectable.ts'
import type { Adapter, Application, Recorder } from '../../conformance/contract/adapter.ts'
import { createRecorder } from '../../conformance/contract/recorder.ts'
import { curlOf } from '../../conformance/explorer/code/copy-command.ts'
import { selectCases } from '../../conformance/judge/selectors.ts'
import { setIn, visible } from '../../conformance/markup/escape.ts'
import { type ContextNode, treeOf } from '../../spec/app-tree.ts'
import { interruption } from '../../spec/interrupt.ts'
import { type LoadedCase, loadSuite } from '../../spec/load.ts'
import { defineCommand } from '../options/command.ts'
import { withSuite } from '../options/run-and-report.ts'
import { checkImplementations } from '../options/run-options.ts'
import { say } from '../options/say.ts'
import { EXIT, UsageError } from '../options/usage.ts'
import { adviceOnFilters } from '../options/words/filter-advice.ts'
import { portOf, untilAborted } from '../serve/serve.ts'

const HELP = `touchstone serve CASE [--implementation IMPLEMENTATION] [--port N]

Starts the application of a case on a port of 127.0.0.1, and prints its routes and the request of each exchange as a line
for curl. What the application traces, probes and logs is printed as it comes. CASE is the id of a case, of one of its rows,
or of an exchange, such as enc-decorator-tree#child. Ctrl-C closes it.

  --implementation IMPLEMENTATION
                         what builds the application (touchstone); as for touchstone conform
  --port N               the port; a free one by default
  --spec FOLDER          another specification than the one of this package

Exit codes: 0 closed by Ctrl-C, 2 the application did not boot, 3 wrong usage, 4 the specification is broken.
`

export const command = defineCommand({
  name: 'serve',
  help: HELP,
  examples: [
    ['touchstone serve enc-decorator-tree --port 3000', 'the application of a case, on this framework'],
    [
      'touchstone serve enc-decorator-tree --implementation npm:fastify@5',
      'the same on another implementation',
    ],
  ],
  options: {
    implementation: { type: 'string' },
    port: { type: 'string' },
    spec: { type: 'string' },
  },
  run({ implementation = 'touchstone', port, spec }, names) {
    const [name, ...more] = names
    if (name === undefined || more.length > 0)
      throw new UsageError(
        'serve takes one case, as in touchstone serve enc-decorator-tree. touchstone conform --list prints them.',
      )
    checkImplementations([implementation])
    const number = portOf(port)
    return withSuite<number>(EXIT.suite, () => {
      const one = caseNamed(name, loadSuite(spec === undefined ? {} : { folder: spec }).cases)
      return serveCase(one, implementation, number)
    })
  },
})

/** The first row, where the name is that of a case with several. */
function caseNamed(name: string, cases: LoadedCase[]): LoadedCase {
  const [id = ''] = name.split('#')
  const [first] = selectCases(cases, [name])
  if (first === undefined || (first.id !== id && first.body.id !== id))
    throw new UsageError(adviceOnFilters(cases, [name]).join('') || `There is no case ${visible(name)}.`)
  return first
}

async function serveCase(one: LoadedCase, implementation: string, port: number): Promise<number> {
  const signal = interruption()
  let adapter: Adapter
  try {
    adapter = await connectAdapter(implementation)
  } catch (error) {
    say(`${setIn((error as Error).message)}\n`, process.stderr)
    return EXIT.adapter
  }
  const recorder = talking(createRecorder())
  let app: Application | undefined
  try {
    app = await adapter.build(one.body.app, recorder)
    const listening = await app.listen({ port, host: '127.0.0.1' })
    if (one.body.app.afterReady) await app.run(one.body.app.afterReady)
    say(introOf(one, adapter, `http://${app.host ?? '127.0.0.1'}:${listening}`))
    const drain = setInterval(() => void app?.drain?.().catch(() => undefined), 200)
    await untilAborted(signal)
    clearInterval(drain)
    return EXIT.ok
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const taken =
      code === 'EADDRINUSE' ? ` The port ${port} is taken: name another, or none for a free one.` : ''
    say(
      `${visible(one.id)} does not boot on ${visible(implementation)}: ${setIn(message)}.${taken}\n`,
      process.stderr,
    )
    return EXIT.adapter
  } finally {
    await Promise.race([app?.close().catch(() => undefined), new Promise((done) => setTimeout(done, 1000))])
    await adapter.stop?.()
  }
}

function introOf(one: LoadedCase, adapter: Adapter, address: string): string {
  const { body } = one
  const requests = body.exchanges.map((exchange) => `  # ${exchange.id}\n  ${curlOf(exchange, address)}\n`)
  const routes = routesOf(treeOf(body.app))
  return [
    `${visible(one.id)} on ${visible(adapter.name)} ${visible(adapter.version)}: ${address}  (Ctrl-C ends)`,
    `${visible(body.prose)}\n`,
    routes.length === 0
      ? 'It has no routes.'
      : `Routes:\n${routes.map((route) => `  ${visible(route)}`).join('\n')}`,
    `\nRequests of the case:\n${requests.join('')}`,
  ].join('\n')
}

function routesOf(node: ContextNode): string[] {
  const own = node.declares.filter(({ kind }) => kind === 'route')
  const where = node.name === 'root' ? '' : `  (${node.name})`
  return [...own.map(({ name }) => `${name}${where}`), ...node.children.flatMap(routesOf)]
}

/** Prints what programs leave behind. */
function talking(recorder: Recorder): Recorder {
  const tell = (kind: string, value: unknown): void => say(`${kind} ${setIn(JSON.stringify(value))}\n`)
  const { trace, probes, log } = recorder
  trace.push = (...entries) => {
    for (const { value, via } of entries) tell(via === null ? 'trace' : `trace of ${visible(via)}`, value)
    return Array.prototype.push.apply(trace, entries)
  }
  log.push = (...lines) => {
    for (const line of lines) tell('log', line)
    return Array.prototype.push.apply(log, lines)
  }
  probes.set = (name, value) => {
    tell(`probe ${visible(name)}:`, value)
    return Map.prototype.set.call(probes, name, value) as typeof probes
  }
  return recorder
}

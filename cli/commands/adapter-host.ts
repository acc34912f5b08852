// `touchstone adapter-host CONNECTABLE`: speaks touchstone-adapter/1 over stdio for an adapter in JavaScript.

import { connectAdapter, faultOfConnectable } from '../../conformance/adapters/connectable.ts'
import { setIn } from '../../conformance/markup/escape.ts'
import { host } from '../../conformance/protocol/host.ts'
import { ownRuntime } from '../../conformance/run/runtimes.ts'
import { endAtInterrupt } from '../../spec/interrupt.ts'
import { defineCommand } from '../options/command.ts'
import { complain } from '../options/say.ts'
import { EXIT, UsageError } from '../options/usage.ts'

const HELP = `touchstone adapter-host IMPLEMENTATION [--name-runtime]

Speaks touchstone-adapter/1 over stdio for an implementation in JavaScript. IMPLEMENTATION is as for touchstone conform.

  --name-runtime   tell the runtime behind the name, as in touchstone+bun-1.4.5

Exit codes: 0 the other side has ended, 2 the adapter does not load, 3 wrong usage.
`

export const command = defineCommand({
  name: 'adapter-host',
  help: HELP,
  examples: [
    ['touchstone adapter-host js:./adapter.mjs', 'answers the protocol for a module'],
    [
      'touchstone conform "exec:touchstone adapter-host express"',
      'runs the specification through the protocol',
    ],
  ],
  options: { 'name-runtime': { type: 'boolean' } },
  run: (values, rest) => adapterHost(rest, values['name-runtime'] ?? false),
})

async function adapterHost(rest: string[], nameRuntime: boolean): Promise<number> {
  const [connectable, ...more] = rest
  if (connectable === undefined || more.length > 0)
    throw new UsageError(
      'adapter-host takes one implementation, as in touchstone adapter-host js:./adapter.mjs.',
    )
  const fault = faultOfConnectable(connectable)
  if (fault !== undefined) throw new UsageError(fault)
  if (/^(exec|tcp):/.test(connectable)) endAtInterrupt()
  // stdout belongs to the protocol; whatever the implementation prints there goes to stderr.
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write
  let adapter: Awaited<ReturnType<typeof connectAdapter>>
  try {
    adapter = await connectAdapter(connectable)
  } catch (error) {
    complain(`${setIn((error as Error).message)}\n`)
    return EXIT.adapter
  }
  process.removeAllListeners('warning')
  if (nameRuntime) adapter = { ...adapter, name: `${adapter.name}+${ownRuntime()}` }
  await host(adapter, process.stdin, (line) => write(`${line}\n`))
  // Timers and connections that an application left open do not keep this process alive.
  process.exit(EXIT.ok)
}

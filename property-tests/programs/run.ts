/** `npm run fuzz:programs`: random programs on touchstone and on Fastify 4; differences by cause, and those without a cause shrunk. */
import { parseArgs } from 'node:util'
import { loadBuiltIn } from '../../conformance/adapters/registry.ts'
import type { Adapter } from '../../conformance/contract/adapter.ts'
import { attribute } from '../../conformance/contract/faults.ts'
import { SEED } from '../property/settings.ts'
import { Search, type Wanted } from './search.ts'

const HELP = `npm run fuzz:programs [-- options]

Runs random programs on touchstone and on another implementation, and compares boot, routes, answers, traces, log and close.

  --count N      how many programs (2000)
  --seed N       the seed (${SEED})
  --peer NAME    fastify-4.17 (default) or fastify-4.29; may be repeated
  --find N       end after so many differences without a known cause (1)
`
interface Chosen extends Wanted {
  peers: string[]
}

class Usage extends Error {}

function choose(args: string[]): Chosen {
  const { values } = parseArgs({
    args,
    options: {
      count: { type: 'string', default: '2000' },
      seed: { type: 'string', default: String(SEED) },
      peer: { type: 'string', multiple: true, default: ['fastify-4.17'] },
      find: { type: 'string', default: '1' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) throw new Usage('')
  for (const peer of values.peer)
    if (!/^fastify-4\.(17|29)$/.test(peer))
      throw new Usage(`--peer is ${peer} and must be fastify-4.17 or fastify-4.29`)
  const numbers = { count: Number(values.count), seed: Number(values.seed), find: Number(values.find) }
  for (const [option, value] of Object.entries(numbers))
    if (!Number.isInteger(value) || value < 0)
      throw new Usage(`--${option} must be an integer from 0, such as 2000`)
  return { ...numbers, peers: values.peer }
}

async function main(): Promise<number> {
  let chosen: Chosen
  try {
    chosen = choose(process.argv.slice(2))
  } catch (error) {
    const { message } = error as Error
    ;(message === '' ? process.stdout : process.stderr).write(`${message ? `${message}\n\n` : ''}${HELP}`)
    return message === '' ? 0 : 3
  }
  const peers = new Map<string, Adapter>()
  for (const peer of chosen.peers) peers.set(peer, await loadBuiltIn(peer))
  const search = new Search(chosen, await loadBuiltIn('touchstone'), peers, ({ programs, found, shown }) => {
    for (const difference of shown.splice(0)) process.stdout.write(`\n${difference}\n`)
    process.stderr.write(`${programs} programs, ${found} without a known cause\n`)
  })
  const stopping = new AbortController()
  process.once('SIGINT', () => stopping.abort())
  await search.run(stopping.signal)
  for (const [cause, count] of [...search.causes].sort(([, a], [, b]) => b - a))
    process.stdout.write(`${String(count).padStart(8)}  ${cause}\n`)
  process.stdout.write(
    `${search.programs} programs beside ${chosen.peers.join(' and ')}, seed ${chosen.seed}: ${search.found} differences without a known cause\n`,
  )
  return search.found === 0 ? 0 : 1
}

/** An error that no program caused is one of this tool. */
function caught(error: unknown): void {
  if (!attribute(error)) process.stderr.write(`unattributed: ${String(error)}\n`)
}
process.on('uncaughtException', caught)
process.on('unhandledRejection', caught)
process.exit(await main())

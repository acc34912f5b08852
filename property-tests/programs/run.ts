/** `npm run properties:programs`: random programs on touchstone and on Fastify of the same line; differences by cause, and those without a cause shrunk. */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { INTERRUPTED, interruption } from '../../spec/interrupt.ts'
import { SEED } from '../property/settings.ts'
import { Search, type Wanted } from './search.ts'

const HELP = `npm run properties:programs [-- options]

Runs random programs on touchstone and on another implementation, and compares boot, routes, answers, traces, log and close.

  --count N      how many programs (2000)
  --seed N       the seed (${SEED})
  --peer NAME    fastify-4.17 (default), fastify-4.29, or fastify-5 beside touchstone with line: 5; may be repeated
  --line N       4 (default), or 5: as --peer fastify-5
  --live         programs that boot and answer, of features that are mostly used rightly, instead of any
  --find N       end after so many differences without a known cause (1)
  --jobs N       how many processes (as many as there are cores)
  --from N       the first batch of 50 programs: goes on where another search of this seed ended (0)
`
class Usage extends Error {}

function choose(args: string[]): Wanted {
  const { values } = parseArgs({
    args,
    options: {
      count: { type: 'string', default: '2000' },
      seed: { type: 'string', default: String(SEED) },
      peer: { type: 'string', multiple: true },
      line: { type: 'string', default: '4' },
      live: { type: 'boolean', default: false },
      find: { type: 'string', default: '1' },
      from: { type: 'string', default: '0' },
      jobs: { type: 'string', default: String(availableParallelism()) },
      help: { type: 'boolean' },
    },
  })
  if (values.help) throw new Usage('')
  if (values.line !== '4' && values.line !== '5')
    throw new Usage(`--line is ${values.line} and must be 4 or 5`)
  const peers = values.peer ?? [values.line === '5' ? 'fastify-5' : 'fastify-4.17']
  for (const peer of peers)
    if (!/^fastify-(4\.(17|29)|5)$/.test(peer))
      throw new Usage(`--peer is ${peer} and must be fastify-4.17, fastify-4.29 or fastify-5`)
  const numbers = {
    count: Number(values.count),
    seed: Number(values.seed),
    find: Number(values.find),
    from: Number(values.from),
    jobs: Number(values.jobs),
  }
  for (const [option, value] of Object.entries(numbers))
    if (!Number.isInteger(value) || value < 0)
      throw new Usage(`--${option} must be an integer from 0, such as 2000`)
  for (const option of ['count', 'find', 'jobs'] as const)
    if (numbers[option] === 0)
      throw new Usage(`--${option} is 0 and must be at least 1: nothing would be tried`)
  return { ...numbers, peers, live: values.live }
}

async function main(): Promise<number> {
  let chosen: Wanted
  try {
    chosen = choose(process.argv.slice(2))
  } catch (error) {
    const { message } = error as Error
    ;(message === '' ? process.stdout : process.stderr).write(`${message ? `${message}\n\n` : ''}${HELP}`)
    return message === '' ? 0 : 3
  }
  const shown = new Set<string>()
  const search = new Search(chosen, ({ programs, found, kinds }) => {
    for (const [kind, { text }] of kinds) {
      if (text === '' || shown.has(kind)) continue
      shown.add(kind)
      process.stdout.write(`\n${text}\n`)
    }
    process.stderr.write(`${programs} programs, ${found} without a known cause\n`)
  })
  const stopped = interruption()
  stopped.addEventListener('abort', () => search.stop())
  await search.run()
  write(search, chosen)
  if (stopped.aborted) return INTERRUPTED
  return search.found === 0 ? 0 : 1
}

function write(search: Search, { peers, seed, live }: Wanted): void {
  const line = (count: number, words: string): string => `${String(count).padStart(8)}  ${words}\n`
  for (const [cause, count] of [...search.causes].sort(([, a], [, b]) => b - a))
    process.stdout.write(line(count, cause))
  for (const [kind, { count }] of [...search.kinds].sort(([, a], [, b]) => b.count - a.count))
    process.stdout.write(line(count, `no known cause: ${kind}`))
  process.stdout.write(
    `${search.programs} ${live ? 'live ' : ''}programs beside ${peers.join(' and ')}, seed ${seed}: ${search.found} differences without a known cause\n`,
  )
}

process.exit(await main())

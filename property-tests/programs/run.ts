/** `npm run fuzz:programs`: random programs on touchstone and on Fastify 4; differences by cause, and those without a cause shrunk. */
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { loadBuiltIn } from '../../conformance/adapters/registry.ts'
import type { Adapter } from '../../conformance/contract/adapter.ts'
import { attribute } from '../../conformance/contract/faults.ts'
import type { Scenario } from '../property/property.ts'
import { SEED } from '../property/settings.ts'
import { seedOf } from '../run/check.ts'
import { type Verdict, verdictOf } from './compare.ts'
import { type Limits, outcomeOf } from './outcome.ts'
import { scenario } from './scenario.ts'

const HELP = `npm run fuzz:programs [-- options]

Runs random programs on touchstone and on another implementation, and compares boot, routes, answers, traces, log and close.

  --count N      how many programs (2000)
  --seed N       the seed (${SEED})
  --peer NAME    fastify-4.17 (default) or fastify-4.29; may be repeated
  --find N       end after so many differences without a known cause (1)
`
/** Many programs hang on purpose; what differs within these limits is tried again with the longer ones. */
const QUICK: Limits = { boot: 400, answer: 60 }
const SLOW: Limits = { boot: 3000, answer: 800 }
const BATCH = 100
/** They mostly wait, so several run at a time. */
const AT_A_TIME = 6
/** How many values the shrinking of one difference may try. */
const SHRINKS = 300

interface Chosen {
  count: number
  seed: number
  peers: string[]
  find: number
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

class Search {
  readonly #chosen: Chosen
  readonly #subject: Adapter
  readonly #peers: ReadonlyMap<string, Adapter>
  readonly causes = new Map<string, number>()
  programs = 0
  found = 0

  constructor(chosen: Chosen, subject: Adapter, peers: ReadonlyMap<string, Adapter>) {
    this.#chosen = chosen
    this.#subject = subject
    this.#peers = peers
  }

  async run(stopped: AbortSignal): Promise<void> {
    const { count, find } = this.#chosen
    let batch = 0
    const next = async (): Promise<void> => {
      while (this.programs < count && this.found < find && !stopped.aborted) {
        const runs = Math.min(BATCH, count - this.programs)
        this.programs += runs
        await this.#batch(batch++, runs)
        process.stderr.write(`${this.programs} programs, ${this.found} without a cause\n`)
      }
    }
    await Promise.all(Array.from({ length: AT_A_TIME }, next))
  }

  async #batch(batch: number, numRuns: number): Promise<void> {
    for (const [name, peer] of this.#peers) {
      const seed = seedOf(this.#chosen.seed, `programs ${name}`, batch)
      let left = Number.POSITIVE_INFINITY // how many values shrinking may still try
      const property = fc.asyncProperty(scenario, async (one) => {
        if (left-- <= 0) return true
        const holds = await this.#holds(one, name, peer)
        if (!holds && left > SHRINKS) left = SHRINKS
        return holds
      })
      const details = await fc.check(property, { numRuns, seed })
      if (!details.failed) continue
      this.found++
      await this.#show((details.counterexample as [Scenario])[0], name, peer)
    }
  }

  async #holds(one: Scenario, name: string, peer: Adapter): Promise<boolean> {
    const quick = await this.#compare(one, name, peer, QUICK)
    if (quick !== null && quick.cause !== null)
      this.causes.set(quick.cause.id, (this.causes.get(quick.cause.id) ?? 0) + 1)
    if (quick === null || quick.cause !== null) return true
    const slow = await this.#compare(one, name, peer, SLOW) // on a busy machine an answer can be late
    return slow === null || slow.cause !== null
  }

  async #compare(one: Scenario, name: string, peer: Adapter, limits: Limits): Promise<Verdict | null> {
    const ours = await outcomeOf(one, this.#subject, limits)
    const theirs = await outcomeOf(one, peer, limits)
    return verdictOf({ scenario: one, peer: name, ours, theirs })
  }

  async #show(one: Scenario, name: string, peer: Adapter): Promise<void> {
    const verdict = await this.#compare(one, name, peer, SLOW)
    if (verdict === null) return
    const { part, ours, theirs, at } = verdict.difference
    const send = at < 0 ? '' : ` of ${JSON.stringify(one.sends[at])}`
    process.stdout.write(
      `\n✗ ${part}${send}\n  touchstone ${JSON.stringify(ours)}\n  ${name} ${JSON.stringify(theirs)}\n`,
    )
    process.stdout.write(
      `  ${JSON.stringify({ ...one, sends: at < 0 ? one.sends : one.sends.slice(0, at + 1) })}\n`,
    )
  }
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
  const search = new Search(chosen, await loadBuiltIn('touchstone'), peers)
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

process.on('uncaughtException', (error) => {
  attribute(error)
})
process.on('unhandledRejection', (error) => {
  attribute(error)
})
process.exit(await main())

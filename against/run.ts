/** `npm run against`: compares with new random inputs until the time is up, and shows what differs as small as it can be. */
import { parseArgs } from 'node:util'
import { AJV } from './ajv/room.ts'
import { type Answered, type Ledger, told } from './compare/ledger.ts'
import type { Room } from './compare/room.ts'
import { FAST_JSON_STRINGIFY } from './fast-json-stringify/room.ts'

const ROOMS: readonly Room[] = [AJV, FAST_JSON_STRINGIFY]
const NAMES = ROOMS.map(({ oracle }) => oracle).join(' or ')
const HELP = `npm run against -- [options]
  --oracle NAME   ${NAMES}; may be repeated (without it: all, in turn)
  --seed N        the first seed; each round takes the next one (without it: one of the clock, which is printed)
  --max-time T    how long: 30s, 10m, 1h (without it: one round of each oracle)
  --inputs        the written inputs at all of their places first
  --help          these lines

Exit codes: 0 nothing differs, 1 a difference that is not listed, 3 the command line is wrong.
`

class Usage extends Error {}

interface Chosen {
  readonly rooms: readonly Room[]
  readonly seed: number
  readonly milliseconds: number
  readonly inputs: boolean
}

function choose(args: string[]): Chosen | null {
  const { values } = parseArgs({
    args,
    options: {
      oracle: { type: 'string', multiple: true },
      seed: { type: 'string' },
      'max-time': { type: 'string' },
      inputs: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return null
  const wanted = values.oracle ?? []
  for (const name of wanted)
    if (!ROOMS.some(({ oracle }) => oracle === name))
      throw new Usage(`--oracle is ${name}; right would be ${NAMES}`)
  const seed = values.seed === undefined ? Date.now() % 1_000_000_000 : Number(values.seed)
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new Usage(`--seed is ${values.seed}; right would be an integer from 0, such as 7`)
  return {
    rooms: wanted.length === 0 ? ROOMS : ROOMS.filter(({ oracle }) => wanted.includes(oracle)),
    seed,
    milliseconds: values['max-time'] === undefined ? 0 : durationOf(values['max-time']),
    inputs: values.inputs ?? false,
  }
}

function durationOf(text: string): number {
  const [, count, unit] = /^(\d+)(s|m|h)$/.exec(text) ?? []
  if (!count || !unit) throw new Usage(`--max-time is ${text}; right would be 30s, 10m or 1h`)
  return Number(count) * { s: 1000, m: 60_000, h: 3_600_000 }[unit as 's']
}

/** Progress goes where results do not. */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`)
}

async function show(room: Room, found: readonly Answered[], seed: string): Promise<void> {
  for (const one of found) {
    const minimal = await room.minimal(one)
    progress('')
    process.stdout.write(`${told(room.oracle, minimal)}\n  found by    ${seed}\n\n`)
  }
}

/** Compares until the time is up; the number of differences. */
async function search({ rooms, seed, milliseconds, inputs }: Chosen): Promise<number> {
  const started = performance.now()
  const ledgers = new Map<Room, Ledger>(rooms.map((room) => [room, room.ledger()]))
  let different = 0
  const run = async (room: Room, by: string, compare: (ledger: Ledger) => Promise<void>): Promise<void> => {
    const ledger = ledgers.get(room)!
    const before = ledger.unlisted.length
    await compare(ledger)
    await show(room, ledger.unlisted.slice(before), by)
  }
  if (inputs)
    for (const room of rooms) await run(room, 'the written inputs', (ledger) => room.fixed(ledger, 1))
  let round = 0
  do {
    for (const room of rooms) {
      const own = seed + round
      await run(room, `--oracle ${room.oracle} --seed ${own}`, (ledger) => room.random(ledger, own))
      const left = Math.max(0, Math.round((milliseconds - (performance.now() - started)) / 1000))
      const count = [...ledgers.values()].reduce((sum, { compared }) => sum + compared, 0)
      progress(`${room.oracle}, seed ${own}: ${count} answers compared, ${left} s left`)
    }
    round++
  } while (performance.now() - started < milliseconds)
  progress('')
  for (const [room, ledger] of ledgers) {
    different += ledger.different
    process.stdout.write(`${room.oracle}: seeds ${seed} to ${seed + round - 1}, ${ledger.summary()}\n`)
  }
  return different
}

try {
  const chosen = choose(process.argv.slice(2))
  if (chosen === null) process.stdout.write(HELP)
  else process.exitCode = (await search(chosen)) === 0 ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`)
  process.exitCode = 3
}

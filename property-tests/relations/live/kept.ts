/** F20: on a kept connection, in bursts of any size and cut anywhere, requests get the answers that each gets on its own. */
import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { within } from '../../../conformance/contract/deadline.ts'
import { createRecorder } from '../../../conformance/contract/recorder.ts'
import type { CanonicalAnswer } from '../../../conformance/contract/result.ts'
import { canonicalAnswer, wireRequest } from '../../../conformance/wire/requests.ts'
import { Connection, requestBytes } from '../../../conformance/wire/socket.ts'
import type { Program, SendForm, Transport } from '../../../spec/case.ts'
import { liveScenario } from '../../live/scenario.ts'
import { observe } from '../../property/observe.ts'
import type { Property, Scenario, World } from '../../property/property.ts'

interface Burst {
  /** how many requests are written before an answer is read */
  size: number
  /** the request that it begins with */
  from: number
  /** where its bytes are cut, in thousandths */
  cuts: number[]
  /** whether the first one has a large body */
  large: boolean
}

interface Kept extends Scenario {
  bursts: Burst[]
}

const COUNTED: Program = [
  {
    addHook: [
      'onRequest',
      { style: 'async', do: [{ trace: { counted: 1, port: { $get: 'request.raw.socket.remotePort' } } }] },
    ],
  },
  {
    addHook: [
      'onResponse',
      { style: 'async', do: [{ trace: { counted: -1, port: { $get: 'request.raw.socket.remotePort' } } }] },
    ],
  },
]
/** How many requests of one connection may run at a time. */
const AT_A_TIME = 10

const LARGE: SendForm = {
  method: 'POST',
  url: '/large',
  text: { $repeat: ['x', 150_000] },
  contentType: 'text/plain',
}

export const kept: Property<Kept> = {
  id: 'F20',
  title:
    'on a kept connection, pipelined in bursts and cut anywhere, requests get the answers that each gets alone',
  precondition: 'hooks and handlers without state of their own',
  catches:
    'lanes that stay closed, listeners that accumulate, bodies and answers that are taken for those of a neighbour',
  rules: ['SEC-6-pipeline'],
  runs: 12,
  arbitrary: fc
    .tuple(
      liveScenario(),
      fc.array(
        fc.record({
          size: fc.oneof(
            { weight: 2, arbitrary: fc.integer({ min: 1, max: 4 }) },
            fc.integer({ min: 8, max: 24 }),
          ),
          from: fc.nat(7),
          cuts: fc.array(fc.nat(1000), { maxLength: 3 }),
          large: fc.boolean(),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    )
    .map(([{ app, sends }, bursts]) => ({
      app: {
        ...app,
        do: [...COUNTED, ...app.do, { post: '/large', do: [{ send: { $repeat: ['y', 300_000] } }] }],
      },
      sends: [...sends, LARGE],
      bursts,
    })),
  async check(value, world) {
    const single = await observe(value, world, 'fresh')
    if (single.boot !== null) return
    const warnings: string[] = []
    const warned = ({ name, message }: Error): void => void warnings.push(`${name}: ${message}`)
    process.on('warning', warned)
    try {
      await inBursts(
        value,
        single.exchanges.map(({ answer }) => answer),
        world,
      )
      await nextTurn()
    } finally {
      process.off('warning', warned)
    }
    assert.deepEqual(
      warnings.filter((one) => one.startsWith('MaxListeners')),
      [],
    )
  },
  scenarios: (value) => [value],
}

async function inBursts(
  { app, sends, bursts }: Kept,
  single: readonly (CanonicalAnswer | null)[],
  world: World,
): Promise<void> {
  const recorder = createRecorder()
  const application = await world.subject.build(app, recorder)
  try {
    const port = await application.listen({ port: 0, host: '127.0.0.1' })
    const client = new Client(port, sends, single)
    for (const burst of bursts) await within(8000, 'a burst', client.send(burst))
    client.close()
    const running = new Map<unknown, number>()
    for (const { value } of recorder.trace) {
      const { counted, port } = Object(value) as { counted?: number; port?: number }
      if (counted === undefined) continue
      running.set(port, (running.get(port) ?? 0) + counted)
      assert.ok(
        running.get(port)! <= AT_A_TIME,
        `${running.get(port)} requests of a connection run at a time`,
      )
    }
  } finally {
    await within(5000, 'closing', application.close())
  }
}

class Client {
  readonly #port: number
  readonly #sends: readonly SendForm[]
  readonly #single: readonly (CanonicalAnswer | null)[]
  #connection: Connection | null = null

  constructor(port: number, sends: readonly SendForm[], single: readonly (CanonicalAnswer | null)[]) {
    this.#port = port
    this.#sends = sends
    this.#single = single
  }

  /** What a closed connection left unanswered is sent again, on the next one. */
  async send({ size, from, cuts, large }: Burst): Promise<void> {
    const last = this.#sends.length - 1
    // A large body that is refused takes its connection with it, before its answer is read.
    const takesLarge = large && this.#single[last]?.text.startsWith('yyy')
    let left = Array.from({ length: size }, (_, at) =>
      takesLarge && at === 0 ? last : (from + at) % last,
    ).filter((at) => this.#single[at] !== null)
    while (left.length > 0) {
      if (this.#connection === null || this.#connection.closed) {
        this.#connection?.destroy()
        this.#connection = await Connection.open(this.#port)
      }
      const answered = await this.#exchange(this.#connection, left, cuts)
      left = left.slice(answered)
      if (answered === 0) await this.#once()
    }
    this.#failures = 0
  }

  #failures = 0
  /** An idle connection may be closed while a burst is under way to it; a new one may not. */
  async #once(): Promise<void> {
    this.#failures++
    assert.ok(this.#failures < 3, 'connections end without an answer')
    await nextTurn()
  }

  /** How many of the requests were answered before the connection ended. */
  async #exchange(connection: Connection, all: readonly number[], cuts: readonly number[]): Promise<number> {
    const requests = all.map((at) => wireRequest(this.#sends[at]!))
    const bytes = Buffer.concat(requests.flatMap(requestBytes))
    const places = [...cuts].sort((a, b) => a - b).map((cut) => Math.floor((cut * bytes.length) / 1000))
    let begin = 0
    const writing = (async () => {
      for (const end of [...places, bytes.length]) {
        if (!connection.closed && end > begin) await connection.write(bytes.subarray(begin, end))
        begin = end
        await nextTurn()
      }
    })()
    for (const [index, { method }] of requests.entries()) {
      const answer = await connection.answer(method)
      if (answer === null) return index
      const at = all[index]!
      assert.deepEqual(
        canonicalAnswer(answer, method),
        this.#single[at],
        `request ${at}, ${index} of its burst`,
      )
    }
    await writing
    return all.length
  }

  close(): void {
    this.#connection?.destroy()
  }
}

interface Carried extends Scenario {
  transport: Transport
}

export const carried: Property<Carried> = {
  id: 'F25',
  title:
    'a live program answers the same over inject and every mode of a socket, in the same asynchronous context',
  precondition: 'nothing takes the raw reply, which has headers of its own on a socket',
  catches: 'contexts that are lost with the body, bodies in pieces, state of a connection',
  rules: ['RUL-20'],
  runs: 20,
  arbitrary: fc
    .tuple(liveScenario(), fc.constantFrom<Transport>('socket', 'fresh', 'split', 'chunked'))
    .map(([{ app, sends }, transport]) => ({ app, sends, transport })),
  async check(value, world) {
    fc.pre(!/hijack|raw.end|rewriteUrl|content-length/.test(JSON.stringify(value.app)))
    const injected = await observe(value, world)
    if (injected.boot !== null) return
    assert.deepEqual(await observe(value, world, value.transport), injected, `inject and ${value.transport}`)
  },
  scenarios: (value) => [value],
}

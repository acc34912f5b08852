// Tries single cases on the modules of src/ beside this file, which can be reloaded.

import type { Transport } from '../../../spec/case.ts'
import { type LoadedCase, loadSuite } from '../../../spec/load.ts'
import { fromFastifyLike } from '../../adapters/fastify-like.ts'
import { onNodeEngine } from '../../adapters/node-engine.ts'
import type { Adapter } from '../../contract/adapter.ts'
import { attribute } from '../../contract/faults.ts'
import { executeCase } from '../../run/execute.ts'
import { exchangesOn, transportsOf } from '../../wire/modes.ts'
import { freshly } from './fresh.ts'
import { type Done, takeWork, watchWork } from './work.ts'

/** Milliseconds after which a mutant counts as hanging; on the original no exchange takes a tenth of it. */
const EXCHANGE_LIMIT = 1500

interface Face {
  default: (options?: unknown) => unknown
  plugin: never
  bearerAuth: unknown
}

/** A case as it is tried: over which transports, and whether node's own HTTP is under the servers. */
interface Trial {
  readonly one: LoadedCase
  readonly transports: Transport[]
  readonly onNode: boolean
}

/** What else a case is tried over, in turn: HTTP/2, the modes of a socket, and node's HTTP are reached by some of the cases each. */
const TURNS: readonly (readonly [transport: Transport, onNode: boolean])[] = [
  ['socket', false],
  ['h2c', false],
  ['socket', true],
  ['pipelined', false],
  ['fresh', false],
  ['h2c', true],
  ['socket', false],
  ['split', true],
  ['chunked', false],
  ['socket', true],
]

export class CaseTrials {
  readonly #trials: Map<string, Trial>
  #adapters: readonly [engine: Adapter, node: Adapter] | null = null
  #load: (() => Face) | null = null

  constructor() {
    watchWork(import.meta.url)
    const { cases } = loadSuite({ unchecked: true })
    this.#trials = new Map(cases.flatMap(trialsOf))
    for (const event of ['uncaughtException', 'unhandledRejection'])
      process.on(event, (error: unknown) => void attribute(error))
  }

  get ids(): string[] {
    return [...this.#trials.keys()]
  }

  has(id: string): boolean {
    return this.#trials.has(id)
  }

  /** Loads src/ again, so that nothing is left of what ran before. */
  renew(): void {
    this.#load ??= freshly<Face>(new URL('../../../src/index.js', import.meta.url).href)
    const face = this.#load()
    const { plugin: wrap, bearerAuth } = face
    const parts = {
      name: 'touchstone',
      version: '',
      wrap,
      bearerAuth,
      leavesInputs: true,
      answers: 'known' as const,
    }
    this.#adapters = [
      fromFastifyLike(face.default, parts),
      fromFastifyLike(onNodeEngine(face.default), parts),
    ]
  }

  /** What the libraries and node did since the last call. */
  takeWork(): Done {
    return takeWork()
  }

  /** null where the case passes, else what was seen instead. */
  async try(id: string): Promise<string | null> {
    const trial = this.#trials.get(id)
    if (!trial || !this.#adapters) throw new Error(`there is no trial ${id}`)
    const { one, transports, onNode } = trial
    const body = { ...one.body, timeoutMs: one.body.timeoutMs ?? EXCHANGE_LIMIT }
    const adapter = this.#adapters[onNode ? 1 : 0]
    const done = await executeCase(adapter, body, transports)
    for (const cells of done.values()) {
      for (const [exchange, { outcome, reason, difference }] of cells) {
        if (outcome !== 'pass') return `${id}#${exchange} ${outcome} ${reason ?? JSON.stringify(difference)}`
      }
    }
    return null
  }
}

/** A case over inject, which is quick, or all that it needs; and over one of the turns, where one shows as much. */
function trialsOf(one: LoadedCase, at: number): [string, Trial][] {
  const { id, body } = one
  const transports = firstOf(body)
  const trials: [string, Trial][] = [[id, { one, transports, onNode: false }]]
  for (let turn = 0; turn < TURNS.length; turn++) {
    const [transport, onNode] = TURNS[(at + turn) % TURNS.length]!
    if (transportsOf(body, [transport]).length === 0) continue
    if (!onNode && transports.includes(transport)) continue
    trials.push([
      `${id} over ${transport}${onNode ? ' of node' : ''}`,
      { one, transports: [transport], onNode },
    ])
    break
  }
  return trials
}

/** inject, and the socket where an exchange of the case needs it. */
function firstOf(body: LoadedCase['body']): Transport[] {
  const all = transportsOf(body, ['inject', 'socket'])
  return exchangesOn(body, 'inject').length === body.exchanges.length && all.includes('inject')
    ? ['inject']
    : all
}

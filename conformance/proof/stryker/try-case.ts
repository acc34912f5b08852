// Tries single cases on the modules of src/ beside this file, which can be reloaded.

import type { Transport } from '../../../spec/case.ts'
import { type LoadedCase, loadSuite } from '../../../spec/load.ts'
import { fromFastifyLike } from '../../adapters/fastify-like.ts'
import type { Adapter } from '../../contract/adapter.ts'
import { attribute } from '../../contract/faults.ts'
import { executeCase } from '../../run/execute.ts'
import { exchangesOn, transportsOf } from '../../wire/modes.ts'

/** Milliseconds after which a mutant counts as hanging; on the original no exchange takes a tenth of it. */
const EXCHANGE_LIMIT = 1500

interface Face {
  default: unknown
  plugin: never
  bearerAuth: unknown
}

export class CaseTrials {
  readonly #cases: Map<string, LoadedCase>
  #adapter: Adapter | null = null
  #generation = 0

  constructor() {
    const { cases } = loadSuite({ unchecked: true })
    this.#cases = new Map(cases.map((one) => [one.id, one]))
    for (const event of ['uncaughtException', 'unhandledRejection'])
      process.on(event, (error: unknown) => void attribute(error))
  }

  get ids(): string[] {
    return [...this.#cases.keys()]
  }

  /** Loads src/ again, so that nothing is left of what ran before. */
  async renew(): Promise<void> {
    const url = new URL(`../../../src/index.js?generation=${++this.#generation}`, import.meta.url)
    const face = (await import(url.href)) as Face
    const { plugin: wrap, bearerAuth } = face
    this.#adapter = fromFastifyLike(face.default, { name: 'touchstone', version: '', wrap, bearerAuth })
  }

  /** null where the case passes, else what was seen instead. */
  async try(id: string): Promise<string | null> {
    const one = this.#cases.get(id)
    if (!one || !this.#adapter) throw new Error(`there is no case ${id}`)
    const body = { ...one.body, timeoutMs: one.body.timeoutMs ?? EXCHANGE_LIMIT }
    for (const cells of (await executeCase(this.#adapter, body, transportsFor(one))).values()) {
      for (const [exchange, { outcome, reason, difference }] of cells) {
        if (outcome !== 'pass') return `${id}#${exchange} ${outcome} ${reason ?? JSON.stringify(difference)}`
      }
    }
    return null
  }
}

/** inject, which is quick, and the socket where an exchange of the case needs it. */
function transportsFor({ body }: LoadedCase): Transport[] {
  const all = transportsOf(body, ['inject', 'socket'])
  return exchangesOn(body, 'inject').length === body.exchanges.length && all.includes('inject')
    ? ['inject']
    : all
}

// What is seen of a run of `touchstone fuzz` while it goes on.

import { visible } from '../../../conformance/markup/escape.ts'
import type { Finding, Progress } from '../../../fuzz/index.ts'
import { complain } from '../../options/say.ts'

/** On a terminal one line that is overwritten; findings are printed as they come. */
export class ProgressLine {
  readonly #live = Boolean(process.stderr.isTTY)
  readonly #startedAt = performance.now()
  #shown = false

  show({ phase, requests, findings }: Progress): void {
    if (!this.#live) return
    const rate = Math.round(requests / ((performance.now() - this.#startedAt) / 1000))
    process.stderr.write(`\r\u001b[K${phase} · ${requests} requests · ${rate}/s · ${findings} found`)
    this.#shown = true
  }

  tell({ check, route, severity }: Finding): void {
    if (!this.#live || severity !== 'error') return
    this.end()
    complain(`✗ ${check}  ${visible(route)}\n`)
  }

  end(): void {
    if (this.#shown) process.stderr.write('\r\u001b[K')
    this.#shown = false
  }
}

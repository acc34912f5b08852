/** A target with what the configuration says of it: seeded, reset, asked through the hook, judged by own checks, not too fast. */
import { setTimeout as sleep } from 'node:timers/promises'
import { called, PATIENCE, SetupError } from '../target/called.ts'
import { injectable } from '../target/injectable.ts'
import type { Answer, AskOptions, ExportForm, Target, TargetRoute, WireRequest } from '../target/target.ts'
import { chosenOf } from './chosen.ts'
import type { Setup, Shown } from './setup.ts'

/** A target that is configured already stays as it is. */
export function configured(target: Target, setup: Setup, maxTime = PATIENCE): Target {
  if (target instanceof Configured) return target
  return new Configured(target, setup, { at: 0, patience: Math.min(PATIENCE, maxTime) })
}

/** What fresh applications share. */
interface Shared {
  /** When the next request may be sent. */
  at: number
  /** Milliseconds for a function of the configuration. */
  readonly patience: number
}

class Configured implements Target {
  readonly name: string
  readonly notes: string[]
  readonly form?: ExportForm
  readonly app?: object
  readonly askOverSocket?: NonNullable<Target['askOverSocket']>
  readonly rush?: NonNullable<Target['rush']>
  readonly memory?: NonNullable<Target['memory']>
  readonly fresh?: NonNullable<Target['fresh']>
  resets?: number
  readonly #inner: Target
  readonly #setup: Setup
  readonly #shared: Shared

  constructor(inner: Target, setup: Setup, shared: Shared) {
    this.#inner = inner
    this.#setup = setup
    this.#shared = shared
    this.name = inner.name
    this.notes = inner.notes
    if (inner.app) this.app = inner.app
    if (inner.form) this.form = inner.form
    if (inner.askOverSocket)
      this.askOverSocket = (request, options) =>
        this.#asked(request, () => inner.askOverSocket!(request, options))
    if (inner.rush) this.rush = () => inner.rush!()
    if (inner.memory) this.memory = () => inner.memory!()
    const { fresh } = inner
    if (fresh)
      this.fresh = async () => {
        const another = new Configured(await fresh.call(inner), setup, shared)
        await another.#prepare()
        return another
      }
    else if (setup.reset) {
      this.resets = 0
      this.fresh = async () => {
        this.resets!++
        await this.#prepare()
        return this.#same()
      }
    }
  }

  /** The same server after its reset. */
  #same(): Target {
    const { name, notes } = this
    return {
      ...{ name, notes, routes: () => this.routes(), ask: this.ask.bind(this), close: async () => {} },
      ...(this.rush ? { rush: this.rush } : {}),
    }
  }

  get restarts(): number {
    return this.#inner.restarts ?? 0
  }

  async routes(): Promise<readonly TargetRoute[]> {
    const all = await this.#inner.routes()
    const { include, exclude } = this.#setup
    const { routes, idle } = chosenOf(all, include, exclude)
    for (const one of idle) this.notes.push(`"${one}" of include and exclude matches no route.`)
    if (routes.length === 0 && all.length > 0)
      throw new SetupError(`"include" and "exclude" leave none of the ${all.length} routes.`)
    await this.#prepare()
    return routes
  }

  ask(request: WireRequest, options: AskOptions): Promise<Answer> {
    return this.#asked(request, () => this.#inner.ask(request, options))
  }

  async #asked(request: WireRequest, send: () => Promise<Answer>): Promise<Answer> {
    const { beforeRequest, checks, rate } = this.#setup
    const { patience } = this.#shared
    if (rate !== undefined) await this.#turn(rate)
    if (beforeRequest) {
      const changed = await called('beforeRequest', () => beforeRequest(request), patience)
      // The request that was sent is the one that findings, tests and repetitions have.
      if (typeof changed === 'object' && changed !== null) Object.assign(request, changed)
    }
    const answer = await send()
    if (checks === undefined) return answer
    const own: NonNullable<Answer['own']> = []
    for (const [name, check] of Object.entries(checks)) {
      const why = await called(`checks.${name}`, () => check({ request, answer: shown(answer) }), patience)
      if (typeof why === 'string' && why !== '') own.push({ check: name, why })
    }
    return own.length === 0 ? answer : { ...answer, own }
  }

  async #turn(rate: number): Promise<void> {
    const now = performance.now()
    const at = Math.max(now, this.#shared.at)
    this.#shared.at = at + 1000 / rate
    if (at > now) await sleep(at - now)
  }

  async #prepare(): Promise<void> {
    const { reset, seed } = this.#setup
    const { patience } = this.#shared
    const app = injectable(this.#inner)
    if (reset) await called('reset', () => reset(app), patience)
    if (seed) await called('seed', () => seed(app), patience)
  }

  close(): Promise<void> {
    return this.#inner.close()
  }
}

function shown({ status, headers, body }: Answer): Shown {
  const json = (): unknown => {
    try {
      return JSON.parse(body)
    } catch {
      return undefined
    }
  }
  return { status, headers, body, json }
}

// Faux implementations: touchstone with one defect each, whose verdicts are known in advance.

import type { ServerResponse } from 'node:http'
import * as touchstone from '../../../src/index.ts'
import { type FastifyLike, fromFastifyLike } from '../../adapters/fastify-like.ts'
import type { Adapter } from '../../contract/adapter.ts'

export interface Faux {
  name: string
  /** The one thing that is wrong with it. */
  defect: string
  /** The cases to try, beside the sample that all share: those around the defect. */
  filter: string[]
  /** Only the cases of the filter, because each of its answers takes long. */
  only?: true
  adapter: Adapter
}

type Fn = (this: Instance, ...args: unknown[]) => unknown

/** The members of an instance that defects change. */
export interface Instance {
  [name: string]: unknown
  addHook: (name: string, hook: unknown) => unknown
}

const face = touchstone as unknown as { default: (options?: unknown) => Instance; plugin: never } & Record<
  'bearerAuth',
  unknown
>

export interface Changes {
  /** Of the options of the factory. */
  options?: (options: Record<string, unknown>) => Record<string, unknown>
  /** Of the root instance, before anything is declared. */
  instance?: (root: Instance) => void
  /** Of what the adapter says of itself. */
  parts?: Partial<FastifyLike>
}

/** The adapter of a touchstone that was changed. */
export function changed(name: string, { options, instance, parts }: Changes): Adapter {
  const factory = (given?: unknown): Instance => {
    const own = options && isPlain(given) ? options(given ?? {}) : given
    const root = own === undefined ? face.default() : face.default(own)
    instance?.(root)
    return root
  }
  const { plugin: wrap, bearerAuth } = face
  return fromFastifyLike(factory, { name, version: '0.0.0', wrap, bearerAuth, ...parts })
}

function isPlain(given: unknown): given is Record<string, unknown> | undefined {
  return given === undefined || (typeof given === 'object' && given !== null && !Array.isArray(given))
}

/** A method of all instances below the root, which inherit from it, with the original at hand. */
export function override(root: Instance, name: string, make: (original: Fn) => Fn): void {
  root[name] = make(root[name] as Fn)
}

/** Changes each response before any other hook sees the request. */
export function eachResponse(root: Instance, change: (res: ServerResponse) => void): void {
  root.addHook('onRequest', (_: unknown, reply: { raw: ServerResponse }, done: () => void) => {
    change(reply.raw)
    done()
  })
}

/** Writes each head with another status. */
export function forceStatus(res: ServerResponse, choose: (status: number) => number): void {
  const writeHead = res.writeHead.bind(res) as (status: number, ...rest: unknown[]) => ServerResponse
  res.writeHead = ((status: number, ...rest: unknown[]) => writeHead(choose(status), ...rest)) as never
}

export const kSkipOverride = Symbol.for('skip-override')
export { face }

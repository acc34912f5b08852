// touchstone itself, through its public face alone.

import { readFileSync } from 'node:fs'
import * as touchstone from '../../src/index.ts'
import { fromFastifyLike } from './fastify-like.ts'
import { onNodeEngine } from './node-engine.ts'
import { onReadyCode } from './ready-code.ts'

const face = touchstone as unknown as {
  default: (options?: unknown) => unknown
  plugin: never
  bearerAuth: unknown
}
const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))

const parts = {
  name: 'touchstone',
  version,
  wrap: face.plugin,
  bearerAuth: face.bearerAuth,
  leavesInputs: true,
  fetch: true,
  told: new Set<string>(),
}

export const adapter = fromFastifyLike(face.default, parts)

/** The same with `engine: 'node'`. */
export const onNode = fromFastifyLike(onNodeEngine(face.default), { ...parts, name: 'touchstone-node' })

/** The same with `codeGeneration: 'ready'`; requests cannot generate code. */
export const whenReady = fromFastifyLike(onReadyCode(face.default), { ...parts, name: 'touchstone-ready' })

/** The same with `line: 5`, for the cases of both lines: those of the fourth are skipped. */
export const inLine5 = fromFastifyLike((options: unknown = {}) => face.default(ofLine5(options)), {
  ...parts,
  name: 'touchstone-5',
  line: 5,
})

function ofLine5(options: unknown): unknown {
  const isPlain = options !== null && typeof options === 'object' && !Array.isArray(options)
  return isPlain ? { line: 5, ...options } : options
}

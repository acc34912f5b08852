// touchstone itself, through its public face alone.

import { readFileSync } from 'node:fs'
import * as touchstone from '../../src/index.ts'
import { fromFastifyLike } from './fastify-like.ts'

const face = touchstone as unknown as { default: unknown; plugin: never; bearerAuth: unknown }
const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))

const parts = {
  name: 'touchstone',
  version,
  wrap: face.plugin,
  bearerAuth: face.bearerAuth,
  leavesInputs: true,
  told: new Set<string>(),
}

export const adapter = fromFastifyLike(face.default, parts)

/** The same with node:http alone under every server. */
export const onNode = fromFastifyLike(
  (options: unknown) => (face.default as (options: unknown) => unknown)(withEngine(options)),
  { ...parts, name: 'touchstone-node' },
)

function withEngine(options: unknown): unknown {
  const isWrong = options !== undefined && (typeof options !== 'object' || options === null)
  return isWrong ? options : { engine: 'node', ...Object(options) }
}

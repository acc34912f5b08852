// touchstone itself, through its public face alone.

import { readFileSync } from 'node:fs'
import * as touchstone from '../../src/index.ts'
import { fromFastifyLike } from './fastify-like.ts'

const face = touchstone as unknown as { default: unknown; plugin: never; bearerAuth: unknown }
const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))

export const adapter = fromFastifyLike(face.default, {
  name: 'touchstone',
  version,
  wrap: face.plugin,
  bearerAuth: face.bearerAuth,
  leavesInputs: true,
})

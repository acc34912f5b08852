// Fastify 4.17.0, whose interface touchstone has.

import { createRequire } from 'node:module'
import { fromFastifyLike } from './fastify-like.ts'

const require = createRequire(import.meta.url)

export const adapter = fromFastifyLike(require('fastify-4.17'), {
  name: 'fastify-4.17',
  version: require('fastify-4.17/package.json').version,
  lacks: ['listen-signal', 'body-content-map', 'strict-responses', 'touchstone-version'],
  wrap: require('fastify-plugin'),
  bearerAuth: require('@fastify/bearer-auth'),
})

// Fastify 4.29.1, the last of its major version.

import { createRequire } from 'node:module'
import { fromFastifyLike } from './fastify-like.ts'

const require = createRequire(import.meta.url)

export const adapter = fromFastifyLike(require('fastify-4.29'), {
  name: 'fastify-4.29',
  version: require('fastify-4.29/package.json').version,
  lacks: ['body-content-map', 'strict-responses', 'touchstone-version'],
  wrap: require('fastify-plugin'),
  bearerAuth: require('@fastify/bearer-auth'),
})

// The newest Fastify 5. The bearer plugin of the version 4 line runs on it once its version check is lifted.

import { createRequire } from 'node:module'
import { fromFastifyLike } from './fastify-like.ts'

const require = createRequire(import.meta.url)
const wrap = require('fastify-plugin')
const bearerAuth = require('@fastify/bearer-auth').default

export const adapter = fromFastifyLike(require('fastify-5'), {
  name: 'fastify-5',
  version: require('fastify-5/package.json').version,
  lacks: ['strict-responses', 'touchstone-version'],
  wrap,
  bearerAuth: wrap((app: unknown, options: unknown, done: unknown) => bearerAuth(app, options, done)),
  adaptOptions: ({ logger, ...options }) =>
    logger !== null && typeof logger === 'object' && 'info' in logger
      ? { ...options, loggerInstance: logger }
      : { ...options, ...(logger === undefined ? {} : { logger }) },
})

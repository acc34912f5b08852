// The lines of Fastify: 4.17.0, whose interface touchstone has; 4.29.1, the last of its major version; the newest 5; the newest
// alpha of 6, which needs Node 22. Each is loaded when it is asked for.

import { createRequire } from 'node:module'
import type { Adapter } from '../contract/adapter.ts'
import { fromFastifyLike } from './fastify-like.ts'
import { shareMetaSchema } from './shared-meta-schema.ts'

const require = createRequire(import.meta.url)

/** Of the fourth line. `name` is that of the adapter and of the package, as it is installed here. */
export function fastify4(name: 'fastify-4.17' | 'fastify-4.29'): Adapter {
  shareMetaSchema()
  const lacks = [
    'time-limits',
    'body-content-map',
    'line-5',
    'line-options',
    'strict-responses',
    'touchstone-version',
  ] as const
  return fromFastifyLike(require(name), {
    name,
    version: require(`${name}/package.json`).version,
    lacks: name === 'fastify-4.17' ? ['listen-signal', ...lacks] : [...lacks],
    wrap: require('fastify-plugin'),
    bearerAuth: require('@fastify/bearer-auth'),
  })
}

/** Of the lines after the fourth. The bearer plugin of the version 4 line runs on them once its version check is lifted. */
export function afterFastify4(name: 'fastify-5' | 'fastify-6'): Adapter {
  shareMetaSchema()
  const wrap = require('fastify-plugin')
  const bearerAuth = require('@fastify/bearer-auth').default
  return fromFastifyLike(require(name), {
    name,
    version: require(`${name}/package.json`).version,
    lacks: ['line-options', 'strict-responses', 'touchstone-version'],
    line: 5,
    wrap,
    bearerAuth: wrap((app: unknown, options: unknown, done: unknown) => bearerAuth(app, options, done)),
    // There a custom logger has its own option.
    adaptOptions: ({ logger, line: _, ...options }) =>
      logger !== null && typeof logger === 'object' && 'info' in logger
        ? { ...options, loggerInstance: logger }
        : { ...options, ...(logger === undefined ? {} : { logger }) },
  })
}

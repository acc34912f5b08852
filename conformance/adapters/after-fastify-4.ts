// The lines of Fastify after the fourth. The bearer plugin of the version 4 line runs on them once its version check is lifted.

import { createRequire } from 'node:module'
import type { Adapter } from '../contract/adapter.ts'
import { fromFastifyLike } from './fastify-like.ts'

const require = createRequire(import.meta.url)
const wrap = require('fastify-plugin')
const bearerAuth = require('@fastify/bearer-auth').default

/** `name` is that of the adapter and of the package, as it is installed here. */
export function afterFastify4(name: string): Adapter {
  return fromFastifyLike(require(name), {
    name,
    version: require(`${name}/package.json`).version,
    lacks: ['strict-responses', 'touchstone-version'],
    wrap,
    bearerAuth: wrap((app: unknown, options: unknown, done: unknown) => bearerAuth(app, options, done)),
    // There a custom logger has its own option.
    adaptOptions: ({ logger, ...options }) =>
      logger !== null && typeof logger === 'object' && 'info' in logger
        ? { ...options, loggerInstance: logger }
        : { ...options, ...(logger === undefined ? {} : { logger }) },
  })
}

// Hono 4, with its applications within applications and ajv: a framework of another school.

import { fromFastifyLike } from './fastify-like.ts'
import { school } from './schools/hono.ts'
import { createFactory } from './schools/instance.ts'

export const adapter = fromFastifyLike(createFactory(school), {
  name: 'hono',
  version: school.version,
  lacks: [
    'plugin-wrapper',
    'bearer-auth',
    'body-content-map',
    'time-limits',
    'line-5',
    'line-options',
    'strict-responses',
    'touchstone-version',
  ],
  http2: false,
  wrap: (plugin) => plugin,
  bearerAuth: null,
})

// The newest alpha of Fastify 6, which needs Node 22.

import { afterFastify4 } from './after-fastify-4.ts'

export const adapter = afterFastify4('fastify-6')

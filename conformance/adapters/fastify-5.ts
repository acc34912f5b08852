// The newest Fastify 5.

import { afterFastify4 } from './after-fastify-4.ts'

export const adapter = afterFastify4('fastify-5')

/** `touchstone/5`: the types of `touchstone/fastify`, with what requests, replies and applications of the line of Fastify 5 have. */
import fastify = require('./fastify.cjs')

import type {} from './five/members.js' with { 'resolution-mode': 'import' }

export = fastify

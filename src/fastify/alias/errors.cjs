/** `fastify/lib/errors`, where `fastify` is an alias of this package: plugins and their tests look up the codes there. */
'use strict'

module.exports = require('touchstone').errorCodes

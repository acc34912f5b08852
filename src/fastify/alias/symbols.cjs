/** `fastify/lib/symbols`: what adapters of frameworks read there, where `fastify` is an alias of this package. */
'use strict'

exports.kRouteContext = Symbol('fastify.context')

// Published plugins import their types from 'fastify', and merge members into it. In a program that uses `touchstone/fastify`
// that name means the same module, whether a package `fastify` is installed or not.
declare module 'fastify' {
  import fastify = require('touchstone/fastify')
  export = fastify
}
// The files of 4.17's package that plugins reach into for a type.
declare module 'fastify/types/*' {
  import fastify = require('touchstone/fastify')
  export = fastify
}

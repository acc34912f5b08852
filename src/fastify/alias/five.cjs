/** `touchstone/5`: the factory of touchstone with `line: 5`. */
'use strict'

const touchstone = require('touchstone')

const isOptions = (given) => typeof given === 'object' && given !== null && !Array.isArray(given)

function fastify(given) {
  const options = given || {} // as for the factory itself
  if (!isOptions(options)) return touchstone(options)
  const { line } = options
  if (line !== undefined && line !== null && line !== 5 && line !== '5')
    throw new touchstone.errorCodes.FST_ERR_INIT_OPTS_INVALID(
      `line is ${JSON.stringify(line)} and must be left out, or 5: the applications of touchstone/5 are of that line`,
    )
  return touchstone({ ...options, line: 5 })
}

module.exports = Object.assign(fastify, touchstone, { default: fastify, fastify, touchstone: fastify })

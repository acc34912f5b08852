/**
 * `fastify/lib/reply`, where `fastify` is an alias of this package: adapters of frameworks make such a reply for a response of
 * node that has none, to answer from a middleware. It has no route, so no hook runs and no schema shapes it.
 */
'use strict'

const { pipeline } = require('node:stream')

const isBytes = (payload) => typeof payload === 'string' || payload instanceof Uint8Array

function typeOf(payload) {
  if (typeof payload === 'string') return 'text/plain; charset=utf-8'
  return isBytes(payload) ? 'application/octet-stream' : 'application/json; charset=utf-8'
}

module.exports = class Reply {
  constructor(raw, request, log) {
    this.raw = raw
    this.request = request
    this.log = log
  }
  get statusCode() {
    return this.raw.statusCode
  }
  set statusCode(code) {
    this.code(code)
  }
  get sent() {
    return this.raw.headersSent || this.raw.writableEnded
  }
  code(code) {
    this.raw.statusCode = Number(code)
    return this
  }
  status(code) {
    return this.code(code)
  }
  header(name, value = '') {
    this.raw.setHeader(name, value)
    return this
  }
  headers(headers) {
    for (const [name, value] of Object.entries(headers)) this.header(name, value)
    return this
  }
  getHeader(name) {
    return this.raw.getHeader(name)
  }
  getHeaders() {
    return { ...this.raw.getHeaders() }
  }
  hasHeader(name) {
    return this.raw.hasHeader(name)
  }
  removeHeader(name) {
    this.raw.removeHeader(name)
    return this
  }
  type(type) {
    return this.header('content-type', type)
  }
  send(payload) {
    if (this.sent) return this
    if (payload === undefined) {
      this.raw.end()
      return this
    }
    if (typeof payload?.pipe === 'function') {
      pipeline(payload, this.raw, () => {})
      return this
    }
    if (!this.hasHeader('content-type')) this.type(typeOf(payload))
    const body = isBytes(payload) ? payload : JSON.stringify(payload)
    if (!this.hasHeader('content-length')) this.header('content-length', Buffer.byteLength(body))
    this.raw.end(body)
    return this
  }
}

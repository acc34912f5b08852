/** Modules that few applications need. Each is loaded when it is first used, so that the others start sooner. */
import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

export const http2 = (): typeof import('node:http2') => load('node:http2')
export const https = (): typeof import('node:https') => load('node:https')
export const crypto = (): typeof import('node:crypto') => load('node:crypto')
export const dns = (): typeof import('node:dns') => load('node:dns')
export const proxies = (): typeof import('@fastify/proxy-addr') => load('@fastify/proxy-addr')
export const secureJson = (): typeof import('secure-json-parse') => load('secure-json-parse')

/** The server of node:http, by itself: in the build for Workers something else takes the place of this file. */
import http from 'node:http'
import type { RequestListener } from './pipeline.ts'

export function createPlain(options: http.ServerOptions, listener: RequestListener): http.Server {
  return http.createServer(options, listener)
}

/** What takes the place of the server of node:http in the build for Workers: it never listens, and an application has one all the same. */
import { EventEmitter } from 'node:events'
import http from 'node:http'

class NoServer extends EventEmitter {
  readonly listening = false
  listen(): never {
    throw new Error('this runtime has no servers that listen: give app.fetch to it')
  }
  address(): null {
    return null
  }
  close(done?: () => void): this {
    done?.()
    return this
  }
  closeIdleConnections(): void {}
  closeAllConnections(): void {}
}

/** The server of the runtime where it has one with these options. */
export function createPlain(options: http.ServerOptions, listener: http.RequestListener): object {
  try {
    return http.createServer(options, listener)
  } catch {
    return new NoServer()
  }
}

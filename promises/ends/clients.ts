/** Clients that send bytes, read an answer or leave. */
import { connect as connect2, constants, type ServerHttp2Stream } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import type { Scene, Way } from './observe.ts'

/** Sends bytes and resolves with the status of the answer once the connection has ended. */
export async function send({ port }: Scene, text: string): Promise<string> {
  const socket = connect(port(), '127.0.0.1')
  socket.on('error', () => {})
  let got = ''
  socket.on('data', (bytes) => {
    got += bytes
  })
  socket.write(text)
  await ended(socket)
  return statusOf(got)
}
const ended = (socket: Socket): Promise<void> =>
  new Promise((resolve) => (socket.destroyed ? resolve() : socket.once('close', () => resolve())))
const statusOf = (got: string): string => /^HTTP\/1\.1 (\d+)/.exec(got)?.[1] ?? 'nothing'

export const get = (url: string, method = 'GET'): Way['run'] => {
  return (scene) => send(scene, `${method} ${url} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)
}
export const post = (type: string, body: string): Way['run'] => {
  const head = `host: a\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}`
  return (scene) => send(scene, `POST / HTTP/1.1\r\n${head}\r\n\r\n${body}`)
}

/** Sends bytes and breaks the connection, once the application says that it is inside. */
export function leave(text: string, wait: (socket: Socket, scene: Scene) => Promise<unknown>): Way['run'] {
  return async (scene) => {
    const socket = connect(scene.port(), '127.0.0.1')
    socket.on('error', () => {})
    const count = (): Promise<number> =>
      new Promise((resolve) => scene.app.server.getConnections((_error, open) => resolve(open)))
    socket.write(text)
    while ((await count()) === 0) await sleep(1) // a listener for connections would take them from the engine
    await wait(socket, scene)
    socket.resetAndDestroy()
    while ((await count()) > 0) await sleep(1)
    await turn() // it is counted no more before its events
    scene.leave()
    return 'nothing'
  }
}
export const isInside = (_socket: Socket, { inside }: Scene): Promise<void> => inside

/** A request of HTTP/2; with `isGone` the client resets its stream once a handler is inside. */
export const leaveStream =
  (body: string, isGone: boolean): Way['run'] =>
  async (scene) => {
    const client = connect2(`http://127.0.0.1:${scene.port()}`)
    client.on('error', () => {})
    const gone = new Promise((resolve) => {
      scene.app.server.once('stream', (other: ServerHttp2Stream) => other.once('close', resolve))
    })
    const method = body === '' ? 'GET' : 'POST'
    const stream = client.request({ ':method': method, ':path': '/', 'content-type': 'application/json' })
    let status = 'nothing'
    stream.on('response', (headers) => {
      status = String(headers[':status'])
    })
    stream.on('error', () => {})
    const ended = new Promise((resolve) => stream.once('close', resolve))
    stream.resume().end(body)
    if (isGone) {
      await scene.inside
      stream.close(constants.NGHTTP2_CANCEL)
      await gone
    }
    await ended
    scene.leave()
    await new Promise<void>((resolve) => client.close(resolve))
    return status
  }

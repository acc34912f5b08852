// Faux implementations that misbehave as processes or on the wire: they hang, crash, dawdle, or mix connections up.

import { Socket } from 'node:net'
import type { Adapter } from '../../contract/adapter.ts'
import { changed, eachResponse, type Faux, forceStatus } from './faux.ts'

const touchstone = changed('touchstone', {})
/** The status of the last failure on a connection. */
const failed = new WeakMap<object, number>()

function withBuild(name: string, build: Adapter['build']): Adapter {
  return { ...touchstone, name, build }
}

export const WRONG_BEHAVIOUR: Faux[] = [
  {
    name: 'crash-on-build',
    defect: 'throws past everyone when an application is built',
    filter: ['enc-*'],
    only: true,
    adapter: withBuild('crash-on-build', () => {
      setImmediate(() => {
        throw new Error('no application today')
      })
      return new Promise(() => undefined)
    }),
  },
  {
    name: 'build-rejects',
    defect: 'cannot build any application, and says so',
    filter: ['enc-*'],
    only: true,
    adapter: withBuild('build-rejects', async () => {
      throw new Error('no application today')
    }),
  },
  {
    name: 'hangs',
    defect: 'never answers a request',
    filter: ['send-string', 'val-order-of-parts'],
    only: true,
    adapter: changed('hangs', {
      instance: (root) => {
        root.addHook('onRequest', () => new Promise(() => undefined))
      },
    }),
  },
  {
    name: 'slow',
    defect: 'takes its time, and is right',
    filter: ['rule:ENC-1'],
    adapter: changed('slow', {
      instance: (root) => {
        root.addHook('onRequest', (_: unknown, __: unknown, done: () => void) => void setTimeout(done, 30))
      },
    }),
  },
  {
    name: 'socket-only-bug',
    defect: 'sends one header more over a socket than over inject',
    filter: ['rule:INJ-1', 'rule:RUL-20'],
    adapter: changed('socket-only-bug', {
      instance: (root) =>
        eachResponse(root, (res) => {
          if (res.socket instanceof Socket) res.setHeader('x-by-socket', 'yes')
        }),
    }),
  },
  {
    name: 'connection-state-leak',
    defect: 'answers the request after a failed one on a connection with the status of the failure',
    filter: ['rule:SEC-13-a', 'rule:ERT-1'],
    adapter: changed('connection-state-leak', {
      instance: (root) =>
        eachResponse(root, (res) => {
          const { socket } = res
          if (!(socket instanceof Socket)) return
          const before = failed.get(socket)
          forceStatus(res, (status) => {
            if (status >= 400) failed.set(socket, status)
            else failed.delete(socket)
            return before ?? status
          })
        }),
    }),
  },
  {
    name: 'prints-garbage',
    defect: 'writes to stdout while it works: in process that is nobody’s channel',
    filter: ['rule:CTX-*'],
    adapter: withBuild('prints-garbage', (app, recorder) => {
      process.stdout.write('{"garbage": \u0000 not a message\n')
      return touchstone.build(app, recorder)
    }),
  },
]

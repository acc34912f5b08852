/** What a connection needs of its engine. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Outlet } from './answers.ts'
import type { FastWire } from './fast-wire.ts'
import type { Head, Limits } from './head.ts'
import type { NodeSide } from './node-side.ts'

export interface Host extends Outlet {
  readonly server: Server
  readonly head: Head
  readonly limits: Limits
  readonly receive: (wire: FastWire) => void
  /** whether the engine may read the next request */
  readonly takes: boolean
  /** whether a client may end its side and still get an answer */
  readonly halfOpen: boolean
  readonly node: NodeSide
  /** The connection is closed, or that of node. `touched`: since the application has looked at the objects of node. */
  forget(socket: Socket, touched: boolean): void
}

/** Pipelined requests of HTTP/1: how many of one connection are served at a time, and when no more of it is read. */
import { AsyncResource } from 'node:async_hooks'
import type { Socket } from 'node:net'
import type { RawRequest, RawResponse } from '../types/http.ts'

export type RequestListener = (raw: RawRequest, res: RawResponse) => void

/** How many requests run behind the one whose reply is being sent. */
const MOST = 9
/** How many bytes their replies may hold, above which only one of them runs. */
const UNSENT = 65_536

/**
 * Serves what a client has pipelined as fast as it takes the replies. Node pauses late: it parses all that a packet
 * holds. `wasBehind`: the request came behind another one, and is the first in line by now.
 */
export function inTurn(listener: RequestListener, wasBehind = (): boolean => false): RequestListener {
  const lanes = new WeakMap<Socket, Lane>()
  return (raw, res) => {
    if (res.socket !== null && !wasBehind()) {
      listener(raw, res) // it is the first in line: node has given the connection to its reply
      return
    }
    let lane = lanes.get(raw.socket)
    if (lane === undefined) {
      lane = new Lane(raw.socket, listener)
      lanes.set(raw.socket, lane)
    }
    lane.enter(raw, res)
  }
}

class Lane {
  readonly #socket: Socket
  readonly #listener: RequestListener
  readonly #running: RawResponse[] = []
  /** each with the async context in which it arrived: an answer that has left starts it in its own */
  #waiting: [RawRequest, RawResponse, AsyncResource][] = []

  constructor(socket: Socket, listener: RequestListener) {
    this.#socket = socket
    this.#listener = listener
  }

  enter(raw: RawRequest, res: RawResponse): void {
    if (this.#waiting.length === 0 && this.#isFree()) {
      this.#run(raw, res)
      return
    }
    if (this.#waiting.push([raw, res, new AsyncResource('touchstone.waiting')]) > 1) return
    this.#socket.on('resume', this.#hold) // the body of a request that runs would resume it
    this.#socket.pause()
  }

  /** One always runs, so that its end starts the next. */
  #isFree(): boolean {
    const running = this.#running
    if (running.length === 0) return true
    if (running.length >= MOST) return false
    let unsent = 0
    for (const res of running) unsent += res.writableLength
    return unsent < UNSENT
  }

  #run(raw: RawRequest, res: RawResponse): void {
    this.#running.push(res)
    res.once('close', this.#next)
    this.#listener(raw, res)
  }

  readonly #hold = (): void => {
    this.#socket.pause()
  }

  // Replies leave in the order of the requests.
  readonly #next = (): void => {
    this.#running.shift()
    if (this.#socket.destroyed) this.#waiting = []
    if (this.#waiting.length === 0) return
    while (this.#waiting.length > 0 && this.#isFree()) {
      const [raw, res, place] = this.#waiting.shift()!
      place.runInAsyncScope(this.#run, this, raw, res)
    }
    if (this.#waiting.length > 0) return
    this.#socket.removeListener('resume', this.#hold)
    this.#socket.resume()
  }
}

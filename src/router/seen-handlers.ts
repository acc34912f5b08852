/**
 * Agents that trace requests replace `require` and `on` of find-my-way, to learn the route from the handlers that it calls with the
 * objects of node. Where one does, the library has all routes, and gets these objects in the place of the wire.
 */
import type { Wire } from '../serve/wire/wire.ts'

const wires = new WeakMap<object, Wire>() // request of node → its wire

/** The request that the library gets for this wire. */
export function shownRequest(wire: Wire): object {
  const { request } = wire
  wires.set(request, wire)
  return request
}

/** The wire of what the library hands on: that itself, or the request of node. */
export function wireOf(given: Wire | object): Wire {
  return wires.get(given) ?? (given as Wire) // the library was given nothing else
}

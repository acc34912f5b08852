/** The id of a new request. */

import { SafeLog } from '../safe-log.ts'
import { disown } from '../values.ts'
import type { Exchange } from './exchange.ts'
import type { Application } from './plan.ts'
import type { Wire } from './wire/wire.ts'

const idsTold = new WeakSet<object>() // applications whose `genReqId` returned a promise: told once

/** The id of a new request: from its header, from `genReqId`, or from the counter of this server. */
export function createId(x: Exchange): string {
  const { app, genReqId } = x.plan
  // Small enough for V8 to inline it, and what few requests need is a function of its own.
  return genReqId === null && !mayBringId(x.wire, app) ? nextId(app) : chosenId(x)
}

// To read the headers costs more than to look whether this one was sent.
function mayBringId(wire: Wire, { requestIdHeader: name, headersMayChange }: Application): boolean {
  return name !== false && (headersMayChange || wire.mayHave(name))
}

function chosenId(x: Exchange): string {
  const { app, genReqId } = x.plan
  const { requestIdHeader: name } = app
  const given = name !== false && mayBringId(x.wire, app) ? x.wire.headers[name] : undefined
  if (typeof given === 'string' && isId(given)) return given
  if (genReqId !== null) {
    try {
      const made: unknown = genReqId(x.wire.request)
      if (!disown(made)) return made as string // genReqId may return another type, which is not checked
      if (!idsTold.has(app))
        new SafeLog(app.logger).error(
          'genReqId returned a promise, so requests get a number as their id. Return a text',
        )
      idsTold.add(app)
    } catch (error) {
      x.fault = { error }
    }
  }
  return nextId(app)
}

// As on 4.17, a request that brings its id is not counted.
export function nextId(app: Application): string {
  const ordinal = ++app.counter
  return `req-${ordinal.toString(36)}`
}

/** Ids from clients go to logs and other services: a long one, or one with other characters, is not taken. */
function isId(given: string): boolean {
  return given.length <= 128 && /^[\x21-\x7e]+$/.test(given)
}

/** Trailers of a reply: their values are known once its body is sent. */

import { deprecate } from '../../deprecations.ts'
import { errorCodes } from '../../errors.ts'
import type { SafeLog } from '../../safe-log.ts'
import { isThenable, once, type UserFunction } from '../../values.ts'
import type { Wire } from '../wire/wire.ts'

/** Gets the value of every trailer, then ends the message. A trailer that fails is left out: the body is already sent. */
export function endWithTrailers(
  wire: Wire,
  trailers: ReadonlyMap<string, UserFunction>,
  reply: unknown,
  payload: unknown,
  log: SafeLog,
): void {
  const values: Record<string, string> = {}
  let waiting = 1
  const arrived = (): void => {
    if (--waiting > 0) return
    try {
      wire.addTrailers(values)
    } catch (error) {
      log.warn({ err: error }, 'a trailer could not be sent')
    }
    wire.end()
  }
  const add = (name: string, value: unknown): void => {
    try {
      values[name] = String(value)
    } catch (failure) {
      log.debug({ err: failure }, `the trailer '${name}' failed`) // a value without a text
    }
  }
  for (const [name, make] of trailers) {
    waiting++
    const done = once((error: unknown, value?: unknown): void => {
      if (error) log.debug({ err: error }, `the trailer '${name}' failed`)
      else if (value !== undefined && value !== null) add(name, value)
      process.nextTick(arrived)
    })
    const failed = (error: unknown): void => void done(error ?? new errorCodes.FST_ERR_SEND_UNDEFINED_ERR())
    try {
      // `void`: an arrow function may return what the callback returns, which is not a value of the trailer.
      const result = make(reply, payload, (error: unknown, value?: unknown) => void done(error, value))
      if (isThenable(result)) Promise.resolve(result).then((value) => done(null, value), failed)
      else if (result !== undefined && result !== null) {
        deprecate('FSTDEP013', 'A trailer function that returns its value is deprecated: use an async one')
        done(null, result)
      }
    } catch (error) {
      failed(error)
    }
  }
  arrived()
}

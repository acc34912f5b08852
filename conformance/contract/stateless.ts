// Whether one request of a case can leave something for the next, so that each transport needs an application of its own.

import type { Case } from '../../spec/case.ts'

/** Statements and values that keep something, or that look at the time of the application's life. */
const KEEPS =
  /"(?:set|open|wait|later|tick|hang|afterReady|logger|\$log|\$logger|\$stream|\$webStream|\$promise)":/
/** Calls on anything but the exchange itself, by statement or by value. */
const CALLS = /"\$?call":\["(?!(?:reply|request|error|this|ajv)\.)/
const LIFE = /"(?:onReady|onListen|onClose|preClose)"/

export function isStateless(body: Case): boolean {
  if (body.boot === 'manual') return false
  const quiet = body.exchanges.every(
    ({ operation, parallel, when, send, expect }) =>
      (operation === undefined || operation === 'boot') &&
      parallel === undefined &&
      when === undefined &&
      send?.abortWhen === undefined &&
      expect.log === undefined,
  )
  if (!quiet) return false
  const text = JSON.stringify(body.app)
  return !KEEPS.test(text) && !CALLS.test(text) && !LIFE.test(text)
}

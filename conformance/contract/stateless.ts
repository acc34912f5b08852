// Whether a request of a case can affect later requests, so that each transport needs its own application.

import type { Case } from '../../spec/case.ts'

/** Statements and values that keep state, or that depend on the state of the application. */
const KEEPS =
  /"(?:set|open|wait|later|tick|hang|afterReady|logger|\$log|\$logger|\$pino|\$app|\$stream|\$webStream|\$promise)":/
/** Calls on anything but the exchange itself, by statement or by value. */
const CALLS = /"\$?call":\["(?!(?:reply|request|error|this|ajv)\.)/
const LIFE = /"(?:onReady|onListen|onClose|preClose)"/

export function isStateless(body: Case): boolean {
  if (body.boot === 'manual') return false
  const quiet = body.exchanges.every(
    ({ operation, parallel, when, until, awaits, send, expect }) =>
      (operation === undefined || operation === 'boot') &&
      parallel === undefined &&
      [when, until, awaits, send?.on, send?.restWhen, send?.readWhen].every((one) => one === undefined) &&
      send?.abortWhen === undefined &&
      expect.log === undefined &&
      expect.lines === undefined,
  )
  if (!quiet) return false
  const text = JSON.stringify(body.app)
  return !KEEPS.test(text) && !CALLS.test(text) && !LIFE.test(text)
}

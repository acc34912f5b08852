// A case as it is asked over HTTP alone: its application is one context of a fixture, and its texts of errors are assertions of their own.

import type { App, Case, Exchange, Expectation, Json, SendForm, Statement } from '../../spec/case.ts'
import type { LoadedCase } from '../../spec/load.ts'
import { requirementsOf } from '../contract/requirements.ts'
import { isStateless } from '../contract/stateless.ts'

/** What a page in plain words cannot ask of a framework in another language. */
const OUT_OF_REACH: ReadonlySet<string> = new Set(
  'boot-by-hand gates factory-options application-hooks compilers javascript-values async-context logger second-application instance-methods exchange-methods node-objects hijack streams callbacks listen-signal time-limits strict-responses response-validation touchstone-version'.split(
    ' ',
  ),
)

/** The rule of the assertions about texts of errors: no rule of the specification fails for a wording. */
export const TEXTS_RULE = 'FIXTURE-texts'

/** The exchanges of a case that can be decided on the wire; none where the application is out of reach. */
export function wireExchanges(body: Case): Exchange[] {
  const { capabilities, behaviours } = requirementsOf(body)
  if (behaviours.length > 0 || capabilities.some((one) => OUT_OF_REACH.has(one))) return []
  if (body.transports?.includes('socket') === false || !isStateless(body)) return []
  return body.exchanges.filter(isOnWire)
}

function isOnWire({ send, parallel, expect, transports, repeat }: Exchange): boolean {
  if (send === undefined || send.raw !== undefined || parallel !== undefined || repeat !== undefined)
    return false
  if (transports?.includes('socket') === false) return false
  const { probes, rejects, resolves, connections } = expect
  return [probes, rejects, resolves, connections].every((one) => one === undefined)
}

/** The case in the context `prefix` of a fixture. */
export function wireCase({ id, area, file, body }: LoadedCase, fixture: string, prefix: string): LoadedCase {
  const exchanges = wireExchanges(body).map((exchange) => ({
    ...exchange,
    send: below(exchange.send as SendForm, prefix),
    expect: behaviourOf(exchange, body.app),
  }))
  const { transports: _, ...rest } = body
  return { id, area, file, body: { ...rest, app: appBelow(body.app, fixture, prefix), exchanges } }
}

/** The texts of errors of the same case, if its answers have some. */
export function textsCase(one: LoadedCase, fixture: string, prefix: string): LoadedCase | null {
  const whole = wireCase(one, fixture, prefix)
  const exchanges = wireExchanges(one.body).flatMap((exchange, at): Exchange[] => {
    const text = textOf(exchange, one.body.app)
    const { rules: _, ...asked } = whole.body.exchanges[at] as Exchange
    return text === undefined ? [] : [{ ...asked, expect: { json: { $subset: { message: text } } } }]
  })
  if (exchanges.length === 0) return null
  const { ruling: _, ...body } = whole.body
  return {
    ...whole,
    id: `${one.id}~texts`,
    area: 'texts',
    body: {
      ...body,
      id: `${body.id}-texts`,
      rules: [TEXTS_RULE],
      source: 'texts',
      level: 'SHOULD',
      exchanges,
    },
  }
}

/** The application as a plugin with a prefix. */
export function contextOf(app: App, prefix: string): Statement {
  return { register: { name: prefix.slice(1), prefix, do: app.do } }
}

function appBelow(app: App, fixture: string, prefix: string): App {
  return { fixture, do: [contextOf(app, prefix)] }
}

function below(send: SendForm, prefix: string): SendForm {
  const { url } = send
  return { ...send, url: typeof url === 'string' ? prefix + url : { $concat: [prefix, url as Json] } }
}

/** Without the member `message` of the body of an error, of which only its type is asked. */
function behaviourOf(exchange: Exchange, app: App): Expectation {
  const { expect } = exchange
  if (textOf(exchange, app) === undefined) return expect
  const json = expect.json as { [key: string]: Json }
  const [key] = Object.keys(json)
  const members = (key === '$subset' ? json[key] : json) as { [key: string]: Json }
  const without = { ...members, message: { $type: 'string' } }
  return { ...expect, json: key === '$subset' ? { $subset: without } : without }
}

/** What is expected of the member `message`, if the answer is that of an error and the text is not the application's own. */
function textOf({ expect: { status, json } }: Exchange, app: App): Json | undefined {
  if (typeof status !== 'number' || status < 400) return undefined
  if (json === null || typeof json !== 'object' || Array.isArray(json)) return undefined
  const members = json['$subset'] ?? json
  const { message, error, statusCode } = Object(members) as Record<string, Json>
  // A body that the application wrote itself is behaviour, whatever its members are called.
  if (error === undefined && statusCode === undefined) return undefined
  return typeof message === 'string' && JSON.stringify(app).includes(JSON.stringify(message))
    ? undefined
    : message
}

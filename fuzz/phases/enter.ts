/** Before anything else: the identities of the configuration log in. */

import type { Headers, Session } from '../engine/guide.ts'
import type { RoutePlan } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import {
  faultOfHeaders,
  headersAfter,
  type Identity,
  type Login,
  lower,
  sessionOf,
} from '../reach/identities.ts'
import { routeAt } from '../reach/route-match.ts'
import { called, SetupError } from '../target/called.ts'
import { injectable } from '../target/injectable.ts'
import type { Answer, Injectable, WireRequest } from '../target/target.ts'

/** Returns what does it again. Both reject with a SetupError where a login is refused. */
export async function enter(run: Run, identities: readonly Identity[]): Promise<() => Promise<void>> {
  run.phase = 'logins'
  const sessions: [Identity, Session][] = []
  for (const identity of identities) {
    const session = await sessionFor(run, identity)
    run.reach.add(session)
    sessions.push([identity, session])
  }
  return async () => {
    for (const [identity, session] of sessions)
      if (identity.login) session.headers = (await sessionFor(run, identity)).headers
  }
}

async function sessionFor(run: Run, identity: Identity): Promise<Session> {
  const { name, login } = identity
  if (login) run.checkLimits()
  if (typeof login === 'function') return renewing(() => calledLogin(run, name, login))
  const plan = login && run.plans.find((one) => isAt(one, login.method ?? 'POST', login.url))
  // A route that is left out of the run still lets in.
  if (login && !plan) return renewing(() => askedLogin(run, name, login))
  const session = sessionOf(identity, plan)
  if (!session.login) return session
  const answer = (await run.askAs(session.login.plan, session.login.values, session))?.answer
  const headers = answer ? session.login.make?.(answer) : null
  if (!headers) throw refused(name, session.login.plan.name, answer, login as Login)
  session.headers = headers
  return session
}

async function renewing(renew: () => Promise<Headers>): Promise<Session> {
  return { headers: await renew(), login: null, renew }
}

async function calledLogin(run: Run, name: string, login: (app: Injectable) => unknown): Promise<Headers> {
  // What the function asks of routes is in the log, for the sequences that show a finding on a fresh application.
  const send = async (request: WireRequest): Promise<Answer | null> => {
    const found = routeAt(run.plans, request.method, request.url)
    return found ? run.send(found.plan, request) : run.target.ask(request, { timeout: run.options.timeout })
  }
  const headers = await called(`login of ${name}`, () => login(injectable(run.target, send)))
  const fault = faultOfHeaders(headers)
  if (fault !== null)
    throw new SetupError(
      `The login of ${name} returned ${JSON.stringify(headers)}, and what it returns ${fault}`,
    )
  return lower(headers as Headers)
}

async function askedLogin(run: Run, name: string, login: Login): Promise<Headers> {
  const { method = 'POST', url, body } = login
  const answer = await run.target
    .ask(
      {
        method: method.toUpperCase(),
        url,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...run.options.headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
      { timeout: run.options.timeout },
    )
    .catch(() => undefined)
  const headers = answer ? headersAfter(login, answer) : null
  if (!headers) throw refused(name, `${method} ${url}`, answer, login)
  return headers
}

function refused(
  name: string,
  route: string,
  answer: Answer | null | undefined,
  { token }: Login,
): SetupError {
  // What lets in is not told.
  if (answer && answer.status < 300)
    return new SetupError(
      `The login of ${name} (${route}) was accepted with ${answer.status}, and its answer has no ${token === undefined ? 'cookie, and no "token" says where else to look' : `text at "token": "${token}"`}.`,
    )
  const what = answer
    ? `the answer is ${answer.status}${answer.status === 404 ? ', as if there is no such route:' : ''} ${answer.body.slice(0, 200)}`
    : 'no answer came'
  return new SetupError(`The login of ${name} (${route}) gave nothing to go in with: ${what}.`)
}

function isAt({ route, path }: RoutePlan, method: string, url: string): boolean {
  return route.method === method.toUpperCase() && route.url === url && path.every((piece) => 'text' in piece)
}

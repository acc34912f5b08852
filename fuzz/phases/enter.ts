/** Before anything else: the identities of the configuration log in. */
import type { RoutePlan } from '../engine/route-plan.ts'
import type { Run } from '../engine/run.ts'
import { type Identity, sessionOf } from '../reach/identities.ts'

/** A login was refused, or has no route; the message says which. */
export class LoginError extends Error {
  override name = 'LoginError'
}

export async function enter(run: Run, identities: readonly Identity[]): Promise<void> {
  run.phase = 'logins'
  for (const identity of identities) {
    const { name, login } = identity
    const plan = login && run.plans.find((one) => isAt(one, login.method ?? 'POST', login.url))
    if (login && !plan)
      throw new LoginError(
        `The login of ${name} is ${login.method ?? 'POST'} ${login.url}, and there is no such route.`,
      )
    const session = sessionOf(identity, plan)
    if (session.login) {
      run.checkLimits()
      const answer = (await run.askAs(session.login.plan, session.login.values, session))?.answer
      const headers = answer ? session.login.make?.(answer) : null
      if (!headers)
        throw new LoginError(
          `The login of ${name} (${session.login.plan.name}) gave nothing to go in with: ` +
            `${answer ? `the answer is ${answer.status} ${answer.body.slice(0, 200)}` : 'no answer came'}.`,
        )
      session.headers = headers
    }
    run.reach.add(session)
  }
}

function isAt({ route, path }: RoutePlan, method: string, url: string): boolean {
  return route.method === method.toUpperCase() && route.url === url && path.every((piece) => 'text' in piece)
}

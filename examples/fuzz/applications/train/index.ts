/** A train API: stations, trips, and bookings with passengers, seats and payments. */
import type { App, Failure, Framework, FuzzApplication } from '../application.ts'
import { account, token } from './account.ts'
import { bookings } from './bookings.ts'
import { type Context, OPERATOR_KEY } from './context.ts'
import { DEFECTS } from './defects.ts'
import { operators } from './operators.ts'
import { passengers } from './passengers.ts'
import { payments } from './payments.ts'
import { shared } from './schemas.ts'
import { Store } from './store.ts'
import { timetable } from './timetable.ts'

const login = (username: string) =>
  ({
    name: username,
    login: {
      method: 'POST',
      url: '/oauth/token',
      body: { grant_type: 'password', username, password: `${username}-travels` },
      token: '/access_token',
      headers: { authorization: 'Bearer {token}' },
    },
  }) as const

export const application: FuzzApplication = {
  name: 'train',
  origin: '@readme/oas-examples 8.2.2, 3.1/json/train-travel.json: Train Travel API 1.0.0',
  defects: DEFECTS,
  identities: [
    login('olivia'),
    login('matteo'),
    { name: 'operator', headers: { 'x-api-key': OPERATOR_KEY } },
  ],
  build(framework: Framework, defects: ReadonlySet<string>): App {
    const context: Context = { store: new Store(), defects }
    const app = framework()
    for (const schema of shared(defects.has('platform-never-null'))) app.addSchema(schema)
    app.setErrorHandler((error: Failure, _request, reply) => {
      const status = error.validation === undefined ? (error.statusCode ?? 500) : 400
      reply.code(status).send({ type: 'about:blank', title: error.message, status })
    })
    app.setNotFoundHandler((_request, reply) => {
      reply.code(404).send({ type: 'about:blank', title: 'Not found', status: 404 })
    })
    for (const part of [token, timetable, operators, account, bookings, payments, passengers]) {
      app.register(part(context))
    }
    return app
  },
}

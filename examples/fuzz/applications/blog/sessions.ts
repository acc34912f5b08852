/** How somebody logs in and out: with a cookie. */
import type { App, Plugin } from '../application.ts'
import { COOKIE, type Context, found, Refused, tokenOf, userOf } from './context.ts'
import { answers, BODY, EMPTY } from './schemas.ts'

export const sessions = (context: Context): Plugin => {
  return async (app) => {
    declareLogin(app, context)
    declareLogout(app, context)
  }
}

function declareLogin(app: App, { store }: Context): void {
  const body = {
    type: 'object',
    required: ['username', 'password'],
    properties: {
      username: { type: 'string', format: 'email', maxLength: 191 },
      password: { type: 'string', minLength: 10, maxLength: 200 },
    },
    additionalProperties: false,
  }
  const session = { type: 'object', required: ['token'], properties: { token: { type: 'string' } } }
  const schema = { body, response: answers(201, session, 401, 404, ...BODY) }
  type Parts = { body: { username: string; password: string } }
  app.post<Parts>('/session', { schema }, async ({ body: { username, password } }, reply) => {
    const user = found(store.users, username, 'User')
    if (user.password !== password) throw new Refused(401, 'Your password is incorrect')
    const token = store.makeToken()
    store.sessions.set(token, user)
    return reply.code(201).header('set-cookie', `${COOKIE}=${token}; Path=/; HttpOnly`).send({ token })
  })
}

function declareLogout(app: App, context: Context): void {
  const schema = { response: answers(204, EMPTY, 401, ...BODY) }
  app.delete('/session', { schema }, async (request, reply) => {
    userOf(context, request)
    context.store.sessions.delete(tokenOf(request) ?? '')
    return reply.code(204).send()
  })
}

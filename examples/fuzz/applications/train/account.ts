/** The routes of a customer: the access token, the profile and the favourite stations. */
import { createHash } from 'node:crypto'
import type { App, Plugin } from '../application.ts'
import { type Context, customerOf, Problem, wantsCustomer } from './context.ts'
import { answers, BODY, byId, EMPTY, ref } from './schemas.ts'

export const token = (context: Context): Plugin => {
  return async (app) => declareToken(app, context)
}

export const account = (context: Context): Plugin => {
  return async (app) => {
    app.addHook('onRequest', wantsCustomer(context))
    declareProfile(app, context)
    declareFavourites(app, context)
  }
}

function declareToken(app: App, { store }: Context): void {
  const text = { type: 'string', minLength: 1, maxLength: 100 }
  const body = {
    type: 'object',
    required: ['grant_type', 'username', 'password'],
    properties: { grant_type: { type: 'string', const: 'password' }, username: text, password: text },
    additionalProperties: false,
  }
  const granted = {
    type: 'object',
    required: ['access_token', 'token_type'],
    properties: { access_token: { type: 'string' }, token_type: { type: 'string' } },
  }
  const schema = { body, response: answers(200, granted, 401, ...BODY) }
  type Parts = { body: { username: string; password: string } }
  app.post<Parts>('/oauth/token', { schema }, async ({ body: { username, password } }) => {
    const customer = store.customers.get(username)
    if (customer === undefined || customer.password !== password) {
      throw new Problem(401, 'The user name or the password is wrong')
    }
    const access_token = createHash('sha256').update(`token of ${username}`).digest('base64url')
    store.tokens.set(access_token, customer)
    return { access_token, token_type: 'Bearer' }
  })
}

const profile = {
  type: 'object',
  required: ['username', 'name'],
  properties: { username: { type: 'string' }, name: { type: 'string' } },
}

function declareProfile(app: App, context: Context): void {
  const show = ({ username, name }: { username: string; name: string }) => ({ username, name })
  app.get('/me', { schema: { response: answers(200, profile, 401) } }, async (request) =>
    show(customerOf(context, request)),
  )
  const body = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', minLength: 1, maxLength: 200 } },
    additionalProperties: false,
  }
  const schema = { body, response: answers(200, profile, 401, ...BODY) }
  app.patch<{ body: { name: string } }>('/me', { schema }, async (request) => {
    const customer = customerOf(context, request)
    customer.name = request.body.name
    return show(customer)
  })
}

function declareFavourites(app: App, context: Context): void {
  const { store } = context
  const list = {
    type: 'object',
    required: ['data'],
    properties: { data: { type: 'array', items: ref('Station') } },
  }
  app.get('/me/favourites', { schema: { response: answers(200, list, 401) } }, async (request) => ({
    data: [...customerOf(context, request).favourites].map((id) => store.stations.get(id)),
  }))
  const schema = { params: byId('stationId'), response: answers(204, EMPTY, 401, 404, ...BODY) }
  type Parts = { params: { stationId: string } }
  const url = '/me/favourites/:stationId'
  const stationOf = (id: string) => {
    const station = store.stations.get(id)
    if (station === undefined) throw new Problem(404, `No station ${id}`)
    return station.id
  }
  app.put<Parts>(url, { schema }, async (request, reply) => {
    customerOf(context, request).favourites.add(stationOf(request.params.stationId))
    return reply.code(204).send()
  })
  app.delete<Parts>(url, { schema }, async (request, reply) => {
    customerOf(context, request).favourites.delete(stationOf(request.params.stationId))
    return reply.code(204).send()
  })
}

/** Customers: registration, tokens, their profile, addresses and orders. */
import { setImmediate as soon } from 'node:timers/promises'
import type { App } from '../application.ts'
import type { DefectId } from './defects.ts'
import { addressPayload, answer, answers, body, byId, email, listOf, name, page, ref } from './schemas.ts'
import { type Customer, initialOf, notAllowed, notFound, type Shop, ShopError } from './state.ts'
import { addressFrom, type GivenAddress, orderView } from './views.ts'

const password = { type: 'string', minLength: 8, maxLength: 72 }
const phone = { type: 'string', pattern: '^\\+?[0-9 ]{5,20}$', maxLength: 21 }
const customer = answer({ customer: ref('Customer') })

interface Registration {
  email: string
  password: string
  first_name: string
  last_name: string
  phone?: string
}

export function customers(app: App, shop: Shop, has: (id: DefectId) => boolean): void {
  app.post<{ body: Registration }>(
    '/customers',
    {
      schema: {
        body: body({ email, password, first_name: name, last_name: name, phone }, [
          ...['email', 'password', 'first_name', 'last_name'],
        ]),
        response: answers({ 201: customer }, 409),
      },
    },
    async (request, reply) => {
      const given = request.body
      if ([...shop.customers.values()].some((one) => one.email === given.email))
        throw new ShopError(409, 'duplicate', 'A customer with this address exists')
      const made = shop.register(given)
      const initial = has('half-an-initial') ? given.first_name.charAt(0) : made.initial
      reply.header('x-avatar', `/avatars/${encodeURIComponent(initial)}`)
      return reply.code(201).send({ customer: made })
    },
  )
  tokens(app, shop, has)
  profile(app, shop, has)
  addresses(app, shop)
}

function tokens(app: App, shop: Shop, has: (id: DefectId) => boolean): void {
  const credentials = body({ email, password }, ['email', 'password'])
  app.post<{ body: { email: string; password: string } }>(
    '/auth/token',
    {
      schema: {
        body: credentials,
        response: answers({ 200: answer({ access_token: { type: 'string' } }) }, 401),
      },
    },
    async (request) => {
      const found = [...shop.customers.values()].find((one) => one.email === request.body.email)
      if (!found || shop.passwords.get(found.id) !== request.body.password)
        throw new ShopError(401, 'unauthorized', 'The address or the password is wrong')
      const access_token = shop.nextId('token')
      shop.tokens.set(access_token, found.id)
      return { access_token }
    },
  )
  const sendMail = async (to: Customer | undefined): Promise<string> => {
    await soon()
    if (to === undefined && !has('mail-to-nobody')) return ''
    return `Dear ${to!.first_name}`
  }
  app.post<{ body: { email: string } }>(
    '/customers/password-token',
    { schema: { body: body({ email }, ['email']), response: answers({ 204: { type: 'null' } }) } },
    async (request, reply) => {
      void sendMail([...shop.customers.values()].find((one) => one.email === request.body.email))
      return reply.code(204).send()
    },
  )
}

function profile(app: App, shop: Shop, has: (id: DefectId) => boolean): void {
  const cache = new Map<string, Customer>()
  app.get(
    '/customers/me',
    { schema: { response: answers({ 200: customer }, 401) } },
    async ({ headers: { authorization } }) => {
      const found = shop.loggedIn(authorization)
      if (!has('profile-of-yesterday')) return { customer: found }
      if (!cache.has(found.id)) cache.set(found.id, { ...found })
      return { customer: cache.get(found.id) }
    },
  )
  app.post<{ body: { first_name?: string; last_name?: string; phone?: string } }>(
    '/customers/me',
    {
      schema: {
        body: body({ first_name: name, last_name: name, phone }),
        response: answers({ 200: customer }, 401),
      },
    },
    async (request) => {
      const found = shop.loggedIn(request.headers.authorization)
      Object.assign(found, request.body)
      found.initial = initialOf(found.first_name)
      return { customer: found }
    },
  )
  app.get<{ query: { limit: number; offset: number } }>(
    '/customers/me/orders',
    {
      schema: {
        querystring: body(page),
        response: answers({ 200: answer({ orders: listOf('Order'), count: { type: 'integer' } }) }, 401),
      },
    },
    async ({ headers, query: { limit, offset } }) => {
      const { id } = shop.loggedIn(headers.authorization)
      const own = [...shop.orders.values()].filter((one) => one.customer_id === id)
      return { orders: own.slice(offset, offset + limit).map(orderView), count: own.length }
    },
  )
}

function addresses(app: App, shop: Shop): void {
  app.post<{ body: GivenAddress }>(
    '/customers/me/addresses',
    { schema: { body: addressPayload, response: answers({ 201: customer }, 401, 422) } },
    async (request, reply) => {
      const found = shop.loggedIn(request.headers.authorization)
      if (found.shipping_addresses.length >= 100) throw notAllowed('A customer has at most 100 addresses')
      found.shipping_addresses.push(addressFrom(shop, request.body))
      return reply.code(201).send({ customer: found })
    },
  )
  app.delete<{ params: { address_id: string } }>(
    '/customers/me/addresses/:address_id',
    { schema: { params: byId('address_id'), response: answers({ 200: customer }, 401, 404) } },
    async ({ headers, params: { address_id } }) => {
      const found = shop.loggedIn(headers.authorization)
      const at = found.shipping_addresses.findIndex(({ id }) => id === address_id)
      if (at < 0) throw notFound('Address', address_id)
      found.shipping_addresses.splice(at, 1)
      return { customer: found }
    },
  )
}

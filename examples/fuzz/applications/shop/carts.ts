/** Carts: what is in them, where it goes to, and how it is paid. */
import { setImmediate as soon } from 'node:timers/promises'
import type { App } from '../application.ts'
import type { DefectId } from './defects.ts'
import { addressPayload, answer, answers, body, byId, email, ID, quantity, ref } from './schemas.ts'
import {
  type Address,
  type Cart,
  DISCOUNTS,
  type LineItem,
  notAllowed,
  notFound,
  PROVIDERS,
  SHIPPING_OPTIONS,
  type Shop,
} from './state.ts'
import { addressFrom, cartView } from './views.ts'

const cart = answer({ cart: ref('Cart') })
const changed = answers({ 200: cart }, 404, 409, 422)
type ById = { id: string }

export function carts(app: App, shop: Shop, has: (id: DefectId) => boolean): void {
  made(app, shop)
  updated(app, shop, has)
  lineItems(app, shop, has)
  paid(app, shop)
}

function made(app: App, shop: Shop): void {
  app.post<{ body: { region_id?: string; country_code?: string } }>(
    '/carts',
    {
      schema: {
        body: body({ region_id: ID, country_code: { type: 'string', enum: ['de', 'fr', 'dk', 'us', 'ca'] } }),
        response: answers({ 201: cart }, 422),
      },
    },
    async (request, reply) => {
      const { region_id, country_code = 'de' } = request.body
      const region =
        region_id === undefined
          ? [...shop.regions.values()].find(({ countries }) => countries.includes(country_code))
          : shop.regions.get(region_id)
      if (!region) throw notAllowed(`There is no region ${region_id}`)
      const customer = shop.customerOf(request.headers.authorization)
      const fresh: Cart = {
        ...{ id: shop.nextId('cart'), region_id: region.id },
        ...{ customer_id: customer?.id ?? null, email: customer?.email ?? null },
        ...{ items: [], shipping_address: null, discounts: [], shipping_methods: [] },
        ...{ payment_session: null, completed_at: null },
      }
      shop.carts.set(fresh.id, fresh)
      return reply.code(201).send({ cart: cartView(fresh) })
    },
  )
  app.get<{ params: ById }>(
    '/carts/:id',
    { schema: { params: byId('id'), response: answers({ 200: cart }, 404) } },
    async ({ params: { id } }) => ({ cart: cartView(shop.cartOf(id)) }),
  )
}

type Payload = Pick<Address, 'address_1' | 'city' | 'country_code'>
interface CartUpdate {
  email?: string
  region_id?: string
  shipping_address?: string | Payload
  discounts?: { code: string }[]
}

function updated(app: App, shop: Shop, has: (id: DefectId) => boolean): void {
  const code = { type: 'string', minLength: 1, maxLength: 30 }
  const properties = {
    ...{ email, region_id: ID },
    shipping_address: { anyOf: [ID, addressPayload] },
    discounts: { type: 'array', items: body({ code }, ['code']), maxItems: 5 },
  }
  const addressOf = (found: Cart, given: string | Payload): Address => {
    if (typeof given !== 'string' || has('address-by-id')) {
      const { country_code } = given as Payload
      return { ...addressFrom(shop, given as Payload), country_code: country_code.toLowerCase() }
    }
    const own = shop.customers.get(found.customer_id ?? '')?.shipping_addresses ?? []
    const address = own.find(({ id }) => id === given)
    if (!address) throw notFound('Address', given)
    return address
  }
  app.post<{ params: ById; body: CartUpdate }>(
    '/carts/:id',
    { schema: { params: byId('id'), body: body(properties), response: changed } },
    async ({ params, body: { email, region_id, shipping_address, discounts } }) => {
      const found = shop.openCart(params.id)
      if (region_id !== undefined && !shop.regions.has(region_id))
        throw notAllowed(`There is no region ${region_id}`)
      const unknown = discounts?.find(({ code }) => !Object.hasOwn(DISCOUNTS, code))
      if (unknown) throw notAllowed(`There is no discount ${unknown.code}`)
      if (shipping_address !== undefined) found.shipping_address = addressOf(found, shipping_address)
      if (email !== undefined) found.email = email
      if (region_id !== undefined) found.region_id = region_id
      if (discounts !== undefined) found.discounts = discounts
      return { cart: cartView(found) }
    },
  )
}

/** How large the box for so many items is. */
const BOXES = Array.from({ length: 100 }, (_, items) => ({ litres: Math.ceil(items / 4) + 1 }))

function lineItems(app: App, shop: Shop, has: (id: DefectId) => boolean): void {
  app.post<{ params: ById; body: { variant_id: string; quantity: number } }>(
    '/carts/:id/line-items',
    {
      schema: {
        params: byId('id'),
        body: body({ variant_id: ID, quantity }, ['variant_id', 'quantity']),
        response: changed,
      },
    },
    async ({ params: { id }, body: { variant_id, quantity } }, reply) => {
      const variant = shop.variants.get(variant_id)
      if (!variant || shop.deleted.has(variant.product_id)) throw notFound('Variant', variant_id)
      const found = shop.openCart(id)
      if (found.items.length >= 50) throw notAllowed('A cart has at most 50 items')
      const at = has('box-of-a-hundred') ? quantity : quantity - 1
      const { amount: unit_price, title } = variant
      const item: LineItem = {
        ...{ id: shop.nextId('item'), variant_id, title },
        ...{ unit_price, quantity, total: unit_price * quantity },
      }
      const before = found.items
      await soon() // the stock is reserved
      shop.openCart(id)
      reply.header('x-box', BOXES[at]!.litres)
      if (has('items-before-the-wait')) found.items = [...before, item]
      else found.items = [...found.items, item]
      return { cart: cartView(found) }
    },
  )
  const itemOf = (found: Cart, id: string): LineItem => {
    const item = found.items.find((one) => one.id === id)
    if (!item) throw notFound('Line item', id)
    return item
  }
  const params = byId('id', 'line_id')
  app.post<{ params: { id: string; line_id: string }; body: { quantity: number } }>(
    '/carts/:id/line-items/:line_id',
    { schema: { params, body: body({ quantity }, ['quantity']), response: changed } },
    async ({ params: { id, line_id }, body: { quantity } }) => {
      const found = shop.openCart(id)
      const item = itemOf(found, line_id)
      Object.assign(item, { quantity, total: item.unit_price * quantity })
      return { cart: cartView(found) }
    },
  )
  app.delete<{ params: { id: string; line_id: string } }>(
    '/carts/:id/line-items/:line_id',
    { schema: { params, response: changed } },
    async ({ params: { id, line_id } }, reply) => {
      const found = shop.openCart(id)
      if (has('gone-is-not-declared') && !found.items.some((one) => one.id === line_id))
        return reply.code(410).send({ cart: cartView(found) })
      const item = itemOf(found, line_id)
      found.items = found.items.filter((one) => one !== item)
      return { cart: cartView(found) }
    },
  )
}

function paid(app: App, shop: Shop): void {
  const option = answer({ id: { type: 'string' }, name: { type: 'string' }, amount: { type: 'integer' } })
  app.get<{ params: { cart_id: string } }>(
    '/shipping-options/:cart_id',
    {
      schema: {
        params: byId('cart_id'),
        response: answers({ 200: answer({ shipping_options: { type: 'array', items: option } }) }, 404),
      },
    },
    async ({ params: { cart_id } }) => {
      shop.cartOf(cart_id)
      return { shipping_options: [...SHIPPING_OPTIONS] }
    },
  )
  const option_id = { type: 'string', enum: SHIPPING_OPTIONS.map(({ id }) => id) }
  app.post<{ params: ById; body: { option_id: string } }>(
    '/carts/:id/shipping-methods',
    { schema: { params: byId('id'), body: body({ option_id }, ['option_id']), response: changed } },
    async ({ params, body: { option_id } }) => {
      const found = shop.openCart(params.id)
      const { amount } = SHIPPING_OPTIONS.find(({ id }) => id === option_id)!
      found.shipping_methods = [{ option_id, price: amount }]
      return { cart: cartView(found) }
    },
  )
  const provider_id = { type: 'string', enum: [...PROVIDERS] }
  app.put<{ params: ById; body: { provider_id: string } }>(
    '/carts/:id/payment-session',
    { schema: { params: byId('id'), body: body({ provider_id }, ['provider_id']), response: changed } },
    async ({ params: { id }, body: { provider_id } }) => {
      const found = shop.openCart(id)
      found.payment_session = { provider_id, status: 'authorized' }
      return { cart: cartView(found) }
    },
  )
}

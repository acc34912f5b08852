/** Orders: a cart becomes one, its customer reads it, the administration captures, refunds and cancels it. */
import type { App } from '../application.ts'
import type { DefectId } from './defects.ts'
import { answer, answers, body, byId, email, listOf, page, ref, shortOrder } from './schemas.ts'
import { notAllowed, notFound, type Order, type Refund, type Shop, ShopError } from './state.ts'
import { cartView, orderView } from './views.ts'

type ById = { id: string }
const key = { 'idempotency-key': { type: 'string', minLength: 8, maxLength: 64 } }
type Keyed = { 'idempotency-key'?: string }

export function orders(app: App, shop: Shop, has: (id: DefectId) => boolean): void {
  app.post<{ params: ById }>(
    '/carts/:id/complete',
    {
      schema: {
        params: byId('id'),
        response: answers(
          { 200: answer({ type: { type: 'string', enum: ['order'] }, data: ref('Order') }) },
          ...[404, 409, 422],
        ),
      },
    },
    async ({ params: { id } }) => {
      const cart = shop.openCart(id)
      const { items, email, shipping_address, shipping_methods, payment_session, customer_id } = cart
      if (items.length === 0) throw notAllowed('The cart is empty')
      if (email === null || shipping_address === null || shipping_methods.length === 0)
        throw notAllowed('The cart has no e-mail address, shipping address or shipping method')
      if (payment_session === null) throw notAllowed('The cart has no payment session')
      const now = new Date().toISOString()
      const order: Order = {
        ...{ id: shop.nextId('order'), display_id: shop.orders.size + 1, cart_id: id, customer_id, email },
        ...{ status: 'pending', payment_status: 'awaiting', items, total: cartView(cart).total },
        ...{ refunds: [], created_at: now },
      }
      cart.completed_at = now
      shop.orders.set(order.id, order)
      return { type: 'order', data: orderView(order) }
    },
  )
  app.get<{ query: { display_id: number; email: string } }>(
    '/orders',
    {
      schema: {
        querystring: body({ display_id: { type: 'integer', minimum: 1, maximum: 1e6 }, email }, [
          ...['display_id', 'email'],
        ]),
        response: answers({ 200: answer({ order: ref('Order') }) }, 404),
      },
    },
    async ({ query: { display_id, email } }) => {
      const found = [...shop.orders.values()].find(
        (one) => one.display_id === display_id && one.email === email,
      )
      if (!found) throw notFound('Order', String(display_id))
      return { order: orderView(found) }
    },
  )
  const order = has('refunds-not-declared') ? shortOrder : ref('Order')
  app.get<{ params: ById }>(
    '/orders/:id',
    { schema: { params: byId('id'), response: answers({ 200: answer({ order }) }, 401, 404) } },
    async ({ params: { id }, headers }) => {
      const { id: customer } = shop.loggedIn(headers.authorization)
      const found = shop.orderOf(id)
      if (found.customer_id !== customer && !has('orders-of-others')) throw notFound('Order', id)
      return { order: orderView(found) }
    },
  )
}

/** `GET /admin/orders`, wherever it is declared. */
export function listed(app: App, url: string, shop: Shop): void {
  const status = { type: 'string', enum: ['pending', 'completed', 'canceled'] }
  app.get<{ query: { limit: number; offset: number; status?: string } }>(
    url,
    {
      schema: {
        querystring: body({ ...page, status }),
        response: answers({ 200: answer({ orders: listOf('Order'), count: { type: 'integer' } }) }, 401),
      },
    },
    async ({ query: { limit, offset, status } }) => {
      const found = [...shop.orders.values()].filter((one) => status === undefined || one.status === status)
      return { orders: found.slice(offset, offset + limit).map(orderView), count: found.length }
    },
  )
}

export function payments(app: App, shop: Shop, has: (id: DefectId) => boolean): void {
  const order = answer({ order: ref('Order') })
  const response = answers({ 200: order }, 401, 404, 409)
  app.post<{ params: ById }>(
    '/orders/:id/capture',
    { schema: { params: byId('id'), response } },
    async ({ params: { id } }) => {
      const found = shop.orderOf(id)
      if (found.payment_status !== 'awaiting')
        throw new ShopError(409, 'conflict', `The payment of order ${id} is ${found.payment_status}`)
      Object.assign(found, { payment_status: 'captured', status: 'completed' })
      return { order: orderView(found) }
    },
  )
  app.post<{ params: ById }>(
    '/orders/:id/cancel',
    { schema: { params: byId('id'), response } },
    async ({ params: { id } }) => {
      const found = shop.orderOf(id)
      if (found.payment_status !== 'awaiting')
        throw new ShopError(409, 'conflict', `The payment of order ${id} is ${found.payment_status}`)
      Object.assign(found, { payment_status: 'canceled', status: 'canceled' })
      return { order: orderView(found) }
    },
  )
  refunds(app, shop, has)
}

interface RefundRequest {
  amount: number
  reason: string
  note?: string
}

function refunds(app: App, shop: Shop, has: (id: DefectId) => boolean): void {
  const properties = {
    amount: { type: 'integer', minimum: 1, maximum: 100_000_000 },
    reason: { type: 'string', enum: ['discount', 'return', 'swap', 'claim', 'other'] },
    note: { type: 'string', maxLength: 200 },
  }
  const refundable = (order: Order, amount: number): number => {
    const left = order.total - orderView(order).refunded_total
    if (order.payment_status === 'refunded' && has('refund-after-refund'))
      throw new RangeError(`nothing is left of ${order.id}`)
    if (order.payment_status !== 'captured' && order.payment_status !== 'partially_refunded')
      throw new ShopError(409, 'conflict', `The payment is ${order.payment_status}`)
    if (amount > left) throw notAllowed(`At most ${left} can be refunded`)
    return left
  }
  app.post<{ params: ById; body: RefundRequest; headers: Keyed }>(
    '/orders/:id/refund',
    {
      schema: {
        params: byId('id'),
        headers: { type: 'object', properties: key },
        body: body(properties, ['amount', 'reason']),
        response: answers({ 200: answer({ order: ref('Order') }) }, 401, 404, 409, 422),
      },
    },
    async ({ params: { id }, headers, body: { amount, reason, note = null } }) => {
      const given = headers['idempotency-key']
      const known = shop.answered.get(`${id} ${given}`)
      if (given !== undefined && known !== undefined && !has('two-orders-for-one-key')) return known
      const found = shop.orderOf(id)
      const left = refundable(found, amount)
      const refund: Refund = { id: shop.nextId('ref'), amount, reason, note }
      found.refunds = [...found.refunds, refund]
      found.payment_status = amount === left ? 'refunded' : 'partially_refunded'
      const result = { order: orderView(found) }
      if (given !== undefined) shop.answered.set(`${id} ${given}`, result)
      return result
    },
  )
}

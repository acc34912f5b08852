/** What the shop stores, as its answers show it. */
import { type Address, type Cart, DISCOUNTS, type Order, type Shop } from './state.ts'

/** A cart with its sums. */
export function cartView(given: Cart): Cart & Record<'subtotal' | 'total', number> {
  const subtotal = given.items.reduce((sum, { total }) => sum + total, 0)
  const percent = Math.max(0, ...given.discounts.map(({ code }) => DISCOUNTS[code] ?? 0))
  const discount_total = Math.round((subtotal * percent) / 100)
  const shipping_total = given.shipping_methods.reduce((sum, { price }) => sum + price, 0)
  const total = subtotal - discount_total + shipping_total
  return { ...given, ...{ subtotal, discount_total, shipping_total, total } }
}

/** An order with the sum of its refunds. */
export function orderView(order: Order): Order & { refunded_total: number } {
  return { ...order, refunded_total: order.refunds.reduce((sum, { amount }) => sum + amount, 0) }
}

export type GivenAddress = Pick<Address, 'address_1' | 'city' | 'country_code'> & Partial<Address>

export function addressFrom(shop: Shop, given: GivenAddress): Address {
  const { first_name = null, last_name = null, postal_code = null, address_1, city, country_code } = given
  return { id: shop.nextId('addr'), first_name, last_name, address_1, city, country_code, postal_code }
}

/** The schemas of the shop: shared ones by their name, and functions that make those of a route. */
import type { JsonSchema } from '../application.ts'

const text = { type: 'string' }
const whole = { type: 'integer' }
const orNull = (type: string) => ({ type: [type, 'null'] })

/** All of `properties` are in the answer, and nothing else. */
export function answer(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties) }
}

export function body(properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}

export const listOf = (name: string): JsonSchema => ({ type: 'array', items: { $ref: `${name}#` } })
export const ref = (name: string): JsonSchema => ({ $ref: `${name}#` })

/** The answers of a route: what is right, and the errors with these statuses. */
export function answers(
  good: Record<string, JsonSchema>,
  ...errors: readonly number[]
): Record<string, JsonSchema> {
  return { ...good, ...Object.fromEntries([400, ...errors].map((status) => [String(status), ref('Error')])) }
}

export const ID = { type: 'string', pattern: '^[a-z]+_[A-Z0-9]{10}$', maxLength: 40 }
export const byId = (...names: string[]): JsonSchema =>
  body(Object.fromEntries(names.map((name) => [name, ID])), names)

export const page = {
  limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
  offset: { type: 'integer', minimum: 0, maximum: 100000, default: 0 },
}

export const name = { type: 'string', minLength: 1, maxLength: 60 }
export const email = { type: 'string', format: 'email', maxLength: 120 }
export const quantity = { type: 'integer', minimum: 1, maximum: 100 }
export const addressPayload = body(
  {
    first_name: name,
    last_name: name,
    address_1: { type: 'string', minLength: 1, maxLength: 100 },
    city: { type: 'string', minLength: 1, maxLength: 60 },
    country_code: { type: 'string', enum: ['de', 'fr', 'dk', 'us', 'ca'] },
    postal_code: { type: 'string', maxLength: 12 },
  },
  ['address_1', 'city', 'country_code'],
)

const address = {
  ...{ id: text, first_name: orNull('string'), last_name: orNull('string') },
  ...{ address_1: text, city: text, country_code: text, postal_code: orNull('string') },
}
const item = {
  ...{ id: text, variant_id: text, title: text },
  ...{ unit_price: whole, quantity: whole, total: whole },
}

const variant = (weight: JsonSchema) =>
  answer({ id: text, product_id: text, title: text, sku: text, amount: whole, weight })

const order = {
  ...{ id: text, display_id: whole, cart_id: text, customer_id: orNull('string'), email: text },
  status: { type: 'string', enum: ['pending', 'completed', 'canceled'] },
  payment_status: {
    type: 'string',
    enum: ['awaiting', 'captured', 'partially_refunded', 'refunded', 'canceled'],
  },
  ...{ items: listOf('LineItem'), total: whole, refunds: listOf('Refund') },
  created_at: { type: 'string', format: 'date-time' },
}

export const exactVariant = variant({ type: 'number' })
export const roughVariant = variant(whole)
export const shortOrder = answer(order)

export const SHARED: readonly JsonSchema[] = [
  { $id: 'Error', ...answer({ code: text, type: text, message: text }) },
  {
    $id: 'Region',
    ...answer({
      id: text,
      name: text,
      currency_code: text,
      tax_rate: { type: 'number' },
      countries: { type: 'array', items: text },
    }),
  },
  { $id: 'Collection', ...answer({ id: text, title: text, handle: text }) },
  { $id: 'Variant', ...exactVariant },
  {
    $id: 'Product',
    ...answer({
      ...{ id: text, title: text, handle: text },
      ...{ description: orNull('string'), collection_id: orNull('string') },
      ...{ tags: { type: 'array', items: text }, variants: listOf('Variant') },
      created_at: { type: 'string', format: 'date-time' },
    }),
  },
  { $id: 'Address', ...answer(address) },
  {
    $id: 'Customer',
    ...answer({
      ...{ id: text, email: text, first_name: text, last_name: text, phone: orNull('string') },
      ...{ initial: text, shipping_addresses: listOf('Address') },
    }),
  },
  { $id: 'LineItem', ...answer(item) },
  {
    $id: 'Cart',
    ...answer({
      ...{ id: text, region_id: text, customer_id: orNull('string'), email: orNull('string') },
      items: listOf('LineItem'),
      shipping_address: { type: ['object', 'null'], properties: address },
      discounts: { type: 'array', items: answer({ code: text }) },
      shipping_methods: { type: 'array', items: answer({ option_id: text, price: whole }) },
      payment_session: { type: ['object', 'null'], properties: { provider_id: text, status: text } },
      completed_at: orNull('string'),
      ...{ subtotal: whole, discount_total: whole, shipping_total: whole, total: whole },
    }),
  },
  {
    $id: 'Refund',
    ...answer({ id: text, amount: whole, reason: text, note: orNull('string') }),
  },
  { $id: 'Order', ...answer({ ...order, refunded_total: whole }) },
]

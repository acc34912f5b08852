/** The shop: a client buys something, and each defect has a sequence of requests that shows it. */
import assert from 'node:assert/strict'
import type { Client } from '../client.ts'
import { costOf, prove, uncaughtIn } from '../prove.ts'
import { application } from './index.ts'

const ADMIN = { 'x-medusa-access-token': 'sk_shop_administration' }
const ADDRESS = { address_1: 'Main Street 1', city: 'Berlin', country_code: 'de' }

async function login(client: Client, who: 'ada' | 'grace' = 'ada'): Promise<Client> {
  const password = who === 'ada' ? 'ada-has-a-key' : 'grace-has-one'
  const { json } = await client.post('/store/auth/token', { email: `${who}@example.com`, password })
  return client.with({ authorization: `Bearer ${json.access_token}` })
}

async function cartOf(client: Client): Promise<{ id: string; variant: string }> {
  const variant = (await client.get('/store/products')).json.products[0].variants[0].id
  return { id: (await client.post('/store/carts', {})).json.cart.id, variant }
}

async function order(client: Client): Promise<{ id: string; total: number; display_id: number }> {
  const { id, variant } = await cartOf(client)
  await client.post(`/store/carts/${id}/line-items`, { variant_id: variant, quantity: 2 })
  await client.post(`/store/carts/${id}`, { email: 'ada@example.com', shipping_address: ADDRESS })
  await client.post(`/store/carts/${id}/shipping-methods`, { option_id: 'so_standard' })
  await client.put(`/store/carts/${id}/payment-session`, { provider_id: 'manual' })
  return (await client.post(`/store/carts/${id}/complete`)).json.data
}

async function captured(client: Client): Promise<{ id: string; total: number; admin: Client }> {
  const admin = client.with(ADMIN)
  const { id, total } = await order(await login(client))
  await admin.post(`/admin/orders/${id}/capture`)
  return { id, total, admin }
}

const REGISTRATION = { email: 'new@example.com', password: 'long enough', first_name: 'N', last_name: 'E' }

async function walk(client: Client): Promise<void> {
  const ada = await login(client)
  const { regions } = (await client.get('/store/regions')).json
  await client.get(`/store/regions/${regions[0].id}`)
  await client.get('/store/collections')
  const { products } = (await client.get('/store/products?limit=2&order=-title')).json
  assert.equal(products.length, 2)
  await client.get(`/store/products/${products[0].id}`)
  await client.get(`/store/variants/${products[0].variants[0].id}`)
  assert.equal((await client.post('/store/products/search', { q: 'mug' })).json.hits.length, 1)
  assert.equal((await client.post('/store/customers', REGISTRATION)).status, 201)
  await client.post('/store/customers/password-token', { email: 'ada@example.com' })
  await ada.get('/store/customers/me')
  await ada.post('/store/customers/me', { phone: '+49 123456' })
  const { id: address } = (await ada.post('/store/customers/me/addresses', ADDRESS)).json.customer
    .shipping_addresses[0]
  const { id, variant } = await cartOf(ada)
  await ada.get(`/store/carts/${id}`)
  await ada.post(`/store/carts/${id}`, { shipping_address: address, discounts: [{ code: 'HALF' }] })
  const { items } = (await ada.post(`/store/carts/${id}/line-items`, { variant_id: variant, quantity: 100 }))
    .json.cart
  await ada.post(`/store/carts/${id}/line-items/${items[0].id}`, { quantity: 3 })
  await ada.delete(`/store/carts/${id}/line-items/${items[0].id}`)
  await ada.get(`/store/shipping-options/${id}`)
  await ada.delete(`/store/customers/me/addresses/${address}`)
  const made = await order(ada)
  await ada.get(`/store/orders/${made.id}`)
  await client.get(`/store/orders?display_id=${made.display_id}&email=ada@example.com`)
  assert.equal((await ada.get('/store/customers/me/orders')).json.count, 1)
  const admin = client.with(ADMIN)
  assert.equal((await admin.get('/admin/orders?status=pending')).json.count, 1)
  await admin.post(`/admin/orders/${made.id}/capture`)
  await admin.post(`/admin/orders/${made.id}/refund`, { amount: made.total, reason: 'return' })
  await admin.post(`/admin/orders/${(await order(ada)).id}/cancel`)
  const { product } = (await admin.post('/admin/products', { title: 'Bag', weight: 0.5 })).json
  await admin.delete(`/admin/products/${product.id}`)
}

prove(application, {
  walk,
  defects: {
    'box-of-a-hundred': async (client) => {
      const { id, variant } = await cartOf(client)
      const body = { variant_id: variant, quantity: 100 }
      return (await client.post(`/store/carts/${id}/line-items`, body)).status === 500
    },
    'half-an-initial': async (client) =>
      (await client.post('/store/customers', { ...REGISTRATION, first_name: '😀' })).status === 500,
    'refunds-not-declared': async (client) => {
      const ada = await login(client)
      const { json } = await ada.get(`/store/orders/${(await order(ada)).id}`)
      return json.order.refunded_total === undefined
    },
    'whole-kilograms': async (client) => {
      const { variant } = await cartOf(client)
      return (await client.get(`/store/variants/${variant}`)).json.variant.weight !== 0.25
    },
    'gone-is-not-declared': async (client) => {
      const { id } = await cartOf(client)
      return (await client.delete(`/store/carts/${id}/line-items/item_0000000000`)).status === 410
    },
    'orders-for-everybody': async (client) => (await client.get('/admin/orders')).status === 200,
    'orders-of-others': async (client) => {
      const { id } = await order(await login(client))
      return (await (await login(client, 'grace')).get(`/store/orders/${id}`)).status === 200
    },
    'two-orders-for-one-key': async (client) => {
      const { id, admin } = await captured(client)
      const once = () =>
        admin.post(
          `/admin/orders/${id}/refund`,
          { amount: 100, reason: 'other' },
          { 'idempotency-key': 'the same key' },
        )
      await once()
      return (await once()).json.order.refunded_total === 200
    },
    'items-before-the-wait': async (client) => {
      const { id, variant } = await cartOf(client)
      const add = () => client.post(`/store/carts/${id}/line-items`, { variant_id: variant, quantity: 1 })
      await Promise.all([add(), add()])
      return (await client.get(`/store/carts/${id}`)).json.cart.items.length === 1
    },
    'one-too-many': async (client) =>
      (await client.get('/store/products?limit=2')).json.products.length === 3,
    'mail-to-nobody': async (client) => {
      const body = { email: 'nobody@example.com' }
      return (await uncaughtIn(() => client.post('/store/customers/password-token', body))).length === 1
    },
    'refund-after-refund': async (client) => {
      const { id, total, admin } = await captured(client)
      const body = { amount: total, reason: 'return' }
      await admin.post(`/admin/orders/${id}/refund`, body)
      return (await admin.post(`/admin/orders/${id}/refund`, body)).status === 500
    },
    'address-by-id': async (client) => {
      const ada = await login(client)
      const { json } = await ada.post('/store/customers/me/addresses', ADDRESS)
      const { id } = await cartOf(ada)
      const shipping_address = json.customer.shipping_addresses[0].id
      return (await ada.post(`/store/carts/${id}`, { shipping_address })).status === 500
    },
    'words-of-words': async (client) => {
      const search = (q: string) => costOf(() => client.post('/store/products/search', { q }))
      await search('a!')
      return (await search(`${'a'.repeat(24)}!`)) > 20
    },
    'profile-of-yesterday': async (client) => {
      const ada = await login(client)
      await ada.get('/store/customers/me')
      await ada.post('/store/customers/me', { phone: '+49 123456' })
      return (await ada.get('/store/customers/me')).json.customer.phone === null
    },
    'deleted-but-sold': async (client) => {
      const { id } = (await client.get('/store/products')).json.products[0]
      await client.with(ADMIN).delete(`/admin/products/${id}`)
      return (await client.get(`/store/products/${id}`)).status === 200
    },
  },
})

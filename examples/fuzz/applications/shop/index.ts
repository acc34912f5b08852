/** A shop: products, carts, orders, payments and customers. */
import type { App, Failure, FuzzApplication } from '../application.ts'
import { carts } from './carts.ts'
import { catalogue } from './catalogue.ts'
import { customers } from './customers.ts'
import { DEFECTS, type DefectId } from './defects.ts'
import { listed, orders, payments } from './orders.ts'
import { answer, answers, body, byId, ID, name, ref, SHARED } from './schemas.ts'
import { API_KEY, notAllowed, Shop, ShopError } from './state.ts'

export const application: FuzzApplication = {
  name: 'shop',
  origin: '@medusajs/client-types 0.2.12: Medusa Storefront API and Medusa Admin API',
  defects: DEFECTS,
  identities: [
    customer('ada', 'ada@example.com', 'ada-has-a-key'),
    customer('grace', 'grace@example.com', 'grace-has-one'),
    { name: 'administration', headers: { 'x-medusa-access-token': API_KEY } },
  ],
  build(framework, defects) {
    const app = framework()
    const shop = new Shop()
    const has = (id: DefectId) => defects.has(id)
    for (const schema of SHARED) app.addSchema(schema)
    app.setErrorHandler(failed)
    app.register(
      async (store) => {
        catalogue(store, shop, has)
        customers(store, shop, has)
        carts(store, shop, has)
        orders(store, shop, has)
      },
      { prefix: '/store' },
    )
    app.register(async (admin) => administration(admin, shop, has), { prefix: '/admin' })
    if (has('orders-for-everybody')) listed(app, '/admin/orders', shop)
    return app
  },
}

function customer(name: string, email: string, password: string) {
  return {
    name,
    login: {
      ...{ method: 'POST' as const, url: '/store/auth/token', body: { email, password } },
      ...{ token: '/access_token', headers: { authorization: 'Bearer {token}' } },
    },
  }
}

function failed(error: Failure, _request: unknown, reply: Parameters<Parameters<App['get']>[2]>[1]): void {
  const status = error.statusCode ?? 500
  const type = error instanceof ShopError ? error.type : status < 500 ? 'invalid_data' : 'unknown_error'
  reply.code(status).send({ code: error.code ?? type, type, message: error.message })
}

function administration(admin: App, shop: Shop, has: (id: DefectId) => boolean): void {
  admin.addHook('onRequest', async ({ headers }) => {
    if (headers['x-medusa-access-token'] !== API_KEY)
      throw new ShopError(401, 'unauthorized', 'Send the API key as x-medusa-access-token')
  })
  if (!has('orders-for-everybody')) listed(admin, '/orders', shop)
  payments(admin, shop, has)
  const properties = {
    title: name,
    description: { type: 'string', maxLength: 500, nullable: true },
    collection_id: ID,
    tags: { type: 'array', items: { type: 'string', maxLength: 30 }, maxItems: 10 },
    weight: { type: 'number', minimum: 0, maximum: 1000 },
    amount: { type: 'integer', minimum: 0, maximum: 1_000_000 },
  }
  admin.post<{ body: Parameters<Shop['addProduct']>[0] }>(
    '/products',
    {
      schema: {
        body: body(properties, ['title']),
        response: answers({ 201: answer({ product: ref('Product') }) }, 401, 422),
      },
    },
    async (request, reply) => {
      const { collection_id } = request.body
      if (collection_id != null && !shop.collections.has(collection_id))
        throw notAllowed(`There is no collection ${collection_id}`)
      return reply.code(201).send({ product: shop.addProduct(request.body) })
    },
  )
  const gone = answer({ id: { type: 'string' }, object: { type: 'string' }, deleted: { type: 'boolean' } })
  admin.delete<{ params: { id: string } }>(
    '/products/:id',
    { schema: { params: byId('id'), response: answers({ 200: gone }, 401, 404) } },
    async ({ params: { id } }) => {
      shop.productOf(id)
      shop.deleted.add(id)
      return { id, object: 'product', deleted: true }
    },
  )
}

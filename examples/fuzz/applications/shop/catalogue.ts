/** Regions, products, variants and collections, as everybody may read them. */
import type { App } from '../application.ts'
import type { DefectId } from './defects.ts'
import { answer, answers, body, byId, exactVariant, listOf, page, ref, roughVariant } from './schemas.ts'
import { notFound, type Product, type Shop } from './state.ts'

const paged = (name: string, list: string) =>
  answer({
    [name]: listOf(list),
    count: { type: 'integer' },
    limit: { type: 'integer' },
    offset: { type: 'integer' },
  })

export function catalogue(app: App, shop: Shop, has: (id: DefectId) => boolean): void {
  products(app, shop, has)
  app.get('/regions', { schema: { response: { 200: answer({ regions: listOf('Region') }) } } }, async () => ({
    regions: [...shop.regions.values()],
  }))
  app.get<{ params: { id: string } }>(
    '/regions/:id',
    { schema: { params: byId('id'), response: answers({ 200: answer({ region: ref('Region') }) }, 404) } },
    async ({ params }) => {
      const region = shop.regions.get(params.id)
      if (!region) throw notFound('Region', params.id)
      return { region }
    },
  )
  app.get(
    '/collections',
    { schema: { response: { 200: answer({ collections: listOf('Collection') }) } } },
    async () => ({ collections: [...shop.collections.values()] }),
  )
  const variant = has('whole-kilograms') ? roughVariant : exactVariant
  app.get<{ params: { id: string } }>(
    '/variants/:id',
    { schema: { params: byId('id'), response: answers({ 200: answer({ variant }) }, 404) } },
    async ({ params }) => {
      const found = shop.variants.get(params.id)
      if (!found || shop.deleted.has(found.product_id)) throw notFound('Variant', params.id)
      return { variant: found }
    },
  )
}

function products(app: App, shop: Shop, has: (id: DefectId) => boolean): void {
  interface Listed {
    limit: number
    offset: number
    order: 'title' | '-title' | 'created_at'
    q?: string
    tags?: string[]
  }
  const querystring = body({
    ...page,
    q: { type: 'string', maxLength: 60 },
    tags: { type: 'array', items: { type: 'string', maxLength: 30 }, maxItems: 10 },
    order: { type: 'string', enum: ['title', '-title', 'created_at'], default: 'created_at' },
  })
  app.get<{ query: Listed }>(
    '/products',
    { schema: { querystring, response: answers({ 200: paged('products', 'Product') }) } },
    async ({ query: { limit, offset, order, q, tags } }) => {
      const found = [...shop.products.values()]
        .filter(({ id }) => !shop.deleted.has(id))
        .filter(({ title }) => q === undefined || title.toLowerCase().includes(q.toLowerCase()))
        .filter((one) => tags === undefined || tags.every((tag) => one.tags.includes(tag)))
      if (order !== 'created_at') found.sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0))
      if (order === '-title') found.reverse()
      const end = has('one-too-many') ? offset + limit + 1 : offset + limit
      return { products: found.slice(offset, end), count: found.length, limit, offset }
    },
  )
  app.get<{ params: { id: string } }>(
    '/products/:id',
    { schema: { params: byId('id'), response: answers({ 200: answer({ product: ref('Product') }) }, 404) } },
    async ({ params: { id } }) => {
      const product = has('deleted-but-sold') ? shop.products.get(id) : shop.productOf(id)
      if (!product) throw notFound('Product', id)
      return { product }
    },
  )
  const search = body({ q: { type: 'string', minLength: 1, maxLength: 120 }, ...page }, ['q'])
  app.post<{ body: { q: string; limit: number; offset: number } }>(
    '/products/search',
    { schema: { body: search, response: answers({ 200: answer({ hits: listOf('Product') }) }) } },
    async ({ body: { q, limit, offset } }) => {
      const words = has('words-of-words') ? wordsOf(q) : q.toLowerCase().split(/\s+/)
      const hits = [...shop.products.values()].filter(
        (one) => !shop.deleted.has(one.id) && words.every((word) => mentions(one, word)),
      )
      return { hits: hits.slice(offset, offset + limit) }
    },
  )
}

function wordsOf(q: string): string[] {
  const clean = q.toLowerCase()
  return /^(?:[a-z0-9]+[ -]?)+$/.test(clean) ? clean.split(/[ -]+/) : clean.split(/\s+/)
}

function mentions({ title, description, tags }: Product, word: string): boolean {
  return [title, description ?? '', ...tags].some((text) => text.toLowerCase().includes(word))
}

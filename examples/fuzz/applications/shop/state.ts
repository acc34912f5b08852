/** What the shop stores, and the errors that its routes answer with. */
export interface Region {
  id: string
  name: string
  currency_code: string
  tax_rate: number
  countries: string[]
}

export interface Variant {
  id: string
  product_id: string
  title: string
  sku: string
  amount: number
  weight: number
}

export interface Product {
  id: string
  title: string
  handle: string
  description: string | null
  collection_id: string | null
  tags: string[]
  variants: Variant[]
  created_at: string
}

export interface Address {
  id: string
  first_name: string | null
  last_name: string | null
  address_1: string
  city: string
  country_code: string
  postal_code: string | null
}

export interface Customer {
  id: string
  email: string
  first_name: string
  last_name: string
  phone: string | null
  initial: string
  shipping_addresses: Address[]
}

export interface LineItem {
  id: string
  variant_id: string
  title: string
  unit_price: number
  quantity: number
  total: number
}

export interface Cart {
  id: string
  region_id: string
  customer_id: string | null
  email: string | null
  items: LineItem[]
  shipping_address: Address | null
  discounts: { code: string }[]
  shipping_methods: { option_id: string; price: number }[]
  payment_session: { provider_id: string; status: string } | null
  completed_at: string | null
}

export interface Refund {
  id: string
  amount: number
  reason: string
  note: string | null
}

export interface Order {
  id: string
  display_id: number
  cart_id: string
  customer_id: string | null
  email: string
  status: 'pending' | 'completed' | 'canceled'
  payment_status: 'awaiting' | 'captured' | 'partially_refunded' | 'refunded' | 'canceled'
  items: LineItem[]
  total: number
  refunds: Refund[]
  created_at: string
}

/** An error that a client caused. */
export class ShopError extends Error {
  readonly statusCode: number
  readonly type: string
  constructor(statusCode: number, type: string, message: string) {
    super(message)
    this.statusCode = statusCode
    this.type = type
  }
}

export const notFound = (what: string, id: string) =>
  new ShopError(404, 'not_found', `${what} with id ${id} was not found`)
export const notAllowed = (message: string) => new ShopError(422, 'not_allowed', message)

export const SHIPPING_OPTIONS = [
  { id: 'so_standard', name: 'Standard', amount: 500 },
  { id: 'so_express', name: 'Express', amount: 1500 },
] as const
export const PROVIDERS = ['manual', 'stripe', 'paypal'] as const
export const DISCOUNTS: Readonly<Record<string, number>> = { WELCOME10: 10, HALF: 50 }
/** The API key of the administration. */
export const API_KEY = 'sk_shop_administration'

/** The first character of a name; half of a surrogate pair is none. */
export function initialOf(name: string): string {
  return (Array.from(name)[0] ?? '').replace(/\p{Surrogate}/u, '\uFFFD')
}

export class Shop {
  readonly regions = new Map<string, Region>()
  readonly products = new Map<string, Product>()
  readonly variants = new Map<string, Variant>()
  readonly collections = new Map<string, { id: string; title: string; handle: string }>()
  readonly customers = new Map<string, Customer>()
  readonly passwords = new Map<string, string>()
  readonly tokens = new Map<string, string>()
  readonly carts = new Map<string, Cart>()
  readonly orders = new Map<string, Order>()
  readonly deleted = new Set<string>()
  /** What an idempotency key was answered with. */
  readonly answered = new Map<string, unknown>()
  #last = 0

  constructor() {
    for (const [name, code, rate, countries] of [
      ['Europe', 'eur', 19, ['de', 'fr', 'dk']],
      ['North America', 'usd', 0, ['us', 'ca']],
    ] as const)
      this.#keep<Omit<Region, 'id'>>(this.regions, 'reg', {
        name,
        currency_code: code,
        tax_rate: rate,
        countries: [...countries],
      })
    const collection = this.#keep(this.collections, 'pcol', { title: 'Summer', handle: 'summer' })
    for (const [title, weight] of [
      ['Shirt', 0.25],
      ['Hoodie', 0.75],
      ['Mug', 0.5],
      ['Poster', 1],
      ['Cap', 0.1],
      ['Socks', 0.125],
    ] as const)
      this.addProduct({ title, collection_id: collection.id, tags: [title.toLowerCase()], weight })
    this.register({ email: 'ada@example.com', password: 'ada-has-a-key', first_name: 'Ada', last_name: 'L' })
    this.register({
      email: 'grace@example.com',
      password: 'grace-has-one',
      first_name: 'Grace',
      last_name: 'H',
    })
  }

  nextId(prefix: string): string {
    return `${prefix}_${(++this.#last).toString(36).toUpperCase().padStart(10, '0')}`
  }

  #keep<T extends object>(
    where: Map<string, T & { id: string }>,
    prefix: string,
    what: T,
  ): T & { id: string } {
    const kept = { id: this.nextId(prefix), ...what }
    where.set(kept.id, kept)
    return kept
  }

  addProduct(given: {
    title: string
    description?: string | null
    collection_id?: string | null
    tags?: string[]
    weight?: number
    amount?: number
  }): Product {
    const { title, description = null, collection_id = null, tags = [], weight = 1, amount = 1950 } = given
    const id = this.nextId('prod')
    const handle = `${
      title
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '') || 'product'
    }-${this.products.size + 1}`
    const variant = {
      ...{ id: this.nextId('variant'), product_id: id, title: 'One size' },
      ...{ sku: handle.toUpperCase(), amount, weight },
    }
    const created_at = new Date().toISOString()
    const product = { id, title, handle, description, collection_id, tags, variants: [variant], created_at }
    this.variants.set(variant.id, variant)
    this.products.set(id, product)
    return product
  }

  register(given: {
    email: string
    password: string
    first_name: string
    last_name: string
    phone?: string
  }): Customer {
    const { email, password, first_name, last_name, phone = null } = given
    const initial = initialOf(first_name)
    const customer = this.#keep<Omit<Customer, 'id'>>(this.customers, 'cus', {
      ...{ email, first_name, last_name, phone, initial },
      shipping_addresses: [],
    })
    this.passwords.set(customer.id, password)
    return customer
  }

  productOf(id: string): Product {
    const product = this.products.get(id)
    if (!product || this.deleted.has(id)) throw notFound('Product', id)
    return product
  }

  cartOf(id: string): Cart {
    const cart = this.carts.get(id)
    if (!cart) throw notFound('Cart', id)
    return cart
  }

  /** A cart that is no order yet. */
  openCart(id: string): Cart {
    const cart = this.cartOf(id)
    if (cart.completed_at !== null)
      throw new ShopError(409, 'conflict', `Cart ${id} was completed at ${cart.completed_at}`)
    return cart
  }

  orderOf(id: string): Order {
    const order = this.orders.get(id)
    if (!order) throw notFound('Order', id)
    return order
  }

  customerOf(authorization: string | string[] | undefined): Customer | null {
    const token = /^Bearer (\S+)$/.exec(String(authorization ?? ''))?.[1]
    return this.customers.get(this.tokens.get(token ?? '') ?? '') ?? null
  }

  loggedIn(authorization: string | string[] | undefined): Customer {
    const customer = this.customerOf(authorization)
    if (!customer) throw new ShopError(401, 'unauthorized', 'Log in with POST /store/auth/token')
    return customer
  }
}

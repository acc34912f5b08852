/** Names of properties, parameters and path segments, compared without their case, their blanks and their number. */

/** `customer_id`, `customerId` and `Customer-ID` are one name. */
export function plainName(name: string): string {
  let plain = known.get(name)
  if (plain === undefined) {
    plain = name.toLowerCase().replace(/[^a-z0-9]/g, '')
    if (known.size < 5000) known.set(name, plain)
  }
  return plain
}
const known = new Map<string, string>()

/** `categories` → `category`, `boxes` → `box`, `users` → `user`; the name of what a list or a path segment holds. */
export function kindOf(name: string): string {
  const plain = plainName(name)
  if (/(ss|us|is)$/.test(plain)) return plain
  if (plain.length > 4 && plain.endsWith('ies')) return `${plain.slice(0, -3)}y`
  if (/(x|ch|sh|ss)es$/.test(plain)) return plain.slice(0, -2)
  return plain.endsWith('s') ? plain.slice(0, -1) : plain
}

/** What `customerId` or `item_ids` is the id of: `customer`; empty for `id` itself; null for another name. */
export function idTarget(name: string): string | null {
  const [, target] = /^(.*?)(?:ids?|uuid|guid|key|ref)$/.exec(plainName(name)) ?? []
  return target === undefined ? null : kindOf(target)
}

/** Names under which one thing is known, the likeliest first. */
export const IDENTIFIERS: readonly string[] = [
  ...['id', 'uuid', 'guid', 'key', 'slug', 'name', 'login', 'username', 'handle', 'number', 'code', 'index'],
]

/** Whether a property holds what lets a client in: `access_token`, `sessionId`, `apiKey`. */
export function isCredential(name: string): boolean {
  return /(token|jwt|sessionid|session|apikey|accesskey|bearer|sid)$/.test(plainName(name))
}

/** Whether it is one with which another one is fetched. */
export function isRefresh(name: string): boolean {
  return plainName(name).includes('refresh')
}

/** What a path is about: the last literal segment; `order` for `/shops/:shop/orders/:id`. */
export function kindOfPath(url: string): string {
  const last = url.split('/').findLast((one) => one !== '' && !/[:*]/.test(one))
  return last === undefined ? '' : kindOf(last)
}

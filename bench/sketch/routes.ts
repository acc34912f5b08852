/** The routes of the race by hand: what their schemas demand is checked, and their answers are written as bytes. */
import { parse as parseQuery } from 'node:querystring'
import { parse as parseSuspect } from 'secure-json-parse'
import { ROUTES } from '../routes/routes.ts'

/** There is no such route. */
export const UNKNOWN = -2
/** The route does not take the request. What the frameworks would convert or remove is refused too: the race sends none. */
export const REFUSED = -1

/** Writes the answer's body at `at`, and says where it ends. */
type Handler = (query: string, body: string, out: Buffer, at: number) => number

const gets = new Map<string, Handler>([
  ['/hello', hello],
  ['/large', large],
])
for (let depth = 0; depth < 30; depth++)
  for (let at = 0; at < 10; at++) gets.set(`/deep/${depth}/r${at}`, deep)
const USERS = '/users/'

/** Writes the body of the answer to a request. */
export function respond(isPost: boolean, target: string, body: string, out: Buffer, at: number): number {
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  const query = mark < 0 ? '' : target.slice(mark + 1)
  if (isPost) return path === '/orders' ? orders(body, out, at) : UNKNOWN
  const handler = gets.get(path)
  if (handler !== undefined) return handler(query, body, out, at)
  if (!path.startsWith(USERS) || path.includes('/', USERS.length)) return UNKNOWN
  return users(path.slice(USERS.length), query, out, at)
}

function hello(_query: string, _body: string, out: Buffer, at: number): number {
  return writeHello({ hello: 'world' }, out, at)
}

function writeHello(value: { hello: string }, out: Buffer, at: number): number {
  at = writeAscii(out, at, '{"hello":')
  at = writeText(out, at, value.hello)
  return writeAscii(out, at, '}')
}

/** As `hello`, with the hooks of its context. */
function deep(query: string, body: string, out: Buffer, at: number): number {
  let end = REFUSED
  onRequest(() =>
    preHandler(() => {
      onSend(() => {
        end = hello(query, body, out, at)
      })
    }),
  )
  return end
}

type Hook = (done: () => void) => void
const onRequest: Hook = (done) => done()
const preHandler: Hook = (done) => done()
const onSend: Hook = (done) => done()

function users(segment: string, query: string, out: Buffer, at: number): number {
  const id = Number(segment)
  const expand = readExpand(query)
  if (segment === '' || id % 1 !== 0 || expand === null) return REFUSED
  return writeUser({ id, name: 'Ada', expanded: expand === 'a' }, out, at)
}

/** The value of `expand`; null: the schema refuses it. */
function readExpand(query: string): string | undefined | null {
  if (query === '') return undefined
  let expand: string | undefined
  if (query.includes('%') || query.includes('+')) {
    const value = parseQuery(query).expand
    if (Array.isArray(value)) return null
    expand = value
  } else
    for (let at = 0; at < query.length; ) {
      const next = query.indexOf('&', at)
      const end = next < 0 ? query.length : next
      if (query.startsWith('expand', at) && (end === at + 6 || query[at + 6] === '=')) {
        if (expand !== undefined) return null
        expand = query.slice(at + 7, end)
      }
      at = end + 1
    }
  return expand === undefined || hasLength(expand, 0, 10) ? expand : null
}

function writeUser(value: { id: number; name: string; expanded: boolean }, out: Buffer, at: number): number {
  at = writeAscii(out, at, '{"id":')
  at = writeNumber(out, at, value.id)
  at = writeAscii(out, at, ',"name":')
  at = writeText(out, at, value.name)
  at = writeAscii(out, at, value.expanded ? ',"expanded":true}' : ',"expanded":false}')
  return at
}

interface Line {
  sku: string
  quantity: number
  price: number
  note?: string
}
interface Order {
  customer: { name: string; email: string; vip?: boolean }
  lines: Line[]
  coupon?: string | null
}

function orders(body: string, out: Buffer, at: number): number {
  let value: unknown
  try {
    value = parseBody(body)
  } catch {
    return REFUSED
  }
  return isOrder(value) ? writeOrder(value, out, at) : REFUSED
}

/** No body may set a prototype. Without these texts none does, and the slower look at each key is spared. */
function parseBody(body: string): unknown {
  const suspect = body.includes('__proto__') || body.includes('constructor') || body.includes('\\')
  return suspect ? parseSuspect(body) : JSON.parse(body)
}

function isOrder(value: unknown): value is Order {
  if (!isObject(value)) return false
  for (const key in value) if (key !== 'customer' && key !== 'lines' && key !== 'coupon') return false
  const { customer, lines, coupon } = value
  if (!isCustomer(customer)) return false
  if (!Array.isArray(lines) || lines.length < 1 || lines.length > 20) return false
  for (const line of lines) if (!isLine(line)) return false
  return coupon === undefined || coupon === null || isText(coupon, 0, 12)
}

function isCustomer(value: unknown): boolean {
  if (!isObject(value)) return false
  const { name, email, vip } = value
  return isText(name, 0, 60) && isText(email, 0, 80) && (vip === undefined || typeof vip === 'boolean')
}

function isLine(value: unknown): boolean {
  if (!isObject(value)) return false
  for (const key in value)
    if (key !== 'sku' && key !== 'quantity' && key !== 'price' && key !== 'note') return false
  const { sku, quantity, price, note } = value
  if (!isText(sku, 3, 20) || (note !== undefined && !isText(note, 0, 80))) return false
  if (typeof quantity !== 'number' || quantity % 1 !== 0 || quantity < 1) return false
  return typeof price === 'number' && price >= 0 && price < Number.POSITIVE_INFINITY
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown, least: number, most: number): boolean {
  return typeof value === 'string' && hasLength(value, least, most)
}

/** Schemas count code points: at most two units each. */
function hasLength(text: string, least: number, most: number): boolean {
  const { length } = text
  if (length >= 2 * least && length <= most) return true
  if (length < least || length > 2 * most) return false
  const points = [...text].length
  return points >= least && points <= most
}

function writeOrder({ customer, lines, coupon }: Order, out: Buffer, at: number): number {
  at = writeAscii(out, at, '{"customer":{"name":')
  at = writeText(out, at, customer.name)
  at = writeAscii(out, at, ',"email":')
  at = writeText(out, at, customer.email)
  if (customer.vip !== undefined) at = writeAscii(out, at, customer.vip ? ',"vip":true' : ',"vip":false')
  at = writeAscii(out, at, '},"lines":[')
  for (let index = 0; index < lines.length; index++) {
    const { sku, quantity, price, note } = lines[index]!
    at = writeAscii(out, at, index === 0 ? '{"sku":' : ',{"sku":')
    at = writeText(out, at, sku)
    at = writeAscii(out, at, ',"quantity":')
    at = writeNumber(out, at, quantity)
    at = writeAscii(out, at, ',"price":')
    at = writeNumber(out, at, price)
    if (note !== undefined) at = writeText(out, writeAscii(out, at, ',"note":'), note)
    out[at++] = 125
  }
  out[at++] = 93
  if (coupon === null) at = writeAscii(out, at, ',"coupon":null')
  else if (coupon !== undefined) at = writeText(out, writeAscii(out, at, ',"coupon":'), coupon)
  out[at++] = 125
  return at
}

interface Item {
  id: number
  name: string
  price: number
  tags: string[]
  active: boolean
  owner: { id: number; name: string }
}
const itemsOf = ROUTES.find(({ name }) => name === 'large')!.answer as () => Item[]

function large(_query: string, _body: string, out: Buffer, at: number): number {
  const items = itemsOf()
  out[at++] = 91
  for (let index = 0; index < items.length; index++) {
    if (index > 0) out[at++] = 44
    at = writeItem(items[index]!, out, at)
  }
  out[at++] = 93
  return at
}

function writeItem({ id, name, price, tags, active, owner }: Item, out: Buffer, at: number): number {
  at = writeNumber(out, writeAscii(out, at, '{"id":'), id)
  at = writeText(out, writeAscii(out, at, ',"name":'), name)
  at = writeNumber(out, writeAscii(out, at, ',"price":'), price)
  at = writeAscii(out, at, ',"tags":[')
  for (let index = 0; index < tags.length; index++) {
    if (index > 0) out[at++] = 44
    at = writeText(out, at, tags[index]!)
  }
  at = writeAscii(out, at, active ? '],"active":true,"owner":{"id":' : '],"active":false,"owner":{"id":')
  at = writeNumber(out, at, owner.id)
  at = writeText(out, writeAscii(out, at, ',"name":'), owner.name)
  return writeAscii(out, at, '}}')
}

function writeAscii(out: Buffer, at: number, text: string): number {
  for (let index = 0; index < text.length; index++) out[at + index] = text.charCodeAt(index)
  return at + text.length
}

/** What needs more than a copy of its units is left to JSON.stringify. */
function writeText(out: Buffer, at: number, text: string): number {
  let end = at
  out[end++] = 34
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 32 || code > 126 || code === 34 || code === 92) return at + out.write(JSON.stringify(text), at)
    out[end++] = code
  }
  out[end++] = 34
  return end
}

/** Whole numbers and prices, digit by digit; others as JavaScript writes them. */
function writeNumber(out: Buffer, at: number, value: number): number {
  if (value >= 0 && value < 1e7) {
    const cents = Math.round(value * 100)
    if (cents / 100 === value) return writeCents(out, at, cents)
  }
  return writeAscii(out, at, String(value))
}

function writeCents(out: Buffer, at: number, cents: number): number {
  const whole = (cents / 100) | 0
  const rest = cents - whole * 100
  at = writeDigits(out, at, whole)
  if (rest === 0) return at
  const tens = (rest / 10) | 0
  out[at++] = 46
  out[at++] = 48 + tens
  if (rest > tens * 10) out[at++] = 48 + rest - tens * 10
  return at
}

export function writeDigits(out: Buffer, at: number, value: number): number {
  let end = at + 1
  for (let left = value; left >= 10; left = (left / 10) | 0) end++
  let left = value
  for (let place = end - 1; place >= at; place--) {
    const next = (left / 10) | 0
    out[place] = 48 + left - next * 10
    left = next
  }
  return end
}

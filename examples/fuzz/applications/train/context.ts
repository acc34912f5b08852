/** What the routes of the train API share: the state, the defects, the customer of a request, problems and pages. */
import type { Hook, Request } from '../application.ts'
import type { Booking, Customer, Store } from './store.ts'

export interface Context {
  readonly store: Store
  readonly defects: ReadonlySet<string>
}

/** A failure that is meant for the client. */
export class Problem extends Error {
  readonly statusCode: number

  constructor(statusCode: number, detail: string) {
    super(detail)
    this.statusCode = statusCode
  }
}

export const OPERATOR_KEY = 'operator-key-7f31'

export function customerOf({ store }: Context, request: Request): Customer {
  const found = /^Bearer (\S+)$/.exec(String(request.headers['authorization'] ?? ''))
  const customer = found === null ? undefined : store.tokens.get(found[1]!)
  if (customer === undefined) throw new Problem(401, 'A valid access token is required')
  return customer
}

export const wantsCustomer = (context: Context): Hook => {
  return async (request) => {
    customerOf(context, request)
  }
}

/** A booking that is there and that the customer of the request made. */
export function bookingOf(context: Context, request: Request, id: string): Booking {
  const booking = context.store.bookings.get(id)
  const isOwn = booking?.customer === customerOf(context, request).username
  if (booking === undefined || booking.deleted || !isOwn) throw new Problem(404, `No booking ${id}`)
  return booking
}

export const showBooking = ({ customer: _customer, deleted: _deleted, ...booking }: Booking) => ({
  ...booking,
  links: { self: `https://api.example.com/bookings/${booking.id}` },
})

export interface Page {
  page: number
  limit: number
}

/** One page of `all`, with the links to the pages beside it. */
export function pageOf<Item>(
  path: string,
  all: readonly Item[],
  query: Page & Record<string, unknown>,
  from = (query.page - 1) * query.limit,
) {
  const link = (page: number) => {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...query, page })) search.set(name, String(value))
    return `https://api.example.com${path}?${search}`
  }
  const links: { self: string; next?: string; prev?: string } = { self: link(query.page) }
  if (query.page * query.limit < all.length) links.next = link(query.page + 1)
  if (query.page > 1) links.prev = link(query.page - 1)
  return { data: all.slice(from, from + query.limit), links }
}

/** The bookings of a customer, their seats, and the ticket of one that is paid. */
import { setImmediate as soon } from 'node:timers/promises'
import type { App, Plugin } from '../application.ts'
import {
  bookingOf,
  type Context,
  customerOf,
  type Page,
  Problem,
  pageOf,
  showBooking,
  wantsCustomer,
} from './context.ts'
import { answers, BODY, byId, collection, EMPTY, pages, ref } from './schemas.ts'
import type { Booking } from './store.ts'

export const bookings = (context: Context): Plugin => {
  return async (app) => {
    app.addHook('onRequest', wantsCustomer(context))
    declareList(app, context)
    declareCreate(app, context)
    declareOne(app, context)
    declareUpdate(app, context)
    declareSeats(app, context)
    declareTicket(app, context)
  }
}

function declareList(app: App, context: Context): void {
  const status = { type: 'string', enum: ['pending', 'paid', 'refunded'] }
  const sort = { type: 'string', enum: ['passenger_name', '-passenger_name'] }
  const querystring = { type: 'object', properties: { ...pages, status, sort } }
  const schema = { querystring, response: answers(200, collection('Booking'), 400, 401) }
  type Parts = { query: Page & { status?: string; sort?: string } }
  app.get<Parts>('/bookings', { schema }, async (request) => {
    const { status, sort } = request.query
    const { username } = customerOf(context, request)
    const own = [...context.store.bookings.values()].filter(
      (one) => one.customer === username && !one.deleted && (status === undefined || one.status === status),
    )
    if (sort !== undefined) own.sort((a, b) => a.passenger_name.localeCompare(b.passenger_name))
    if (sort === '-passenger_name') own.reverse()
    return pageOf('/bookings', own.map(showBooking), { ...request.query })
  })
}

const name = { type: 'string', minLength: 1, maxLength: 100 }
const wishes = {
  passenger_name: name,
  has_bicycle: { type: 'boolean' },
  has_dog: { type: 'boolean' },
  note: { type: 'string', maxLength: 500 },
}

interface Wishes {
  passenger_name?: string
  has_bicycle?: boolean
  has_dog?: boolean
  note?: string
}

function declareCreate(app: App, context: Context): void {
  const { store, defects } = context
  const headers = {
    type: 'object',
    properties: { 'idempotency-key': { type: 'string', minLength: 1, maxLength: 64 } },
  }
  const body = {
    type: 'object',
    required: ['trip_id', 'passenger_name'],
    properties: { trip_id: { type: 'string', format: 'uuid' }, ...wishes },
    additionalProperties: false,
  }
  const schema = { headers, body, response: answers(201, ref('Booking'), 401, 404, 409, ...BODY) }
  type Parts = { body: Wishes & { trip_id: string; passenger_name: string } }
  app.post<Parts>('/bookings', { schema }, async (request, reply) => {
    const { username } = customerOf(context, request)
    const key = request.headers['idempotency-key']
    const slot = JSON.stringify([username, key])
    const made = key === undefined ? undefined : store.bookings.get(store.keys.get(slot) ?? '')
    const { has_bicycle = false, has_dog = false, ...rest } = request.body
    if (made !== undefined && !defects.has('key-books-twice')) {
      if (made.trip_id !== rest.trip_id) throw new Problem(409, 'The key was used for another booking')
      return reply.code(201).send(showBooking(made))
    }
    if (!store.trips.has(rest.trip_id)) throw new Problem(404, `No trip ${rest.trip_id}`)
    const booking: Booking = {
      ...rest,
      id: store.makeId(),
      customer: username,
      has_bicycle,
      has_dog,
      seats: [],
      status: 'pending',
      deleted: false,
    }
    store.bookings.set(booking.id, booking)
    if (key !== undefined) store.keys.set(slot, booking.id)
    return reply.code(201).header('location', `/bookings/${booking.id}`).send(showBooking(booking))
  })
}

type ById = { params: { bookingId: string } }

function declareOne(app: App, context: Context): void {
  const params = byId('bookingId')
  const url = '/bookings/:bookingId'
  const one = { params, response: answers(200, ref('Booking'), 400, 401, 404) }
  app.get<ById>(url, { schema: one }, async (request) =>
    showBooking(bookingOf(context, request, request.params.bookingId)),
  )
  const gone = { params, response: answers(204, EMPTY, 401, 404, ...BODY) }
  app.delete<ById>(url, { schema: gone }, async (request, reply) => {
    bookingOf(context, request, request.params.bookingId).deleted = true
    return reply.code(204).send()
  })
}

function declareUpdate(app: App, context: Context): void {
  const { store, defects } = context
  const body = { type: 'object', minProperties: 1, properties: wishes, additionalProperties: false }
  const response = answers(200, ref('Booking'), 401, 404, ...BODY)
  const schema = { params: byId('bookingId'), body, response }
  app.patch<ById & { body: Wishes }>('/bookings/:bookingId', { schema }, async (request) => {
    const booking = bookingOf(context, request, request.params.bookingId)
    if (defects.has('booking-overwritten')) {
      const copy = { ...booking, ...request.body }
      await soon()
      store.bookings.set(booking.id, copy)
      return showBooking(copy)
    }
    return showBooking(Object.assign(booking, request.body))
  })
}

function declareSeats(app: App, context: Context): void {
  const { store, defects } = context
  const params = {
    type: 'object',
    required: ['bookingId', 'seatNumber'],
    properties: {
      bookingId: { type: 'string', format: 'uuid' },
      seatNumber: { type: 'integer', minimum: 1, maximum: 400 },
    },
  }
  type Parts = { params: { bookingId: string; seatNumber: number } }
  const url = '/bookings/:bookingId/seats/:seatNumber'
  const put = { params, response: answers(200, ref('Booking'), 401, 404, 409, ...BODY) }
  app.put<Parts>(url, { schema: put }, async (request) => {
    const { bookingId, seatNumber } = request.params
    const booking = bookingOf(context, request, bookingId)
    const isTaken = [...store.bookings.values()].some(
      (one) =>
        one.trip_id === booking.trip_id &&
        !one.deleted &&
        one.seats.includes(seatNumber) &&
        (one !== booking || defects.has('seat-taken-by-itself')),
    )
    if (isTaken) throw new Problem(409, `Seat ${seatNumber} is taken`)
    if (!booking.seats.includes(seatNumber)) booking.seats.push(seatNumber)
    return showBooking(booking)
  })
  const remove = { params, response: answers(200, ref('Booking'), 401, 404, ...BODY) }
  app.delete<Parts>(url, { schema: remove }, async (request) => {
    const booking = bookingOf(context, request, request.params.bookingId)
    booking.seats = booking.seats.filter((seat) => seat !== request.params.seatNumber)
    return showBooking(booking)
  })
}

function declareTicket(app: App, context: Context): void {
  const { store, defects } = context
  const ticket = {
    type: 'object',
    required: ['booking_id', 'passenger_name', 'departure_time', 'code'],
    properties: {
      booking_id: { type: 'string', format: 'uuid' },
      passenger_name: { type: 'string' },
      departure_time: { type: 'string', format: 'date-time' },
      code: { type: 'string' },
    },
  }
  const schema = { params: byId('bookingId'), response: answers(200, ticket, 400, 401, 404, 409) }
  app.get<ById>('/bookings/:bookingId/ticket', { schema }, async (request) => {
    const { bookingId } = request.params
    const stored = store.bookings.get(bookingId)
    const isThere = stored !== undefined && !stored.deleted
    const booking =
      defects.has('ticket-of-anybody') && isThere ? stored : bookingOf(context, request, bookingId)
    if (booking.status !== 'paid') throw new Problem(409, 'The booking is not paid')
    return {
      booking_id: booking.id,
      passenger_name: booking.passenger_name,
      departure_time: store.trips.get(booking.trip_id)!.departure_time,
      code: booking.id.slice(0, 8).toUpperCase(),
    }
  })
}

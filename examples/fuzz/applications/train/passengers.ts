/** Who travels on a booking. */
import type { App, Plugin, Request } from '../application.ts'
import { bookingOf, type Context, Problem, wantsCustomer } from './context.ts'
import { answers, BODY, byId, EMPTY, ref } from './schemas.ts'
import type { Passenger } from './store.ts'

export const passengers = (context: Context): Plugin => {
  return async (app) => {
    app.addHook('onRequest', wantsCustomer(context))
    declareAll(app, context)
    declareOne(app, context)
    declareReplace(app, context)
  }
}

const ALL = '/bookings/:bookingId/passengers'
const ONE = '/bookings/:bookingId/passengers/:passengerId'

const body = {
  type: 'object',
  required: ['name', 'age'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 100 },
    age: { type: 'integer', minimum: 0, maximum: 120 },
    email: { type: 'string', format: 'email', maxLength: 200 },
  },
  additionalProperties: false,
}

interface Person {
  name: string
  age: number
  email?: string
}

const FARES = [
  { until: 4, fare: 'infant' },
  { until: 15, fare: 'child' },
  { until: 65, fare: 'adult' },
  { until: 120, fare: 'senior' },
] as const

/** The fare of an age; the last one includes its limit. */
function fareOf(age: number, excludesLast: boolean): string {
  const band = FARES.find(({ until }) => age < until || (!excludesLast && until === 120))
  return band!.fare
}

type OfBooking = { params: { bookingId: string } }
type OfOne = { params: { bookingId: string; passengerId: string } }

function declareAll(app: App, context: Context): void {
  const { store, defects } = context
  const params = byId('bookingId')
  const list = {
    type: 'object',
    required: ['data'],
    properties: { data: { type: 'array', items: ref('Passenger') } },
  }
  const get = { params, response: answers(200, list, 400, 401, 404) }
  app.get<OfBooking>(ALL, { schema: get }, async (request) => {
    const { bookingId } = request.params
    const isLeft = defects.has('passengers-outlive-booking') && store.bookings.get(bookingId)?.deleted
    if (!isLeft) bookingOf(context, request, bookingId)
    return { data: [...store.passengers.values()].filter((one) => one.booking_id === bookingId) }
  })
  const schema = { params, body, response: answers(201, ref('Passenger'), 401, 404, 409, ...BODY) }
  app.post<OfBooking & { body: Person }>(ALL, { schema }, async (request, reply) => {
    const booking = bookingOf(context, request, request.params.bookingId)
    const others = [...store.passengers.values()].filter((one) => one.booking_id === booking.id)
    if (others.length >= 9) throw new Problem(409, 'A booking has at most nine passengers')
    const passenger: Passenger = {
      ...request.body,
      id: store.makeId(),
      booking_id: booking.id,
      fare: fareOf(request.body.age, defects.has('age-without-fare')),
    }
    store.passengers.set(passenger.id, passenger)
    return reply.code(201).send(passenger)
  })
}

/** A passenger of a booking of the customer. */
function passengerOf(context: Context, request: Request, { params }: OfOne, ofAny = false): Passenger {
  const booking = bookingOf(context, request, params.bookingId)
  const passenger = context.store.passengers.get(params.passengerId)
  const isOfIt = ofAny || passenger?.booking_id === booking.id
  if (passenger === undefined || !isOfIt) throw new Problem(404, `No passenger ${params.passengerId}`)
  return passenger
}

function declareOne(app: App, context: Context): void {
  const { store, defects } = context
  const params = byId('bookingId', 'passengerId')
  const get = { params, response: answers(200, ref('Passenger'), 400, 401, 404) }
  app.get<OfOne>(ONE, { schema: get }, async (request) => passengerOf(context, request, request))
  const remove = { params, response: answers(204, EMPTY, 401, 404, ...BODY) }
  app.delete<OfOne>(ONE, { schema: remove }, async (request, reply) => {
    const passenger = passengerOf(context, request, request, defects.has('passenger-of-any-booking'))
    store.passengers.delete(passenger.id)
    return reply.code(204).send()
  })
}

function declareReplace(app: App, context: Context): void {
  const { store, defects } = context
  const params = byId('bookingId', 'passengerId')
  const schema = { params, body, response: answers(200, ref('Passenger'), 401, 404, ...BODY) }
  /** Tells the new passenger; nobody waits for it. */
  const notify = async ({ email }: Passenger): Promise<string> => {
    const domain = defects.has('notice-without-address')
      ? email!.split('@')[1]!
      : (email?.split('@')[1] ?? '')
    return domain.toLowerCase()
  }
  app.put<OfOne & { body: Person }>(ONE, { schema }, async (request) => {
    const { id, booking_id } = passengerOf(context, request, request)
    const passenger: Passenger = { ...request.body, id, booking_id, fare: fareOf(request.body.age, false) }
    store.passengers.set(id, passenger)
    void notify(passenger)
    return passenger
  })
}

/** The schemas of the train API: those that routes share by reference, and what each route answers. */
import type { JsonSchema } from '../application.ts'

const uuid = { type: 'string', format: 'uuid' } as const
const link = { type: 'string', format: 'uri' } as const

const problem = {
  $id: 'Problem',
  type: 'object',
  required: ['type', 'title', 'status'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
  },
}

const pagination = {
  $id: 'Links-Pagination',
  type: 'object',
  required: ['self'],
  properties: { self: link, next: link, prev: link },
}

const station = {
  $id: 'Station',
  type: 'object',
  required: ['id', 'name', 'address', 'country_code', 'timezone'],
  properties: {
    id: uuid,
    name: { type: 'string' },
    address: { type: 'string' },
    country_code: { type: 'string', minLength: 2, maxLength: 2 },
    timezone: { type: 'string' },
    local_name: { type: 'string' },
  },
}

const trip = (lossy: boolean) => ({
  $id: 'Trip',
  type: 'object',
  required: ['id', 'origin', 'destination', 'departure_time', 'arrival_time', 'price', 'platform'],
  properties: {
    id: uuid,
    origin: uuid,
    destination: uuid,
    departure_time: { type: 'string', format: 'date-time' },
    arrival_time: { type: 'string', format: 'date-time' },
    operator: { type: 'string' },
    price: { type: 'number', minimum: 0 },
    bicycles_allowed: { type: 'boolean' },
    dogs_allowed: { type: 'boolean' },
    platform: lossy ? { type: 'string' } : { type: ['string', 'null'] },
  },
})

const booking = {
  $id: 'Booking',
  type: 'object',
  required: ['id', 'trip_id', 'passenger_name', 'has_bicycle', 'has_dog', 'seats', 'status', 'links'],
  properties: {
    id: uuid,
    trip_id: uuid,
    passenger_name: { type: 'string' },
    has_bicycle: { type: 'boolean' },
    has_dog: { type: 'boolean' },
    note: { type: 'string' },
    seats: { type: 'array', items: { type: 'integer' } },
    status: { type: 'string', enum: ['pending', 'paid', 'refunded'] },
    links: { type: 'object', required: ['self'], properties: { self: link } },
  },
}

const passenger = {
  $id: 'Passenger',
  type: 'object',
  required: ['id', 'booking_id', 'name', 'age', 'fare'],
  properties: {
    id: uuid,
    booking_id: uuid,
    name: { type: 'string' },
    age: { type: 'integer' },
    email: { type: 'string' },
    fare: { type: 'string', enum: ['infant', 'child', 'adult', 'senior'] },
  },
}

const payment = {
  $id: 'BookingPayment',
  type: 'object',
  required: ['id', 'amount', 'currency', 'source', 'status'],
  properties: {
    id: uuid,
    amount: { type: 'number' },
    currency: { type: 'string' },
    status: { type: 'string', enum: ['pending', 'succeeded', 'failed', 'refunded'] },
    source: {
      type: 'object',
      required: ['object', 'name', 'number'],
      properties: {
        object: { type: 'string' },
        name: { type: 'string' },
        number: { type: 'string' },
        sort_code: { type: 'string' },
        exp_year: { type: 'integer' },
      },
    },
  },
}

export const shared = (lossyTrip: boolean): readonly JsonSchema[] => [
  problem,
  pagination,
  station,
  trip(lossyTrip),
  booking,
  passenger,
  payment,
]

export const ref = (name: string): JsonSchema => ({ $ref: `${name}#` })

/** A page of a collection. */
export const collection = (name: string): JsonSchema => ({
  type: 'object',
  required: ['data', 'links'],
  properties: { data: { type: 'array', items: ref(name) }, links: ref('Links-Pagination') },
})

/** The statuses of a route: the one of success, and those of problems. */
export function answers(
  status: number,
  schema: JsonSchema,
  ...problems: number[]
): Record<string, JsonSchema> {
  return { [status]: schema, ...Object.fromEntries(problems.map((one) => [one, ref('Problem')])) }
}

export const EMPTY: JsonSchema = { type: 'null' }

/** What the parser of bodies and the validator can refuse. */
export const BODY = [400, 413, 415] as const

export const byId = (...names: string[]): JsonSchema => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, uuid])),
})

export const pages: Record<string, JsonSchema> = {
  page: { type: 'integer', minimum: 1, maximum: 10_000, default: 1 },
  limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
}

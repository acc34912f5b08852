/** How a booking is paid: by card or from a bank account, once; and how the money comes back. */
import type { App, Plugin } from '../application.ts'
import { bookingOf, type Context, Problem, showBooking, wantsCustomer } from './context.ts'
import { answers, BODY, byId, ref } from './schemas.ts'
import type { Payment } from './store.ts'

export const payments = (context: Context): Plugin => {
  return async (app) => {
    app.addHook('onRequest', wantsCustomer(context))
    declarePay(app, context)
    declareRead(app, context)
    declareRefund(app, context)
  }
}

const text = { type: 'string', minLength: 1, maxLength: 100 }

const card = {
  type: 'object',
  required: ['object', 'name', 'number', 'cvc', 'exp_month', 'exp_year', 'address_country'],
  properties: {
    object: { type: 'string', const: 'card' },
    name: text,
    number: { type: 'string', pattern: '^[0-9]{12,19}$' },
    cvc: { type: 'string', pattern: '^[0-9]{3,4}$' },
    exp_month: { type: 'integer', minimum: 1, maximum: 12 },
    exp_year: { type: 'integer', minimum: 2024, maximum: 2099 },
    address_country: { type: 'string', pattern: '^[A-Z]{2}$' },
  },
}

const bankAccount = {
  type: 'object',
  required: ['object', 'name', 'number', 'account_type', 'bank_name', 'country'],
  properties: {
    object: { type: 'string', const: 'bank_account' },
    name: text,
    number: { type: 'string', pattern: '^[0-9]{6,18}$' },
    sort_code: { type: 'string', pattern: '^[0-9]{2}-?[0-9]{2}-?[0-9]{2}$' },
    account_type: { type: 'string', enum: ['individual', 'company'] },
    bank_name: text,
    country: { type: 'string', pattern: '^[A-Z]{2}$' },
  },
}

interface Source {
  object: string
  name: string
  number: string
  sort_code?: string
  exp_year?: number
}

type ById = { params: { bookingId: string } }
const URL = '/bookings/:bookingId/payment'

function declarePay(app: App, context: Context): void {
  const { store, defects } = context
  const currency = { type: 'string', enum: ['bam', 'bgn', 'chf', 'eur', 'gbp', 'nok', 'sek', 'try'] }
  const body = {
    type: 'object',
    required: ['amount', 'currency', 'source'],
    properties: {
      amount: { type: 'number', exclusiveMinimum: 0, maximum: 100_000 },
      currency,
      source: { oneOf: [card, bankAccount] },
    },
  }
  const schema = {
    params: byId('bookingId'),
    body,
    response: answers(201, ref('BookingPayment'), 401, 404, 409, ...BODY),
  }
  type Parts = ById & { body: { amount: number; currency: string; source: Source } }
  app.post<Parts>(URL, { schema }, async (request, reply) => {
    const booking = bookingOf(context, request, request.params.bookingId)
    if (booking.status !== 'pending') throw new Problem(409, `The booking is ${booking.status}`)
    const { amount, currency, source } = request.body
    const payment: Payment = {
      id: store.makeId(),
      amount,
      currency,
      source: sourceOf(source, defects.has('bank-without-sort-code')),
      status: 'succeeded',
    }
    store.payments.set(booking.id, payment)
    booking.status = 'paid'
    return reply.code(201).send(payment)
  })
}

/** What is kept of a source of money: only the last digits of its number. */
function sourceOf({ object, name, number, sort_code, exp_year }: Source, wantsSortCode: boolean) {
  const masked = { object, name, number: `****${number.slice(-4)}` }
  if (object === 'card') return { ...masked, exp_year }
  if (sort_code === undefined && !wantsSortCode) return masked
  return { ...masked, sort_code: (sort_code as string).replaceAll('-', '') }
}

function declareRead(app: App, context: Context): void {
  const schema = { params: byId('bookingId'), response: answers(200, ref('BookingPayment'), 400, 401, 404) }
  app.get<ById>(URL, { schema }, async (request) => {
    const { id } = bookingOf(context, request, request.params.bookingId)
    const payment = context.store.payments.get(id)
    if (payment === undefined) throw new Problem(404, 'The booking has no payment')
    return payment
  })
}

function declareRefund(app: App, context: Context): void {
  const { store, defects } = context
  const body = {
    type: 'object',
    properties: { reason: { type: 'string', minLength: 1, maxLength: 200 } },
    additionalProperties: false,
  }
  const schema = {
    params: byId('bookingId'),
    body,
    response: answers(200, ref('Booking'), 401, 404, 409, ...BODY),
  }
  app.post<ById>('/bookings/:bookingId/refund', { schema }, async (request) => {
    const booking = bookingOf(context, request, request.params.bookingId)
    const payment = store.payments.get(booking.id)
    if (booking.status !== 'paid' || payment === undefined) throw new Problem(409, 'Nothing is paid')
    booking.status = 'refunded'
    if (defects.has('refund-loses-status')) delete payment.status
    else payment.status = 'refunded'
    return showBooking(booking)
  })
}

/** The train API: each route has a 2xx, each defect shows where it is. */
import assert from 'node:assert/strict'
import type { Client } from '../client.ts'
import { costOf, growthOf, type Proof, prove, uncaughtIn } from '../prove.ts'
import { OPERATOR_KEY } from './context.ts'
import { application } from './index.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'

const CARD = {
  object: 'card',
  name: 'Olivia Sand',
  number: '4242424242424242',
  cvc: '123',
  exp_month: 12,
  exp_year: 2030,
  address_country: 'DE',
}

const BANK = {
  object: 'bank_account',
  name: 'Olivia Sand',
  number: '00012345',
  account_type: 'individual',
  bank_name: 'Starling',
  country: 'GB',
}

async function login(client: Client, username = 'olivia'): Promise<Client> {
  const body = { grant_type: 'password', username, password: `${username}-travels` }
  const { json } = await client.post('/oauth/token', body)
  return client.with({ authorization: `Bearer ${json.access_token}` })
}

async function tripOf(client: Client): Promise<string> {
  const { json } = await client.get('/trips')
  return json.data[0].id
}

/** A customer with a booking. */
async function booked(client: Client, username?: string) {
  const customer = await login(client, username)
  const trip_id = await tripOf(client)
  const { json } = await customer.post('/bookings', { trip_id, passenger_name: 'Olivia Sand' })
  return { customer, id: json.id as string, trip_id, url: `/bookings/${json.id}` }
}

const pay = (customer: Client, url: string, source: object = CARD) =>
  customer.post(`${url}/payment`, { amount: 50, currency: 'eur', source })

async function walk(client: Client): Promise<void> {
  const stations = await client.get('/stations?limit=3&country=DE')
  const station = stations.json.data[0].id
  await client.get(`/stations/${station}?language=de`)
  const { customer, trip_id, url } = await booked(client)
  await client.get(`/trips/${trip_id}`)
  await client.get('/operators/trips', { 'x-api-key': OPERATOR_KEY })
  const manifest = await client.get(`/operators/trips/${trip_id}/manifest`, { 'x-api-key': OPERATOR_KEY })
  assert.deepEqual(manifest.json.passengers, [])
  await customer.get('/me')
  await customer.patch('/me', { name: 'Olivia' })
  await customer.put(`/me/favourites/${station}`)
  assert.equal((await customer.get('/me/favourites')).json.data.length, 1)
  await customer.delete(`/me/favourites/${station}`)
  assert.equal((await customer.get('/bookings?sort=-passenger_name&status=pending')).json.data.length, 1)
  await customer.get(url)
  await customer.patch(url, { has_dog: true })
  await customer.put(`${url}/seats/12`)
  await customer.delete(`${url}/seats/12`)
  await customer.get(`${url}/passengers`)
  const made = await customer.post(`${url}/passengers`, { name: 'Ada', age: 30 })
  const one = `${url}/passengers/${made.json.id}`
  await customer.get(one)
  await customer.put(one, { name: 'Ada', age: 70 })
  await customer.delete(one)
  await pay(customer, url)
  await customer.get(`${url}/payment`)
  await customer.get(`${url}/ticket`)
  await customer.post(`${url}/refund`, { reason: 'snow' })
  await customer.delete(url)
  assert.equal((await customer.get(url)).status, 404)
  assert.equal((await client.get('/me')).status, 401)
}

const ofTimetable: Record<string, Proof> = {
  'search-explodes': async (client) => {
    await client.get('/stations?search=warm')
    return (await costOf(() => client.get(`/stations?search=${'a'.repeat(24)}!`))) > 25
  },
  'stations-overlap': async (client) => {
    const pages = [await client.get('/stations?limit=2'), await client.get('/stations?limit=2&page=2')]
    return new Set(pages.flatMap(({ json }) => json.data.map((one: { id: string }) => one.id))).size < 4
  },
  'language-stays': async (client) => {
    const { id } = (await client.get('/stations')).json.data[0]
    await client.get(`/stations/${id}?language=fr`)
    return 'local_name' in (await client.get(`/stations/${id}`)).json
  },
  'trips-before-1970': async (client) => (await client.get('/trips?date=1969-12-30')).status === 500,
  'trips-remembered': async (client) => {
    const some = async (count: number) => {
      for (let at = 0; at < count; at++) await client.get('/trips?limit=1')
    }
    const growths: number[] = []
    // What earlier applications leave is freed in between, so that one growth alone can be less than nothing.
    for (let at = 0; at < 4; at++) growths.push(await growthOf(() => some(60)))
    return Math.max(...growths) > 5_500_000
  },
  'platform-never-null': async (client) => {
    const { json } = await client.get('/trips')
    return (await client.get(`/trips/${json.data[3].id}`)).json.platform === ''
  },
  'manifest-open': async (client) =>
    (await client.get(`/operators/trips/${await tripOf(client)}/manifest`)).status === 200,
}

const ofBookings: Record<string, Proof> = {
  'key-books-twice': async (client) => {
    const customer = await login(client)
    const body = { trip_id: await tripOf(client), passenger_name: 'Olivia' }
    const made = [
      await customer.post('/bookings', body, { 'idempotency-key': 'k1' }),
      await customer.post('/bookings', body, { 'idempotency-key': 'k1' }),
    ]
    return made[0]!.json.id !== made[1]!.json.id
  },
  'booking-overwritten': async (client) => {
    const { customer, url } = await booked(client)
    await Promise.all([customer.patch(url, { has_dog: true }), customer.patch(url, { has_bicycle: true })])
    const { has_dog, has_bicycle } = (await customer.get(url)).json
    return !(has_dog && has_bicycle)
  },
  'seat-taken-by-itself': async (client) => {
    const { customer, url } = await booked(client)
    await customer.put(`${url}/seats/1`)
    return (await customer.put(`${url}/seats/1`)).status === 409
  },
  'ticket-of-anybody': async (client) => {
    const { customer, url } = await booked(client)
    await pay(customer, url)
    return (await (await login(client, 'matteo')).get(`${url}/ticket`)).status === 200
  },
  'bank-without-sort-code': async (client) => {
    const { customer, url } = await booked(client)
    return (await pay(customer, url, BANK)).status === 500
  },
  'refund-loses-status': async (client) => {
    const { customer, url } = await booked(client)
    await pay(customer, url)
    await customer.post(`${url}/refund`, {})
    return (await customer.get(`${url}/payment`)).status === 500
  },
}

const ofPassengers: Record<string, Proof> = {
  'age-without-fare': async (client) => {
    const { customer, url } = await booked(client)
    return (await customer.post(`${url}/passengers`, { name: 'Jeanne', age: 120 })).status === 500
  },
  'passengers-outlive-booking': async (client) => {
    const { customer, url } = await booked(client)
    await customer.post(`${url}/passengers`, { name: 'Ada', age: 30 })
    await customer.delete(url)
    return (await customer.get(`${url}/passengers`)).status === 200
  },
  'passenger-of-any-booking': async (client) => {
    const { customer, url } = await booked(client)
    const { json } = await customer.post(`${url}/passengers`, { name: 'Ada', age: 30 })
    const other = await booked(client, 'matteo')
    assert.equal((await other.customer.delete(`${other.url}/passengers/${NOBODY}`)).status, 404)
    return (await other.customer.delete(`${other.url}/passengers/${json.id}`)).status === 204
  },
  'notice-without-address': async (client) => {
    const { customer, url } = await booked(client)
    const { json } = await customer.post(`${url}/passengers`, { name: 'Ada', age: 30 })
    const put = () => customer.put(`${url}/passengers/${json.id}`, { name: 'Ada', age: 31 })
    return (await uncaughtIn(put)).length > 0
  },
}

prove(application, { walk, defects: { ...ofTimetable, ...ofBookings, ...ofPassengers } })

/** The routes of railway operators, who send a key: their trips, and who travels on them. */
import type { App, Hook, Plugin } from '../application.ts'
import { type Context, OPERATOR_KEY, type Page, Problem, pageOf } from './context.ts'
import { answers, byId, collection, pages, ref } from './schemas.ts'

const wantsKey: Hook = async (request) => {
  if (request.headers['x-api-key'] !== OPERATOR_KEY)
    throw new Problem(401, 'The key of an operator is required')
}

export const operators = (context: Context): Plugin => {
  const { store, defects } = context
  return async (app) => {
    if (defects.has('manifest-open')) declareManifest(app, context)
    app.register(async (keyed) => {
      keyed.addHook('onRequest', wantsKey)
      if (!defects.has('manifest-open')) declareManifest(keyed, context)
      const querystring = { type: 'object', properties: pages }
      const schema = { querystring, response: answers(200, collection('Trip'), 400, 401) }
      keyed.get<{ query: Page }>('/operators/trips', { schema }, async ({ query }) =>
        pageOf('/operators/trips', [...store.trips.values()], { ...query }),
      )
    })
  }
}

function declareManifest(app: App, { store }: Context): void {
  const manifest = {
    type: 'object',
    required: ['trip_id', 'passengers'],
    properties: {
      trip_id: { type: 'string', format: 'uuid' },
      passengers: { type: 'array', items: ref('Passenger') },
    },
  }
  const schema = { params: byId('tripId'), response: answers(200, manifest, 400, 401, 404) }
  type Parts = { params: { tripId: string } }
  app.get<Parts>('/operators/trips/:tripId/manifest', { schema }, async ({ params: { tripId } }) => {
    if (!store.trips.has(tripId)) throw new Problem(404, `No trip ${tripId}`)
    const isOnIt = (id: string) => {
      const booking = store.bookings.get(id)
      return booking?.trip_id === tripId && !booking.deleted
    }
    const passengers = [...store.passengers.values()].filter((one) => isOnIt(one.booking_id))
    return { trip_id: tripId, passengers }
  })
}

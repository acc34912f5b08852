/** The routes that need no login: stations and trips. */
import type { App, Plugin } from '../application.ts'
import { type Context, type Page, Problem, pageOf } from './context.ts'
import { answers, byId, collection, pages, ref } from './schemas.ts'
import type { Trip } from './store.ts'

export const timetable = (context: Context): Plugin => {
  return async (app) => {
    declareStations(app, context)
    declareTrips(app, context)
    declareTrip(app, context)
  }
}

interface Search extends Page {
  search?: string
  country?: string
}

function declareStations(app: App, { store, defects }: Context): void {
  const querystring = {
    type: 'object',
    properties: {
      ...pages,
      search: { type: 'string', minLength: 1, maxLength: 28 },
      country: { type: 'string', pattern: '^[A-Z]{2}$' },
    },
  }
  const schema = { querystring, response: answers(200, collection('Station'), 400) }
  const name = defects.has('search-explodes') ? /^([a-z]+[ -]?)+$/i : /^[a-z]+(?:[ -][a-z]+)*$/i
  app.get<{ query: Search }>('/stations', { schema }, async ({ query }) => {
    const { search, country, page, limit } = query
    const isPlain = search === undefined || name.test(search)
    const text = search?.toLowerCase() ?? ''
    const found = [...store.stations.values()].filter(
      (station) =>
        (country === undefined || station.country_code === country) &&
        (isPlain ? station.name.toLowerCase().includes(text) : station.address.toLowerCase() === text),
    )
    const repeats = defects.has('stations-overlap') && page > 1
    return pageOf('/stations', found, { ...query }, (page - 1) * limit - (repeats ? 1 : 0))
  })
  const params = byId('stationId')
  const language = { type: 'object', properties: { language: { type: 'string', enum: ['en', 'de', 'fr'] } } }
  const one = { params, querystring: language, response: answers(200, ref('Station'), 400, 404) }
  const view: { local_name?: string } = {}
  type Parts = { params: { stationId: string }; query: { language?: string } }
  app.get<Parts>('/stations/:stationId', { schema: one }, async ({ params: { stationId }, query }) => {
    const station = store.stations.get(stationId)
    if (station === undefined) throw new Problem(404, `No station ${stationId}`)
    const local = defects.has('language-stays') ? view : {}
    if (query.language !== undefined) local.local_name = `${station.name} (${query.language})`
    return { ...station, ...local }
  })
}

interface Journey extends Page {
  origin?: string
  destination?: string
  date?: string
  bicycles?: boolean
  dogs?: boolean
}

const WEEKDAYS = ['Thursday', 'Friday', 'Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday']

/** The weekday of a date, for the timetable of that day. */
function weekdayOf(date: string, wraps: boolean): string {
  const day = Math.floor(Date.parse(`${date}T00:00:00Z`) / 86_400_000)
  const index = wraps ? ((day % 7) + 7) % 7 : day % 7
  return WEEKDAYS[index]!.toLowerCase()
}

function declareTrips(app: App, { store, defects }: Context): void {
  const flag = { type: 'boolean' }
  const uuid = { type: 'string', format: 'uuid' }
  const date = { type: 'string', format: 'date' }
  const properties = { ...pages, origin: uuid, destination: uuid, date, bicycles: flag, dogs: flag }
  const schema = {
    querystring: { type: 'object', properties },
    response: answers(200, collection('Trip'), 400),
  }
  const boards = new Map<string, Buffer>()
  app.get<{ query: Journey }>('/trips', { schema }, async (request, reply) => {
    const { query } = request
    const { origin, destination, date, bicycles, dogs } = query
    if (date !== undefined) {
      reply.header('x-timetable', weekdayOf(date, !defects.has('trips-before-1970')))
    }
    const isMeant = (trip: Trip) =>
      (origin === undefined || trip.origin === origin) &&
      (destination === undefined || trip.destination === destination) &&
      (date === undefined || trip.departure_time.startsWith(date)) &&
      (bicycles === undefined || trip.bicycles_allowed === bicycles) &&
      (dogs === undefined || trip.dogs_allowed === dogs)
    const found = [...store.trips.values()].filter(isMeant)
    if (defects.has('trips-remembered')) boards.set(request.id, Buffer.alloc(131_072, JSON.stringify(found)))
    return pageOf('/trips', found, { ...query })
  })
}

function declareTrip(app: App, { store }: Context): void {
  const schema = { params: byId('tripId'), response: answers(200, ref('Trip'), 400, 404) }
  app.get<{ params: { tripId: string } }>('/trips/:tripId', { schema }, async ({ params: { tripId } }) => {
    const trip = store.trips.get(tripId)
    if (trip === undefined) throw new Problem(404, `No trip ${tripId}`)
    return trip
  })
}

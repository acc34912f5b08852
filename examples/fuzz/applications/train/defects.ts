/** What can be wrong in the train API. */
import type { SeededDefect } from '../application.ts'

export const DEFECTS: readonly SeededDefect[] = [
  {
    id: 'search-explodes',
    kind: 'slow-input',
    route: 'GET /stations',
    what: 'The pattern that looks at the search text has a repetition in a repetition.',
  },
  {
    id: 'stations-overlap',
    kind: 'pagination',
    route: 'GET /stations',
    what: 'Each page after the first begins with the last station of the page before.',
  },
  {
    id: 'language-stays',
    kind: 'request-state-leak',
    route: 'GET /stations/:stationId',
    what: 'The local name that one request asked for is in the answers to all later requests.',
  },
  {
    id: 'trips-before-1970',
    kind: 'rare-value',
    route: 'GET /trips',
    what: 'A date before 1970 has a negative remainder, and the weekday of it is read from undefined.',
  },
  {
    id: 'trips-remembered',
    kind: 'memory-growth',
    route: 'GET /trips',
    what: 'The drawn board is cached by the id of the request, which never comes again.',
  },
  {
    id: 'platform-never-null',
    kind: 'lossy-answer',
    route: 'GET /trips/:tripId',
    what: 'The schema of the answer says that the platform is a text, so that null becomes an empty one.',
  },
  {
    id: 'manifest-open',
    kind: 'auth-missing',
    route: 'GET /operators/trips/:tripId/manifest',
    what: 'The route is declared outside of the plugin that wants the key of an operator.',
  },
  {
    id: 'key-books-twice',
    kind: 'idempotency',
    route: 'POST /bookings',
    what: 'A second request with the same idempotency key makes a second booking.',
  },
  {
    id: 'booking-overwritten',
    kind: 'lost-update',
    route: 'PATCH /bookings/:bookingId',
    what: 'The whole booking is written back a turn after it was read, with what others changed in between.',
  },
  {
    id: 'seat-taken-by-itself',
    kind: 'idempotency',
    route: 'PUT /bookings/:bookingId/seats/:seatNumber',
    what: 'The second of two equal requests gets a conflict with the booking itself.',
  },
  {
    id: 'ticket-of-anybody',
    kind: 'other-identity',
    route: 'GET /bookings/:bookingId/ticket',
    what: 'The ticket is found by the id alone, so that other customers can read it.',
  },
  {
    id: 'bank-without-sort-code',
    kind: 'conditional',
    route: 'POST /bookings/:bookingId/payment',
    what: 'The branch of bank accounts reads the sort code, which is optional.',
  },
  {
    id: 'refund-loses-status',
    kind: 'deep-state',
    route: 'GET /bookings/:bookingId/payment',
    what: 'After a refund the payment has no status, and its answer cannot be written.',
  },
  {
    id: 'age-without-fare',
    kind: 'boundary',
    route: 'POST /bookings/:bookingId/passengers',
    what: 'The greatest age that the schema allows has no fare.',
  },
  {
    id: 'passengers-outlive-booking',
    kind: 'use-after-delete',
    route: 'GET /bookings/:bookingId/passengers',
    what: 'The passengers of a booking can be read after the booking was deleted.',
  },
  {
    id: 'passenger-of-any-booking',
    kind: 'other-identity',
    route: 'DELETE /bookings/:bookingId/passengers/:passengerId',
    what: 'A customer can delete a passenger of somebody else by way of a booking of their own.',
  },
  {
    id: 'notice-without-address',
    kind: 'late-crash',
    route: 'PUT /bookings/:bookingId/passengers/:passengerId',
    what: 'The notice after the answer reads an address that is optional, and nothing catches that.',
  },
]

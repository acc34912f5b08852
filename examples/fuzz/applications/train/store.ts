/** The state of the train API: stations, trips and customers that are there from the start, and what customers make. */
import { createHash } from 'node:crypto'

export interface Station {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly country_code: string
  readonly timezone: string
}

export interface Trip {
  readonly id: string
  readonly origin: string
  readonly destination: string
  readonly departure_time: string
  readonly arrival_time: string
  readonly operator: string
  readonly price: number
  readonly bicycles_allowed: boolean
  readonly dogs_allowed: boolean
  readonly platform: string | null
}

export interface Customer {
  readonly username: string
  readonly password: string
  name: string
  readonly favourites: Set<string>
}

export interface Booking {
  readonly id: string
  readonly customer: string
  readonly trip_id: string
  passenger_name: string
  has_bicycle: boolean
  has_dog: boolean
  note?: string
  seats: number[]
  status: 'pending' | 'paid' | 'refunded'
  deleted: boolean
}

export interface Passenger {
  readonly id: string
  readonly booking_id: string
  name: string
  age: number
  email?: string
  fare: string
}

export interface Payment {
  readonly id: string
  readonly amount: number
  readonly currency: string
  readonly source: Readonly<Record<string, unknown>>
  status?: 'succeeded' | 'refunded'
}

const CITIES: readonly (readonly [string, string, string])[] = [
  ['Berlin Hauptbahnhof', 'DE', 'Europe/Berlin'],
  ['Paris Gare du Nord', 'FR', 'Europe/Paris'],
  ['London St Pancras', 'GB', 'Europe/London'],
  ['Wien Hauptbahnhof', 'AT', 'Europe/Vienna'],
  ['Zagreb Glavni kolodvor', 'HR', 'Europe/Zagreb'],
  ['Oslo Sentralstasjon', 'NO', 'Europe/Oslo'],
  ['Genova Piazza Principe', 'IT', 'Europe/Rome'],
  ['Sofia Central', 'BG', 'Europe/Sofia'],
]

export class Store {
  readonly stations = new Map<string, Station>()
  readonly trips = new Map<string, Trip>()
  readonly customers = new Map<string, Customer>()
  readonly tokens = new Map<string, Customer>()
  readonly bookings = new Map<string, Booking>()
  readonly passengers = new Map<string, Passenger>()
  /** By booking. */
  readonly payments = new Map<string, Payment>()
  /** The booking that a customer made with a key. */
  readonly keys = new Map<string, string>()
  #made = 0

  constructor() {
    for (const [name, country_code, timezone] of CITIES) {
      const id = this.makeId()
      this.stations.set(id, { id, name, address: `${name}, platform hall`, country_code, timezone })
    }
    const ids = [...this.stations.keys()]
    for (const [at, origin] of ids.entries()) this.#addTrip(at, origin, ids[(at + 1) % ids.length]!)
    for (const name of ['olivia', 'matteo']) {
      this.customers.set(name, { username: name, password: `${name}-travels`, name, favourites: new Set() })
    }
  }

  #addTrip(at: number, origin: string, destination: string): void {
    const id = this.makeId()
    const day = String(at + 1).padStart(2, '0')
    this.trips.set(id, {
      id,
      origin,
      destination,
      departure_time: `2027-02-${day}T10:00:00Z`,
      arrival_time: `2027-02-${day}T16:30:00Z`,
      operator: at % 2 === 0 ? 'National Express' : 'Europa Rail',
      price: 49.5 + at,
      bicycles_allowed: at % 2 === 0,
      dogs_allowed: at % 3 !== 0,
      platform: at === 3 ? null : `${at + 1}`,
    })
  }

  /** A UUID; the same requests make the same ones, so that a run can be repeated. */
  makeId(): string {
    const hex = createHash('sha256')
      .update(`train ${this.#made++}`)
      .digest('hex')
    return [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `4${hex.slice(13, 16)}`,
      `a${hex.slice(17, 20)}`,
      hex.slice(20, 32),
    ].join('-')
  }
}

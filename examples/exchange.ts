/** What the examples have in common: the requests that each answers, so that a test can ask them of any framework. */
import type { InjectOptions } from 'touchstone'

/** One request, why it is interesting, and the status that it gets. */
export interface Exchange {
  title: string
  request: InjectOptions
  status: number
}

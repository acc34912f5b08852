/** The names of statuses. A file of its own, since the stages of a request import nothing of node:http. */

import { STATUS_CODES } from 'node:http'

/** The name that HTTP has for a status; undefined if it has none. */
export function nameOfStatus(status: number): string | undefined {
  return STATUS_CODES[status]
}

// What a fixture says of itself: `GET /-/fixture` answers which fixture it is, and what its functions have noted since its start.

import type { Json } from '../../spec/case.ts'
import { within } from '../contract/deadline.ts'
import { Connection, LONGEST_ANSWER, requestBytes } from '../wire/socket.ts'
import type { PeerAddress } from './address.ts'

export const CONTROL_PATH = '/-/fixture'

/** The body of the answer. */
export interface Statement {
  fixture: string
  /** The implementation behind it. */
  name?: string
  version?: string
  /** What was noted since the start, in order. */
  notes?: Json[]
  /** Prefixes of contexts that are not built: what is asked of them is left out. */
  skips?: string[]
}

/** The server did not answer as a fixture does; the message says how it answered, and what would be right. */
export class StatementError extends Error {
  override name = 'StatementError'
}

const OUT_OF_REACH = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/

/** That nobody listens at a base URL, in a sentence; null where the error is another one. */
export function unreachable(url: string, error: unknown): string | null {
  const { code = '', message } = error as { code?: string; message?: string }
  if (!OUT_OF_REACH.test(code)) return null
  return `${url} could not be reached: ${message || code}. Start the server, or name the base URL at which it listens.`
}

/** Names stand in the heads of tables. */
const LONGEST_NAME = 60

const RIGHT = 'right would be 200 with {"fixture": "NAME", "notes": []}'

/** Asks on a connection of its own, so that the connections of cases stay as they are. */
export async function askStatement(address: PeerAddress, milliseconds: number): Promise<Statement> {
  let connection: Connection | undefined
  const ask = async (): Promise<Statement> => {
    connection = await Connection.open(address.port, address.host, LONGEST_ANSWER)
    await connection.write(requestOf(address))
    const answer = await connection.answer('GET')
    // So it looks, too, where the process ends at this moment.
    if (!answer || answer.broken) throw new Error(`GET ${CONTROL_PATH} has no whole answer: ${RIGHT}`)
    return statementOf(answer.status, answer.headers, answer.body)
  }
  try {
    return await within(milliseconds, `GET ${CONTROL_PATH}`, ask())
  } finally {
    connection?.destroy()
  }
}

function requestOf({ host, port }: PeerAddress): Buffer {
  const headers = { host: host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`, connection: 'close' }
  const request = { method: 'GET', url: CONTROL_PATH, headers, body: null, chunks: null }
  return Buffer.concat(requestBytes(request))
}

function statementOf(status: number, headers: Record<string, string | string[]>, body: Buffer): Statement {
  const { location } = headers
  if (location !== undefined && status >= 300 && status < 400)
    throw new StatementError(
      `GET ${CONTROL_PATH} redirects to ${String(location)}, which is not followed: ${RIGHT}`,
    )
  if (status !== 200) throw new StatementError(`GET ${CONTROL_PATH} answers ${status}: ${RIGHT}`)
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    throw new StatementError(`GET ${CONTROL_PATH} answers no JSON: ${RIGHT}`)
  }
  const { fixture, name, version, notes, skips } = Object(value) as { [Key in keyof Statement]: unknown }
  if (typeof fixture !== 'string')
    throw new StatementError(`GET ${CONTROL_PATH} does not say which fixture it is: ${RIGHT}`)
  return {
    fixture,
    ...(typeof name === 'string' ? { name: name.slice(0, LONGEST_NAME) } : {}),
    ...(typeof version === 'string' ? { version: version.slice(0, LONGEST_NAME) } : {}),
    ...(Array.isArray(notes) ? { notes: notes as Json[] } : {}),
    ...(Array.isArray(skips) ? { skips: skips.map(String) } : {}),
  }
}

// Which fixtures a run asks: those that are named, or the one that a server says it is.

import { addressOf, isPeer, isRemote, type PeerAddress } from '../../conformance/peer/address.ts'
import { askStatement, unreachable } from '../../conformance/peer/control.ts'
import { findFixture, UnknownFixtureError } from '../../conformance/profile/fixtures.ts'
import { UsageError } from './usage.ts'

export const FIXTURE_OPTIONS = {
  fixture: { type: 'string', multiple: true },
  fixtures: { type: 'boolean' },
  'allow-remote': { type: 'boolean' },
} as const

export const FIXTURE_OPTIONS_HELP = `  --fixture NAME,…       ask these fixtures, over HTTP alone (touchstone fixtures lists them); may be repeated
  --fixtures             ask all fixtures (default for a command with {fixture} and {port})
  --allow-remote         also ask an http:// server on another machine than this one
`

interface FixtureValues {
  fixture?: string[] | undefined
  fixtures?: boolean | undefined
  'allow-remote'?: boolean | undefined
}

const ASK_LIMIT = 5000

/** A server does not say which fixture it serves, or cannot be reached. */
export class SilentPeerError extends Error {
  override name = 'SilentPeerError'
}

/** Undefined where the whole specification is run. An empty list stands for all fixtures. */
export async function fixturesOf(
  values: FixtureValues,
  implementations: readonly string[],
): Promise<string[] | undefined> {
  const peers = implementations.filter(isPeer)
  for (const peer of peers) refuseRemote(peer, values['allow-remote'] === true)
  const named = (values.fixture ?? []).flatMap((one) => one.split(',')).map((one) => one.trim())
  if (named.length > 0) return named.map(knownFixture)
  if (values.fixtures) return []
  if (peers.length === 0) return undefined
  const running = peers.filter((one) => one.startsWith('http:'))
  return running.length < peers.length ? [] : Promise.all(running.map(fixtureServedBy))
}

/** Throws a UsageError for a server on another machine, unless that is allowed. */
export function refuseRemote(peer: string, allowed: boolean): void {
  if (isRemote(peer) && !allowed)
    throw new UsageError(
      `${peer} is another machine, and the requests of the suite stay on this one: right would be a loopback address such as http://127.0.0.1:8080, or --allow-remote.`,
    )
}

/** The name of a fixture that there is. */
export function knownFixture(name: string): string {
  try {
    return findFixture(name).name
  } catch (error) {
    throw error instanceof UnknownFixtureError ? new UsageError(error.message) : error
  }
}

async function fixtureServedBy(peer: string): Promise<string> {
  let said: string
  try {
    said = (await askStatement(addressOf(peer) as PeerAddress, ASK_LIMIT)).fixture
  } catch (error) {
    throw new SilentPeerError(
      unreachable(peer, error) ??
        `${peer} does not say which fixture it serves: ${(error as Error).message}. --fixture NAME asks for one in any case.`,
    )
  }
  try {
    return knownFixture(said)
  } catch (error) {
    throw error instanceof UsageError
      ? new SilentPeerError(`${peer} says which fixture it serves: ${error.message}`)
      : error
  }
}

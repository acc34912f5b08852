/** The tests of a room. `FUZZ_SEED` draws other random inputs, and `AGAINST_ROUNDS` that many rounds of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SEED } from '../../property-tests/property/settings.ts'
import { type Ledger, told } from './ledger.ts'
import type { Room } from './room.ts'

export interface Extent {
  /** of the places of each input one of so many is compared */
  readonly step: number
  readonly rounds: number
}

export function testRoom(room: Room, { step, rounds }: Extent): void {
  const { oracle } = room
  const random = Number(process.env['AGAINST_ROUNDS'] ?? rounds)

  test(`${oracle}: the written inputs`, async (t) => {
    const ledger = room.ledger()
    await room.fixed(ledger, step)
    t.diagnostic(ledger.summary())
    await failOnDifferences(room, ledger)
  })

  test(`${oracle}: each listed difference is still there`, () => {
    assert.deepEqual(room.gone(room.ledger()), [], 'take these entries out of known.ts')
  })

  test(`${oracle}: random inputs`, async (t) => {
    const ledger = room.ledger()
    for (let at = 0; at < random; at++) await room.random(ledger, SEED + at)
    t.diagnostic(ledger.summary())
    await failOnDifferences(room, ledger)
  })
}

async function failOnDifferences(room: Room, { unlisted, different, compared }: Ledger): Promise<void> {
  assert.ok(compared > 0, 'nothing was compared')
  const shown: string[] = []
  for (const one of unlisted.slice(0, 3)) shown.push(told(room.oracle, await room.minimal(one)))
  assert.equal(different, 0, `\n${shown.join('\n')}\n`)
}

// The option --seed: the order in which the cases of a shuffled run run.

import { anySeed } from '../../conformance/suite/shuffle.ts'
import { UsageError } from './usage.ts'

/** The seed that was given, or any. */
export function seedOf(text: string | undefined): number {
  if (text === undefined) return anySeed()
  const seed = Number(text)
  if (text.trim() !== '' && Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32) return seed
  throw new UsageError(`--seed is ${text} and must be an integer from 0 to ${2 ** 32 - 1}.`)
}

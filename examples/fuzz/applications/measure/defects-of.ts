/** Which defects are in place, as one word: `all`, `none`, `all but ID`. It is how processes of the measurement are told. */
import { type FuzzApplication, withAllDefects } from '../application.ts'

export type InPlace = 'all' | 'none' | `all but ${string}`

/** The variable of the environment that the modules of the measurement read. */
export const VARIABLE = 'DEFECTS_IN_PLACE'

export function defectsOf(application: FuzzApplication, inPlace: string): ReadonlySet<string> {
  if (inPlace === 'none') return new Set()
  const all = withAllDefects(application)
  if (inPlace === 'all') return all
  const [, missing] = /^all but (.+)$/.exec(inPlace) ?? []
  if (missing === undefined || !all.has(missing))
    throw new Error(
      `${VARIABLE} is "${inPlace}" and must be "all", "none" or "all but ID" of ${[...all].join(', ')}.`,
    )
  return new Set([...all].filter((id) => id !== missing))
}

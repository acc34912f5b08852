/** Known causes of differences: rulings, and faults of the other implementation. Each is a predicate with a reason. */
import type { Compared, Difference } from './compare.ts'

export interface Cause {
  id: string
  /** `ruling`: intended here. `theirs`: a fault there. `library`: two versions of one library. */
  kind: 'ruling' | 'theirs' | 'library'
  reason: string
  covers(difference: Difference, compared: Compared): boolean
}

const text = ({ scenario }: Compared): string => JSON.stringify(scenario.app)
const sent = ({ scenario }: Compared, { at }: Difference): string =>
  JSON.stringify(scenario.sends[at] ?? null)

export const CAUSES: readonly Cause[] = [
  {
    id: 'their-crash',
    kind: 'theirs',
    reason: 'an error that nothing catches ends the process there',
    covers: ({ part }) => part === 'their crash',
  },
  {
    id: 'nothing-thrown',
    kind: 'ruling',
    reason:
      'a handler or hook that throws null or undefined is a 500 FST_ERR_SEND_UNDEFINED_ERR; there it is read as an Error',
    covers: (_difference, compared) => /"throw":(null|\{"\$undefined)/.test(text(compared)),
  },
  {
    id: 'bigint',
    kind: 'library',
    reason: 'JSON cannot write a bigint: the words of the 500 are those of two serializers',
    covers: (_difference, compared) => /\$bigint/.test(text(compared)),
  },
]

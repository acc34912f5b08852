/** What a known cause is: a predicate with a reason. */
import type { App, Json } from '../../../spec/case.ts'
import { type Compared, type Difference, plain } from '../seen/difference.ts'
import { withoutStatements } from './without.ts'

interface Known {
  id: string
  /** `ruling`: intended here. `theirs`: a fault there. `library`: two versions of one library. */
  kind: 'ruling' | 'theirs' | 'library'
  reason: string
  covers(difference: Difference, compared: Compared): boolean
}

/** What may differ beside it without a cause of its own. */
interface Hiding extends Known {
  /** nothing, what else this request shows, or all that comes after it in this program */
  hides: 'difference' | 'request' | 'program'
  without?: never
}

/** A cause that is a statement: without it the program must not differ so. */
interface Removable extends Known {
  hides?: never
  without(app: App, difference: Difference): App
}

export type Cause = Hiding | Removable

export const text = ({ scenario }: Compared): string => JSON.stringify(scenario.app)
export const sent = ({ scenario }: Compared, { at }: Difference): string =>
  JSON.stringify(scenario.sends[at] ?? null)
/** A cause that is there where a statement is, and goes with it. */
export function statements(
  of: Pick<Known, 'id' | 'kind' | 'reason'>,
  pattern: RegExp,
  applies: (difference: Difference) => boolean = () => true,
): Removable {
  const matches = (statement: Json): boolean => pattern.test(JSON.stringify(statement))
  return {
    ...of,
    covers: (difference, { scenario: { app } }) =>
      applies(difference) && plain(withoutStatements(app, matches)) !== plain(app),
    without: (app) => withoutStatements(app, matches),
  }
}
export const inRequest = ({ at }: Difference): boolean => at >= 0

/** The differences between the outcomes of one program on two implementations, each with its cause if that is known. */
import type { Json } from '../../spec/case.ts'
import type { Scenario } from '../property/property.ts'
import type { Cause } from './causes/cause.ts'
import { OF_LIVE } from './causes/live.ts'
import { OF_LINE_5 } from './causes/of-line-5.ts'
import { RULINGS, SEVERAL_MISTAKES } from './causes/rulings.ts'
import { THEIRS } from './causes/theirs.ts'
import { type Compared, codeOf, type Difference, plain, withoutWords } from './seen/difference.ts'
import type { Answered } from './seen/outcome.ts'

const KNOWN = [...THEIRS, ...OF_LIVE, ...OF_LINE_5, ...RULINGS]
/** Those that need no second run come first. */
const CAUSES: readonly Cause[] = [
  ...KNOWN.filter(({ without }) => without === undefined),
  ...KNOWN.filter(({ without }) => without !== undefined),
  SEVERAL_MISTAKES,
]

/** What no cause explains: nobody has looked at it yet. */
export interface Unexplained {
  difference: Difference
  /** the program that differs, if statements were taken out of it; null: it is as it was drawn */
  reduced: Scenario | null
}

export interface Explained {
  unexplained: Unexplained | null
  causes: Cause[]
  /** the program without the statements that a cause names: it has to be compared in turn */
  reduced: Scenario | null
}

export function explain(compared: Compared): Explained {
  const causes: Cause[] = []
  const over = new Set<number>() // requests whose further differences may be consequences
  for (const difference of differences(compared)) {
    if (over.has(difference.at)) continue
    const cause = CAUSES.find((one) => one.covers(difference, compared))
    if (cause === undefined) return { unexplained: { difference, reduced: null }, causes, reduced: null }
    causes.push(cause)
    if (cause.without !== undefined) {
      const reduced = { ...compared.scenario, app: cause.without(compared.scenario.app, difference) }
      if (plain(reduced) !== plain(compared.scenario)) return { unexplained: null, causes, reduced }
      return { unexplained: { difference, reduced: null }, causes, reduced: null }
    }
    if (cause.hides === 'program') break
    if (cause.hides === 'request') over.add(difference.at)
  }
  return { unexplained: null, causes, reduced: null }
}

/** In the order in which they happened: what comes after a difference may be a consequence of it. */
function* differences({ ours, theirs, scenario }: Compared): Generator<Difference> {
  const at = -1
  if (ours.crash !== null) yield { part: 'crash', ours: ours.crash, theirs: theirs.crash, at }
  if (theirs.crash !== null) yield { part: 'their crash', ours: ours.crash, theirs: theirs.crash, at }
  const boot = [codeOf(ours.boot), codeOf(theirs.boot)] as const
  if (boot[0] !== boot[1]) yield { part: 'boot', ours: boot[0], theirs: boot[1], at }
  for (const part of ['probes', 'bootTrace', 'routes'] as const) {
    const [mine, other] = [plain(withoutWords(ours[part])), plain(withoutWords(theirs[part]))]
    if (mine !== other) yield { part, ours: ours[part], theirs: theirs[part], at }
  }
  for (const index of scenario.sends.keys()) {
    const [mine, other] = [ours.answers[index], theirs.answers[index]]
    if (mine === undefined || other === undefined) continue
    for (const part of PARTS) {
      const [a, b] = [part.of(mine), part.of(other)]
      if (plain(a) !== plain(b)) yield { part: part.name, ours: a, theirs: b, at: index }
    }
  }
  for (const part of ['close', 'closeTrace'] as const) {
    const [mine, other] =
      part === 'close' ? [codeOf(ours.close), codeOf(theirs.close)] : [ours[part], theirs[part]]
    if (plain(mine) !== plain(other)) yield { part, ours: mine, theirs: other, at }
  }
}

const PARTS: readonly { name: string; of: (one: Answered) => Json }[] = [
  {
    name: 'failure',
    of: ({ failure }) => (failure === null ? null : failure === 'hangs' ? 'hangs' : 'fails'),
  },
  { name: 'status', of: ({ answer }) => answer?.status ?? null },
  { name: 'headers', of: ({ answer }) => withoutDate(answer?.headers ?? {}) as Json },
  { name: 'text', of: ({ answer }) => answer?.text ?? null },
  { name: 'trailers', of: ({ answer }) => (answer?.trailers ?? {}) as Json },
  { name: 'trace', of: ({ trace }) => trace },
  { name: 'log', of: ({ log }) => log.map((line) => lineOf(line as unknown as Line)) },
]

interface Line {
  level: string
  msg?: string
  code?: string
  fields?: string[]
}

const lineOf = ({ level, msg, code, fields }: Line): Json => [
  level,
  msg ?? null,
  code ?? null,
  fields ?? null,
]

function withoutDate(headers: { [name: string]: unknown }): { [name: string]: unknown } {
  const { date: _, ...rest } = headers
  return rest
}

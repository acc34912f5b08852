// The states of a cell of the explorer, and which of several is shown first.

import type { Score } from '../report/score.ts'
import type { PageCell } from './page-data.ts'

export type State =
  | 'crash'
  | 'timeout'
  | 'protocol'
  | 'error'
  | 'fail'
  | 'unexpected-pass'
  | 'split'
  | 'known'
  | 'wording'
  | 'pass'
  | 'skip'
  | 'pending'
  | 'absent'

export interface StateSign {
  state: State
  glyph: string
  label: string
  explains: string
  /** Not as the expectations say: a run with one of these ends with 1. */
  unexpected: boolean
}

/** Worst first. */
export const STATES: StateSign[] = [
  sign('crash', 'C', 'crash', 'the process died, or an error was not caught', true),
  sign('timeout', 'T', 'timeout', 'no answer in time', true),
  sign('protocol', 'P', 'protocol', 'the adapter broke the protocol', true),
  sign('error', 'E', 'error', 'the application could not be built, or did not respond', true),
  sign('fail', '✕', 'fail', 'the answer is not the expected one', true),
  sign('unexpected-pass', '↑', 'unexpected pass', 'listed as a known difference, and passes', true),
  sign('split', '⇄', 'transport split', 'each transport matches, but they do not agree', true),
  sign('known', '≠', 'known difference', 'fails, and is listed with its reason', false),
  sign(
    'wording',
    '≈',
    'worded otherwise',
    'it behaves as expected, and words a text otherwise: it counts as kept',
    false,
  ),
  sign('pass', '✓', 'pass', 'the answer is the expected one', false),
  sign('skip', '–', 'skip', 'not tried: the implementation lacks what it needs', false),
  sign('pending', '…', 'pending', 'the run has not come to it yet', false),
  sign('absent', '·', 'not run', 'this transport or implementation does not run it', false),
]

function sign(state: State, glyph: string, label: string, explains: string, unexpected: boolean): StateSign {
  return { state, glyph, label, explains, unexpected }
}

const SIGNS = new Map(STATES.map((one) => [one.state, one]))
const SEVERITY = new Map(STATES.map((one, index) => [one.state, index]))

export function signOf(state: State): StateSign {
  return SIGNS.get(state) as StateSign
}

/** One transport may pass where the assertion as a whole does not. */
export function stateOf(verdict: string, cell: PageCell | undefined): State {
  if (!cell) return 'absent'
  const { outcome } = cell
  if (outcome === 'skip') return 'skip'
  if (outcome === 'pass') return verdict === 'unexpected-pass' ? 'unexpected-pass' : 'pass'
  if (outcome === 'wording' && verdict !== 'fail' && verdict !== 'known') return 'wording'
  if (verdict === 'known') return 'known'
  return SIGNS.has(outcome) ? outcome : 'error'
}

export type Counts = Partial<Record<State, number>>

/** The first by severity; where some passed and others were skipped, it passed. */
export function worstOf(counts: Counts): State {
  let worst: State = 'absent'
  for (const { state } of STATES) {
    if (!counts[state]) continue
    if ((SEVERITY.get(state) as number) < (SEVERITY.get(worst) as number)) worst = state
  }
  return worst
}

/** In words, worst first: `2 fail, 1 known difference, 40 pass`. */
export function countsText(counts: Counts): string {
  const parts = STATES.filter(({ state }) => counts[state] && state !== 'absent')
  return parts.map(({ state, label }) => `${counts[state]} ${label}`).join(', ') || 'not run'
}

/** What was run, and how much of it passed; a skipped one was not run, a known difference did not pass. */
export function shareOf(counts: Counts): Score {
  let total = 0
  for (const { state } of STATES)
    if (!['skip', 'pending', 'absent'].includes(state)) total += counts[state] ?? 0
  return { passed: (counts.pass ?? 0) + (counts.wording ?? 0), total, skipped: counts.skip ?? 0 }
}

/** A duration as short as it can be read: 0.4 ms, 12 ms, 3.2 s. */
export function timeText(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`
  return `${milliseconds < 10 ? Math.round(milliseconds * 10) / 10 : Math.round(milliseconds)} ms`
}

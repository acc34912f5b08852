// Progress during a run: one line per implementation that redraws itself on a terminal, plain lines elsewhere.

import { type AssertionResult, outcomeOf } from '../contract/result.ts'
import { createColors } from '../markup/colors.ts'
import { remainingText } from '../report/remaining.ts'

export interface Progress {
  /** The fixture that a server is asked for now. */
  asks(implementation: string, fixture: string): void
  update(implementation: string, results: AssertionResult[]): void
  end(): void
}

interface Stream {
  write(text: string): unknown
  isTTY?: boolean
  columns?: number
}

interface State {
  done: number
  other: number
  told: number
  /** The fixture that is asked; empty where all cases are asked side by side. */
  fixture: string
}

const BAR = 30
const REDRAW = 60

export function createProgress(
  implementations: string[],
  total: number,
  stream: Stream,
  color: boolean,
): Progress {
  const states = new Map<string, State>(
    implementations.map((name) => [name, { done: 0, other: 0, told: 0, fixture: '' }]),
  )
  const take = (name: string, results: AssertionResult[]): State => {
    const state = states.get(name) as State
    state.done += results.length
    state.other += results.filter((result) => !['pass', 'wording', 'skip'].includes(outcomeOf(result))).length
    return state
  }
  const began = performance.now()
  const all = total * implementations.length
  /** How far all of them are together. */
  const sum = (): { text: string; left: string } => {
    const done = [...states.values()].reduce((before, state) => before + state.done, 0)
    return {
      text: `${done} of ${all} assertions`,
      left: remainingText(done, all, performance.now() - began),
    }
  }
  return stream.isTTY
    ? drawn(states, total, stream, color, take, sum)
    : told(states, total, stream, take, sum)
}

type Sum = () => { text: string; left: string }
type Take = (name: string, results: AssertionResult[]) => State

/** Whoever waits for one server looks for the fixture, and not for the name. */
function titleOf(name: string, { fixture }: State, among: number): string {
  if (fixture === '') return name
  return among === 1 ? fixture : `${name} ${fixture}`
}

/** A line for each fixture as it begins, or for each quarter of the way. */
function told(states: Map<string, State>, total: number, stream: Stream, take: Take, sum: Sum): Progress {
  return {
    asks(name, fixture) {
      const state = states.get(name) as State
      if (state.fixture === fixture) return
      state.fixture = fixture
      stream.write(
        `${titleOf(name, state, states.size)} … (${state.done} of ${total} assertions so far, ${state.other} differ)\n`,
      )
    },
    update(name, results) {
      const state = take(name, results)
      if (state.fixture !== '') return
      const quarter = total === 0 ? 4 : Math.floor((state.done / total) * 4)
      if (quarter <= state.told) return
      state.told = quarter
      const { left } = sum()
      stream.write(
        `${name}: ${state.done} of ${total} assertions, ${state.other} differ${left === '' ? '' : `; ${left}`}\n`,
      )
    },
    end: () => undefined,
  }
}

function drawn(
  states: Map<string, State>,
  total: number,
  stream: Stream,
  color: boolean,
  take: Take,
  sum: Sum,
): Progress {
  const colors = createColors(color)
  let drawnLines = 0
  const draw = (): void => {
    const lines = [...states].map(([name, state]) => {
      const title = titleOf(name, state, states.size)
      const filled = total === 0 ? BAR : Math.round((state.done / total) * BAR)
      const bar = colors.green('━'.repeat(filled)) + colors.dim('━'.repeat(BAR - filled))
      const differ = state.other > 0 ? colors.yellow(` ${state.other} differ`) : ''
      return `${within(title, stream.columns).padEnd(14)} ${bar} ${state.done}/${total}${differ}`
    })
    const { text, left } = sum()
    if (states.size > 1 || left !== '') lines.push(`${text}${left === '' ? '' : `, ${left}`}`)
    const up = drawnLines > 0 ? `\u001b[${drawnLines}A` : ''
    stream.write(up + lines.map((line) => `\u001b[2K${line}\n`).join(''))
    drawnLines = lines.length
  }
  const timer = setInterval(draw, REDRAW)
  timer.unref()
  return {
    asks(name, fixture) {
      ;(states.get(name) as State).fixture = fixture
    },
    update: (name, results) => void take(name, results),
    end() {
      clearInterval(timer)
      draw()
    },
  }
}

/** The bar and the numbers beside a name, at their longest. */
const BESIDE = BAR + 30

/** A line that the terminal breaks in two would not be drawn over. */
function within(title: string, columns = 80): string {
  const room = Math.max(14, columns - BESIDE)
  return title.length > room ? `${title.slice(0, room - 1)}…` : title
}

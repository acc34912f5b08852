// Progress during a run: one line per implementation that redraws itself on a terminal, plain lines elsewhere.

import { type AssertionResult, outcomeOf } from '../contract/result.ts'
import { createColors } from '../markup/colors.ts'

export interface Progress {
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
}

const BAR = 30
const REDRAW = 60

export function createProgress(
  implementations: string[],
  total: number,
  stream: Stream,
  color: boolean,
): Progress {
  const states = new Map<string, State>(implementations.map((name) => [name, { done: 0, other: 0, told: 0 }]))
  const take = (name: string, results: AssertionResult[]): State => {
    const state = states.get(name) as State
    state.done += results.length
    state.other += results.filter((result) => !['pass', 'wording', 'skip'].includes(outcomeOf(result))).length
    return state
  }
  return stream.isTTY ? drawn(states, total, stream, color, take) : told(total, stream, take)
}

type Take = (name: string, results: AssertionResult[]) => State

/** A line for each quarter of the way. */
function told(total: number, stream: Stream, take: Take): Progress {
  return {
    update(name, results) {
      const state = take(name, results)
      const quarter = total === 0 ? 4 : Math.floor((state.done / total) * 4)
      if (quarter <= state.told) return
      state.told = quarter
      stream.write(`${name}: ${state.done} of ${total} assertions, ${state.other} differ\n`)
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
): Progress {
  const colors = createColors(color)
  let drawnLines = 0
  const draw = (): void => {
    const lines = [...states].map(([name, state]) => {
      const filled = total === 0 ? BAR : Math.round((state.done / total) * BAR)
      const bar = colors.green('━'.repeat(filled)) + colors.dim('━'.repeat(BAR - filled))
      const differ = state.other > 0 ? colors.yellow(` ${state.other} differ`) : ''
      return `${name.padEnd(14)} ${bar} ${state.done}/${total}${differ}`
    })
    const up = drawnLines > 0 ? `\u001b[${drawnLines}A` : ''
    stream.write(up + lines.map((line) => `\u001b[2K${line}\n`).join(''))
    drawnLines = lines.length
  }
  const timer = setInterval(draw, REDRAW)
  timer.unref()
  return {
    update: (name, results) => void take(name, results),
    end() {
      clearInterval(timer)
      draw()
    },
  }
}

/** How much of a core's work a command and its processes have taken, as Linux tells it: a limit of time says little on a loaded machine. */
import { readFileSync } from 'node:fs'

/** Milliseconds between two looks. */
const EVERY = 500
/** Parts of a second in which the system counts. */
const TICKS = 100

/** Seconds of the process and of its children, once `stop` is called; null where the system does not tell. */
export function workOf(pid: number): { stop(): number | null } {
  const ticks = new Map<number, number>()
  const look = (): void => {
    for (const one of [pid, ...childrenOf(pid)]) {
      const now = ticksOf(one)
      if (now !== null) ticks.set(one, now)
    }
  }
  const timer = setInterval(look, EVERY)
  return {
    stop() {
      clearInterval(timer)
      const all = [...ticks.values()].reduce((sum, one) => sum + one, 0)
      return ticks.size === 0 ? null : all / TICKS
    },
  }
}

function childrenOf(pid: number): number[] {
  return (read(`/proc/${pid}/task/${pid}/children`) ?? '').split(' ').filter(Boolean).map(Number)
}

/** User and system time, behind the name in parentheses. */
function ticksOf(pid: number): number | null {
  const fields = read(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /, '')
    .split(' ')
  return fields ? Number(fields[11]) + Number(fields[12]) : null
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return null
  }
}

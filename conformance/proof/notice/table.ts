// The table of `npm run proof`, as Markdown, and what nothing noticed.

import type { Noticed } from './journal.ts'
import { ROOMS } from './rooms.ts'

const isNoticed = ({ by }: Noticed): boolean => Object.keys(by).length > 0

/** For each set: how many of its mutants each room noticed, of those that it was asked about, and the time that it had. */
export function tableOf(found: readonly Noticed[], sets: readonly string[]): string {
  const names = ROOMS.map(({ name }) => name)
  const rows = sets.map((set) => {
    const own = found.filter((one) => one.set === set)
    const cells = names.map((name) => {
      const asked = own.filter(({ took }) => took[name] !== undefined)
      const noticed = asked.filter(({ by }) => by[name] !== undefined).length
      const seconds = asked.reduce((sum, { took }) => sum + (took[name] ?? 0), 0) / 1000
      return asked.length === 0 ? '–' : `${noticed} of ${asked.length}, ${Math.round(seconds)} s`
    })
    return `| ${[set, String(own.length), ...cells, percent(own)].join(' | ')} |`
  })
  return [
    `| mutants | tried | ${names.join(' | ')} | noticed |`,
    `| --- | --: | ${names.map(() => '--:').join(' | ')} | --: |`,
    ...rows,
    '',
  ].join('\n')
}

function percent(own: readonly Noticed[]): string {
  if (own.length === 0) return '–'
  return `${((100 * own.filter(isNoticed).length) / own.length).toFixed(1)} %`
}

export function survivorsOf(found: readonly Noticed[]): string {
  const left = found.filter((one) => !isNoticed(one))
  return left.map(({ set, id, says }) => `nothing notices ${set} ${id}: ${says}\n`).join('')
}

/** The table of runtimes and its differences, as Markdown for `docs/project/runtimes.md`. */
import { type Difference, type Reason, type Row, type Runtimes, reasonFor } from './table.ts'

export function runtimesText({ rows, differences }: Runtimes, reasons: readonly Reason[]): string {
  const head =
    '| implementation | runtime | kept of those that ran | differs from the first |\n|---|---|---:|---:|'
  const table = [head, ...rows.map((row) => rowText(row, differences))].join('\n')
  return [table, ...explained(differences, reasons), ...unexplained(differences, reasons)].join('\n\n')
}

function rowText({ implementation, runtime, kept, ran, skipped, failure }: Row, all: Difference[]): string {
  const own = all.filter((one) => one.implementation === implementation && one.runtime === runtime)
  const count = own.reduce((sum, one) => sum + one.count, 0)
  const share =
    failure !== undefined
      ? `does not run: ${failure}`
      : `${percent(kept, ran)} (${kept}/${ran}${skipped > 0 ? `, ${skipped} skipped` : ''})`
  return `| ${implementation} | ${runtime} | ${share} | ${count === 0 ? '–' : count} |`
}

/** Rounded down: 100 % is all. */
const percent = (kept: number, ran: number): string =>
  ran === 0 ? '–' : `${(Math.floor((kept / ran) * 1000) / 10).toFixed(1).replace(/\.0$/, '')} %`

function explained(differences: Difference[], reasons: readonly Reason[]): string[] {
  return reasons.flatMap((reason) => {
    const own = differences.filter((one) => reasonFor(one, reasons) === reason)
    if (own.length === 0) return []
    const runtimes = [...new Set(own.map(({ runtime }) => runtime))].join(', ')
    const count = own.reduce((sum, one) => sum + one.count, 0)
    const cases = [...new Set(own.map((one) => `\`${one.case}\``))]
    const named = `${cases.slice(0, 8).join(', ')}${cases.length > 8 ? ` and ${cases.length - 8} more cases` : ''}`
    return [`**${reason.title}** (${runtimes}: ${count}). ${reason.reason} ${named}.`]
  })
}

/** What nobody has looked into yet. */
function unexplained(differences: Difference[], reasons: readonly Reason[]): string[] {
  const own = differences.filter((one) => reasonFor(one, reasons) === undefined)
  if (own.length === 0) return []
  const lines = own.map(
    (one) =>
      `- ${one.runtime}, \`${one.case}\` (${one.rule}, ${one.count})${one.keeps ? ', which it keeps' : ''}: \`${one.message.replaceAll('`', "'").replace(/\s+/g, ' ')}\``,
  )
  return ['Not explained yet:', lines.join('\n')]
}

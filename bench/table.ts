/** Medians, spreads, ratios; a table and a chart in text. */

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export interface Ratio {
  readonly median: number
  readonly low: number
  readonly high: number
}

/** a/b round by round: what the machine did in a round it did to both. */
export function ratios(a: readonly number[], b: readonly number[]): Ratio {
  const each = a.map((value, at) => value / b[at]!)
  return { median: median(each), low: Math.min(...each), high: Math.max(...each) }
}

export function shownRatio({ median: middle, low, high }: Ratio): string {
  return `${middle.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`
}

/** A table as Markdown, its columns aligned for reading as text too. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]!.length)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join(' | ')} |`
  const rule = `| ${widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

/** Bars of one quantity, the longest the widest. */
export function chart(bars: readonly { name: string; value: number }[], unit: string, width = 48): string {
  const most = Math.max(...bars.map(({ value }) => value))
  const names = Math.max(...bars.map(({ name }) => name.length))
  return bars
    .map(({ name, value }) => {
      const length = Math.max(1, Math.round((value / most) * width))
      return `${name.padEnd(names)}  ${'█'.repeat(length)} ${value.toFixed(value < 10 ? 2 : 1)} ${unit}`
    })
    .join('\n')
}

// A score and its coverage in one text: a percentage of what ran says nothing without how much ran.

export interface Score {
  passed: number
  /** What ran. */
  total: number
  skipped: number
  /** What an interrupted run did not come to. */
  missing?: number
}

/** Rounded down, so that 100 % means all; what is more than nothing is never 0 %. */
export function shareText(part: number, whole: number): string {
  if (whole === 0) return '–'
  const tenths = Math.floor((part / whole) * 1000)
  return tenths === 0 && part > 0 ? '< 0.1 %' : `${tenths / 10} %`
}

/** How much of what was chosen ran. */
export function coverageText({ total, skipped, missing = 0 }: Omit<Score, 'passed'>): string {
  return shareText(total, total + skipped + missing)
}

/** `68 % of the 53 % that ran`: the only form in which a score is told. */
export function scoreText(score: Score): string {
  if (score.total + score.skipped + (score.missing ?? 0) === 0) return '–'
  if (score.total === 0) return 'nothing ran'
  return `${shareText(score.passed, score.total)} of the ${coverageText(score)} that ran`
}

/** The numbers behind it: `3000/4412, 3900 skipped, 20 not reached`. */
export function countsOfScore({ passed, total, skipped, missing = 0 }: Score): string {
  const left = missing > 0 ? `, ${missing} not reached` : ''
  return `${passed}/${total}${skipped > 0 ? `, ${skipped} skipped` : ''}${left}`
}

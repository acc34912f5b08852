// How long a run still takes, told from what has come so far.

/** The share of a run before which, and the milliseconds before which, a guess would jump. */
const TELLING = 0.02
const SETTLED = 1500

/** `about 40 s left`; nothing where it is too early to say, or where nothing is left. */
export function remainingText(done: number, total: number, milliseconds: number): string {
  if (done >= total || done < total * TELLING || milliseconds < SETTLED) return ''
  const seconds = ((milliseconds / 1000) * (total - done)) / done
  if (seconds >= 90) return `about ${Math.round(seconds / 60)} min left`
  const step = seconds > 20 ? 5 : 1
  return `about ${Math.max(1, Math.round(seconds / step) * step)} s left`
}

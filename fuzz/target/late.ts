/** Exceptions and rejections that nobody caught, after an answer or instead of one: they would end the process. */

const reported: unknown[] = []

/** Called by the process that watches for them. */
export function reportLate(error: unknown): void {
  reported.push(error)
}

export function hasLate(): boolean {
  return reported.length > 0
}

/** What was reported since the last time; undefined where nothing was. */
export function takeLate(): { error: unknown } | undefined {
  const [error] = reported
  const was = reported.length > 0
  reported.length = 0
  return was ? { error } : undefined
}

/** Milliseconds in which an application may do something after its answer. */
const AFTER = 30

export function waitForLate(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, AFTER))
}

/** Finds the Chromium of this machine, and waits for what its pages show. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'

/** Its path: CHROMIUM_PATH, Debian's, or what the PATH has; null when there is none. */
export function findChromium(): string | null {
  const given = process.env['CHROMIUM_PATH']
  if (given) return existsSync(given) ? given : null
  if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium'
  for (const name of ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser']) {
    try {
      return execFileSync('/usr/bin/env', ['which', name], { encoding: 'utf8' }).trim()
    } catch {
      // not under this name
    }
  }
  return null
}

/**
 * Waits until an expression is truthy in a page.
 *
 * Playwright's `waitForFunction` evaluates its expression inside the page when it asks again,
 * and a policy without 'unsafe-eval' forbids that: it works only where the first look suffices.
 *
 * @throws {Error} where it is not truthy within 15 seconds
 */
export async function untilTrue(page: Page, expression: string): Promise<void> {
  const end = Date.now() + 15_000
  while (!(await page.evaluate(expression))) {
    if (Date.now() > end) throw new Error(`not true within 15 s: ${expression}`)
    await sleep(20)
  }
}

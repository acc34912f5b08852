/** Finds the Chromium of this machine. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

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

/** One run at a time uses a cache: each lays out the folders anew. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Takes the lock until the process ends. @throws Error when another process that still runs has it. */
export function lockCache(cache: string): void {
  mkdirSync(cache, { recursive: true })
  const file = join(cache, 'lock')
  const holder = holderOf(file)
  if (holder !== null)
    throw new Error(`process ${holder} uses ${cache}: wait for it, or set TOUCHSTONE_ECOSYSTEM_CACHE`)
  writeFileSync(file, String(process.pid))
  process.on('exit', () => rmSync(file, { force: true }))
}

function holderOf(file: string): number | null {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    process.kill(pid, 0) // asks whether it runs
    return pid
  } catch {
    return null
  }
}

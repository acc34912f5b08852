/** Where runs that need the registry keep what they install: outside of `node_modules`, which `npm ci` deletes. */
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The folder: `TOUCHSTONE_ECOSYSTEM_CACHE`, or `touchstone-ecosystem` in the user's cache (`XDG_CACHE_HOME`, else `~/.cache`). */
export function cacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const own = environment['TOUCHSTONE_ECOSYSTEM_CACHE']
  if (own) return own
  return join(environment['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'touchstone-ecosystem')
}

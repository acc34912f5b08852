// Loads packages that only a tool needs: optional peers, which a server does not install.

import { createRequire } from 'node:module'

/** An optional peer is not installed; the message names the command that installs it. */
export class MissingPackageError extends Error {
  override name = 'MissingPackageError'
}

const requireFrom = createRequire(import.meta.url)

/** The exports of a package that is an ES module: `load` imports it. */
export async function importOptional<T>(name: string, user: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    throw missing(error, 'ERR_MODULE_NOT_FOUND', name, user)
  }
}

/** The exports of the package. `user` is what needs it, such as "touchstone fuzz". */
export function loadOptional<T>(name: string, user: string): T {
  try {
    return requireFrom(name) as T
  } catch (error) {
    throw missing(error, 'MODULE_NOT_FOUND', name, user)
  }
}

/** The error itself where the package is there and lacks something of its own. */
function missing(error: unknown, expected: string, name: string, user: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (code !== expected || !message.includes(`'${name}'`)) return error
  return new MissingPackageError(
    `${user} needs the package ${name}, which is not installed: npm install --save-dev ${name}`,
  )
}

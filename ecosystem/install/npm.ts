/** Calls npm as it is set up on this machine. */
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Installs these dependencies into `folder/node_modules`. Install scripts do not run.
 *
 * @throws Error with what npm printed, when it fails.
 */
export async function install(
  folder: string,
  dependencies: Readonly<Record<string, string>>,
  before: string,
  overrides: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const manifest = { name: 'ecosystem', version: '1.0.0', private: true, dependencies, overrides }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
  const flags = ['--no-audit', '--no-fund', '--no-package-lock', '--legacy-peer-deps', '--no-progress']
  await npm(folder, ['install', '--ignore-scripts', `--before=${before}`, ...flags])
}

function npm(folder: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], timeout: 600_000 })
    let output = ''
    child.stdout.on('data', (text) => (output += text))
    child.stderr.on('data', (text) => (output += text))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`npm ${args[0]} in ${folder}: ${output.slice(-2000)}`)),
    )
  })
}

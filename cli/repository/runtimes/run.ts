/** `npm run matrix:runtimes`: fetches the runtimes that the registry offers, runs the specification on each, and prints the table. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  cacheFolder,
  installVersion,
  publishedVersions,
} from '../../../conformance/report/history/packages.ts'
import { readReport } from '../../../conformance/report/read.ts'
import { writeFile } from '../../../spec/write-file.ts'
import { between } from '../docs.ts'
import { runtimesText } from './document.ts'
import { type Reason, type Runtimes, runtimesOf } from './table.ts'

const file = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))
export const PAGE = file('docs/project/runtimes.md')
const DATA = file('docs/project/runtimes.json')
const REASONS = file('docs/project/runtimes-reasons.json')
const MARKS = ['<!-- runtimes -->\n', '<!-- end of runtimes -->\n'] as const

const SYSTEM = `${process.platform}-${process.arch}`
/** The packages that have a runtime as a file, and the newest of which major version is wanted. */
const OFFERED: { name: string; major?: number; path: string }[] = [
  { name: `node-${SYSTEM}`, major: 22, path: 'bin/node' },
  { name: `node-${SYSTEM}`, major: 24, path: 'bin/node' },
  { name: `@oven/bun-${process.platform}-${process.arch === 'arm64' ? 'aarch64' : 'x64'}`, path: 'bin/bun' },
  { name: `@deno/${SYSTEM}${process.platform === 'linux' ? '-glibc' : ''}`, path: 'deno' },
]

export function readRuntimes(): { runtimes: Runtimes; reasons: Reason[] } {
  const [runtimes, reasons] = [DATA, REASONS].map((path) => JSON.parse(readFileSync(path, 'utf8')))
  return { runtimes, reasons }
}

/** The page as it has to be. */
export function pageOf(page: string, runtimes: Runtimes, reasons: Reason[]): string {
  return between(page, ...MARKS, `${runtimesText(runtimes, reasons)}\n`)
}

/** The paths of the runtimes; one that cannot be fetched is told and left out. */
async function fetchAll(): Promise<string[]> {
  const paths: string[] = []
  for (const { name, major, path } of OFFERED) {
    try {
      const stable = (await publishedVersions(name)).filter((one) => !one.includes('-'))
      const own = major === undefined ? stable : stable.filter((one) => one.startsWith(`${major}.`))
      const version = own.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1)
      if (version === undefined) throw new Error(`${name} has no version ${major ?? ''}`)
      const modules = await installVersion(cacheFolder(), name, version)
      paths.push(join(modules, name, path))
    } catch (error) {
      process.stderr.write(`left out: ${(error as Error).message}\n`)
    }
  }
  return paths
}

/** `--report FILE` reads a report instead of running; other arguments are for conform, and the table is then printed only. */
async function main(args: string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'runtimes-'))
  try {
    const [option, given] = args
    const path = option === '--report' && given !== undefined ? given : join(folder, 'report.json')
    if (path !== given) {
      const runtimes = ['node', ...(await fetchAll())].join(',')
      const named = args.some((one) => !one.startsWith('-')) ? args : ['touchstone', ...args]
      const command = [
        file('dist/cli/touchstone.js'),
        'conform',
        ...named,
        '--runtime',
        runtimes,
        '--json',
        path,
      ]
      const { status } = spawnSync(process.execPath, [...command, '--transport', 'inject,socket'], {
        stdio: 'inherit',
      })
      // Differences are what this is about; without a report there is no table.
      if (status !== 0 && status !== 1) return status ?? 1
    }
    const runtimes = runtimesOf(readReport(path))
    const { reasons } = readRuntimes()
    process.stdout.write(`${runtimesText(runtimes, reasons)}\n`)
    // The page is about the whole specification on touchstone.
    if (path !== given && args.length > 0) return 0
    writeFile(DATA, `${JSON.stringify(runtimes, null, 1)}\n`)
    writeFile(PAGE, pageOf(readFileSync(PAGE, 'utf8'), runtimes, reasons))
    return 0
  } finally {
    rmSync(folder, { recursive: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(
      `${(error as Error).message}\n--report takes a file that touchstone conform --runtime … --json FILE wrote\n`,
    )
    process.exitCode = 3
  }
}

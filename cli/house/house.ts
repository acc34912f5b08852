/** `npm run house`: prints the numbers of the house, warns of large sizes, and fails where a rule is broken. */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Check, checkAll, filesInFolders, isBroken, isOver } from './check.ts'
import { type FileFacts, readFacts } from './facts.ts'
import { FOLDERS } from './limits.ts'

const HELP = `npm run house [-- --places]

  --places   print each place that is counted, not only those over a limit
`
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export function checkRepository(): { checks: Check[]; files: FileFacts[] } {
  const files = readFacts(ROOT, FOLDERS)
  return { checks: checkAll(files), files }
}

/** A line for each check, with its places where its limit is broken. */
export function checkLines(checks: readonly Check[], places = false): string[] {
  return checks.flatMap((check) => {
    const { name, value, limit } = check
    const mark = isBroken(check) ? '✗' : isOver(check) ? '!' : '✓'
    const line = `${mark} ${name.padEnd(46)} ${String(value).padStart(4)}  (limit ${limit})`
    const told = places || isOver(check) ? check.places.map((place) => `    ${place}`) : []
    return [line, ...told]
  })
}

function sizeLines(files: readonly FileFacts[]): string[] {
  const code = files.filter(({ isTest }) => !isTest)
  const total = code.reduce((sum, { lines }) => sum + lines, 0)
  const folders = [...filesInFolders(code)].sort(([, a], [, b]) => b - a)
  return [
    `${code.length} files with ${total} lines, and ${files.length - code.length} tests`,
    `files a folder: ${folders.map(([folder, count]) => `${folder} ${count}`).join(', ')}`,
  ]
}

function main(): number {
  let values: { places?: boolean | undefined; help?: boolean | undefined }
  try {
    values = parseArgs({ options: { places: { type: 'boolean' }, help: { type: 'boolean' } } }).values
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${HELP}`)
    return 3
  }
  if (values.help) {
    process.stdout.write(HELP)
    return 0
  }
  const { checks, files } = checkRepository()
  process.stdout.write(`${[...checkLines(checks, values.places), '', ...sizeLines(files)].join('\n')}\n`)
  return checks.some(isBroken) ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main()

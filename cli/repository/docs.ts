/** `npm run docs -- --matrix FILE`: writes the matrix that `npm start -- --no-serve` printed into the README. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { writeFile } from '../../spec/write-file.ts'

const README = fileURLToPath(new URL('../../../README.md', import.meta.url))
const MATRIX = '<!-- matrix -->\n'
const MATRIX_END = '<!-- end of matrix -->\n'

/** The text between two marks of a page, exchanged. */
export function between(text: string, begin: string, end: string, fresh: string): string {
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`there is no ${begin.trim()} … ${end.trim()}`)
  return `${text.slice(0, from + begin.length)}\n${fresh}\n${text.slice(to)}`
}

/** The README with the matrix that stands in what `npm start -- --no-serve` printed; times are left out. */
export function readmeWithMatrix(readme: string, printed: string): string {
  const lines = printed.split('\n').map((line) => line.trimEnd())
  const first = lines.findIndex((line) => /^ {5,}touchstone \d/.test(line))
  const last = lines.findLastIndex((line) => /^\d+ cases, \d+ assertions in/.test(line))
  if (first < 0 || last < first)
    throw new Error('there is no matrix in the file: npm start -- --no-serve prints it')
  if (!lines[last]!.endsWith('All as expected.')) throw new Error('the run was not as expected')
  const kept = lines.slice(first, last).join('\n').trimEnd().split('\n')
  const shown = kept.map((line) => (line === '' ? '' : `    ${line.replace(/, as expected, [\d.]+ s$/, '')}`))
  return between(readme, MATRIX, MATRIX_END, `${shown.join('\n')}\n`)
}

function main(): number {
  try {
    const { matrix } = parseArgs({ options: { matrix: { type: 'string' } } }).values
    if (matrix === undefined) throw new Error('name the file with the matrix: npm run docs -- --matrix FILE')
    writeFile(README, readmeWithMatrix(readFileSync(README, 'utf8'), readFileSync(matrix, 'utf8')))
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return 3
  }
  process.stdout.write('README.md has the matrix\n')
  return 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main()

/** `npm run docs -- --matrix FILE`: writes the results that `npm start -- --no-serve` printed into the README. */
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

const cells = (line: string): string[] => line.trim().split(/\s{2,}/)

/** The kept and all assertions of a cell such as `7532/7536 (3 skipped)`. */
function countsOf(cell: string): [kept: number, all: number] {
  const [, kept = '0', all = '0'] = /^(\d+)\/(\d+)/.exec(cell) ?? []
  return [Number(kept), Number(all)]
}

/** The README with a row for each implementation in what `npm start -- --no-serve` printed. */
export function readmeWithMatrix(readme: string, printed: string): string {
  const lines = printed.split('\n').map((line) => line.trimEnd())
  const first = lines.findIndex((line) => /^ {5,}touchstone \d/.test(line))
  const last = lines.findLastIndex((line) => /^\d+ cases, \d+ assertions in/.test(line))
  if (first < 0 || last < first)
    throw new Error('there is no matrix in the file: npm start -- --no-serve prints it')
  if (!lines[last]!.endsWith('All as expected.')) throw new Error('the run was not as expected')
  const matrix = lines.slice(first, last)
  const rowOf = (group: string): string[] =>
    cells(matrix.find((line) => line.startsWith(`${group} `)) ?? '').slice(1)
  const [mission, own] = [rowOf('mission'), rowOf('touchstone')]
  const asked = rowOf('interface')
  const rows = cells(matrix[0]!).map((name, at) => {
    const [kept, all] = countsOf(asked[at] ?? '')
    const [missionKept, missionAll] = countsOf(mission[at] ?? '')
    const [ownKept, ownAll] = countsOf(own[at] ?? '')
    const [sum, total] = [kept + missionKept, all + missionAll]
    return `| ${name} | ${sum} of ${total} | ${total - sum} | 0 | ${ownKept} of ${ownAll} |`
  })
  const head =
    '| | keeps the interface | differs, with a reason | unexplained | keeps what touchstone decided |'
  return between(readme, MATRIX, MATRIX_END, [head, '|---|--:|--:|--:|--:|', ...rows, ''].join('\n'))
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

/** `npm run docs`: writes what the pages quote: the table of docs/guides/errors.md, and with `--matrix FILE` the matrix of the README. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import * as touchstone from '../../src/index.ts'

const PAGE = new URL('../../../docs/guides/errors.md', import.meta.url)
const BEGIN = '<!-- begin: written by `npm run docs` -->\n'
const END = '<!-- end -->\n'
const README = new URL('../../../README.md', import.meta.url)
const MATRIX = '<!-- matrix -->\n'
const MATRIX_END = '<!-- end of matrix -->\n'

/** Sections of the table by what a code begins with; the first that fits takes it. */
const SECTIONS: readonly (readonly [title: string, prefixes: readonly string[]])[] = [
  [
    'Requests and answers',
    ['VALIDATION', 'VALIDATOR_', 'NOT_FOUND$', 'QUERY_', 'REQ_', 'BAD_URL', 'ASYNC_CONSTRAINT'],
  ],
  [
    'Replies',
    ['REP_', 'SEND_', 'BAD_', 'FAILED_', 'MISSING_SERIALIZATION', 'MISSING_CONTENTTYPE', 'RESPONSE_'],
  ],
  ['Bodies and their parsers', ['CTP_']],
  ['Schemas and compilers', ['SCH_', 'COMPILER_', 'SCHEMA_', 'AJV_']],
  ['Routes', ['ROUTE_', 'DUPLICATED_', 'INVALID_URL', 'NOT_FOUND_HANDLER', 'DEFAULT_ROUTE', 'VERSION_']],
  ['Decorators', ['DEC_']],
  ['Hooks and handlers', ['HOOK_', 'HANDLER_', 'ERROR_HANDLER_', 'MISSING_MIDDLEWARE']],
  ['Plugins', ['PLUGIN_', 'ROOT_', 'PARENT_', 'FST_BEARER_AUTH_']],
  ['The factory and the life of the server', ['']],
]

interface Row {
  code: string
  status: number
  kind: string
  message: string
}

/** What the constructors say of themselves; `…` stands where a message names a value. */
function rows(): Row[] {
  return Object.entries(touchstone.errorCodes).map(([code, FrameworkError]) => {
    const error = new FrameworkError('…', '…', '…', '…', '…', '…')
    const kind = [TypeError, RangeError].find((Base) => error instanceof Base)?.name ?? 'Error'
    return { code, status: error.statusCode, kind, message: error.message }
  })
}

function sectionOf(code: string): string {
  const name = code.replace(/^FST_ERR_/, '')
  const fits = (prefix: string) => (prefix.endsWith('$') ? `${name}$` === prefix : name.startsWith(prefix))
  return SECTIONS.find(([, prefixes]) => prefixes.some(fits))![0]
}

/** The tables of all codes as Markdown, a heading each. */
export function errorTables(): string {
  const all = rows()
  return SECTIONS.map(([title]) => {
    const lines = all
      .filter(({ code }) => sectionOf(code) === title)
      .map(
        ({ code, status, kind, message }) =>
          `| \`${code}\` | ${status} | ${kind} | ${message.replaceAll('|', '\\|')} |`,
      )
    return [
      `### ${title}`,
      '',
      '| code | status | class | message |',
      '|---|---|---|---|',
      ...lines,
      '',
    ].join('\n')
  }).join('\n')
}

/** The page with its tables written anew; what stands around them is left as it is. */
export function errorPage(): { current: string; fresh: string } {
  const current = readFileSync(PAGE, 'utf8')
  return { current, fresh: between(current, BEGIN, END, errorTables()) }
}

/** The text between two marks of a page, exchanged. */
function between(text: string, begin: string, end: string, fresh: string): string {
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { matrix: { type: 'string' } } })
  if (values.matrix !== undefined) {
    const readme = readFileSync(README, 'utf8')
    writeFileSync(README, readmeWithMatrix(readme, readFileSync(values.matrix, 'utf8')))
    process.stdout.write('README.md has the matrix\n')
  }
  const { current, fresh } = errorPage()
  writeFileSync(PAGE, fresh)
  process.stdout.write(
    current === fresh ? 'docs/guides/errors.md was current\n' : 'docs/guides/errors.md is written\n',
  )
}

/** The tables of all error codes, for the Reference. */
import * as touchstone from '../../src/index.ts'

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

/** The page of functions that misbehave, from `promises/functions/functions.json`. */
import { type FunctionRow, readFunctions } from '../../promises/functions/table.ts'

/** The page as Markdown. */
export function functionsPage(): string {
  const { functions, payloads, thrown } = readFunctions()
  return `# Functions that fail

No function of an application ends the process when it throws, rejects, returns a promise that nothing awaits, or a value that it should
not. The request gets an answer, the log has a line, and the next request is served. The tests try each cell over a socket.

| in a cell | meaning |
|---|---|
| \`500, error\` | the status, and the highest level of the log lines beside those of every request |
| \`closed, error\` | the connection is closed without an answer |
| \`no answer\` | as long as the function has not finished; limit it with \`connectionTimeout\` |
| \`broken off\` | the answer has begun, and does not end as it should |
| \`fails: …\` | \`ready\`, \`listen\` or \`close\` rejects with this code or message |
| \`boots\`, \`closes\`, \`waits\` | the boot or \`close\` succeeds, or does not end |

## Functions

${table('function', functions)}

A function of the logger that fails is told once to \`process.emitWarning\`: the log cannot tell it. A hook or a parser that returns something
else than a promise has not finished: it calls back later.

The process ends in two places, as it does with every callback and every promise of Node.js: what a callback of \`ready\` throws is thrown
on, so that a mistake in a test or a start script is not silent; and a promise inside of a payload belongs to the application.

## Payloads

${table('payload', payloads)}

## What is thrown

With \`undefined\` and \`null\`, \`done\` tells of no error.

${table('value', thrown)}
`
}

function table(first: string, rows: readonly FunctionRow[]): string {
  const columns = Object.keys(rows[0]!.cells)
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [
    line([first, ...columns]),
    `|${'---|'.repeat(columns.length + 1)}`,
    ...rows.map(({ row, cells }) => line([row, ...Object.values(cells)])),
  ].join('\n')
}

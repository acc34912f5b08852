/** The page of the ways in which an exchange can end, from `promises/ends/ends.json`. */
import {
  type EndRow,
  endLinesOf,
  endsOf,
  readEnds,
  requestsOf,
  type Seen,
} from '../../promises/ends/table.ts'

/** The page as Markdown. */
export function endsPage(): string {
  const rows = readEnds()
  const differing = rows.filter(({ fastify }) => fastify?.['4.17.0'] !== undefined)
  return `# How an exchange ends

Every request that \`onRequest\` saw has one end that can be observed, and one log line that tells it:

| hook | log line | what happened |
|---|---|---|
| \`onResponse\` | \`request completed\`, or \`request errored\` | the answer has left |
| \`onRequestAbort\` | \`request aborted\` | the connection closed before the answer had left: the client, the network or the server closed it |
| \`onTimeout\` | \`request timed out\` | the connection was silent for \`connectionTimeout\`. Without an \`onTimeout\` hook it is an aborted request |

The log lines are at the level \`info\`, and not written with \`disableRequestLogging\`; \`request errored\` is an \`error\`, and always written. The
tests try each row over
a socket, here and on Fastify 4.17.0 and 4.29.1. A request that no route can get, such as one with a URL that cannot be decoded, runs no
hook and has one log line.

## Every way

| way | the client gets | hooks | end | log |
|---|---|---|---|---|
${rows.map(rowOf).join('\n')}

## Where Fastify 4.17.0 differs

| way | the client gets | hooks | ends | log |
|---|---|---|---|---|
${differing.map(fastifyRowOf).join('\n')}
`
}

function rowOf(row: EndRow): string {
  return `| ${row.way} ${cellsOf(row)}`
}

function fastifyRowOf({ way, fastify }: EndRow): string {
  const seen = fastify!['4.17.0']!
  return seen === 'ends the process'
    ? `| ${way} | the process ends | | 0 of 1 | |`
    : `| ${way} ${cellsOf(seen)}`
}

function cellsOf(seen: Seen): string {
  const ends = endsOf(seen)
  const requests = requestsOf(seen)
  const lines = endLinesOf(seen).length
  const end = `${[...new Set(ends)].join(', ')}${ends.length === requests && lines === requests ? '' : ` (${ends.length} hooks and ${lines} lines for ${requests})`}`
  const log = seen.log.map((line) => line.replaceAll('|', '\\|')).join('<br>')
  return `| ${seen.client} | ${seen.hooks} | ${end} | ${log} |`
}

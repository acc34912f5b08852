/** Reads `ends.json`: what is seen of each way, on touchstone, and on Fastify where it differs. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What is seen of one exchange. */
export interface Seen {
  /** the status that the client got, or `nothing` */
  client: string
  /** the hooks that ran, in order, with blanks between them */
  hooks: string
  /** the log lines, each with its level */
  log: string[]
}
export interface EndRow extends Seen {
  id: string
  /** the way as a sentence, in Markdown */
  way: string
  /** by version, where it is not the same */
  fastify?: Record<string, Seen | 'ends the process'>
}

const FILE = fileURLToPath(new URL('../../../promises/ends/ends.json', import.meta.url))

export function readEnds(): EndRow[] {
  return JSON.parse(readFileSync(FILE, 'utf8')) as EndRow[]
}

const ENDS = ['onResponse', 'onRequestAbort', 'onTimeout']
const LINES = ['request completed', 'request errored', 'request aborted', 'request timed out']

/** The hooks of the end that ran. */
export function endsOf(seen: Seen): string[] {
  return seen.hooks.split(' ').filter((name) => ENDS.includes(name))
}

/** The log lines that tell an end. */
export function endLinesOf(seen: Seen): string[] {
  return seen.log.filter((line) => LINES.includes(line.replace(/^\w+: /, '')))
}

/** How many requests onRequest saw. */
export function requestsOf(seen: Seen): number {
  return seen.hooks.split(' ').filter((name) => name === 'onRequest').length
}

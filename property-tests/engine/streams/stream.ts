/** What a client writes on one connection, as data. */
import type { Config } from '../application/configs.ts'

export interface Stream {
  config: Config
  /** what is written, one piece after the other; a character for each byte */
  pieces: string[]
  /** `wait`: the client waits until nothing happens any more, and then ends its side; `fin`: it ends it with the last piece */
  end: 'wait' | 'fin'
  /** whether each piece waits until nothing happens any more; otherwise it waits for one turn of the event loop */
  patient: boolean
  /** whether handlers that wait for the client do not: their timers fire before the next piece */
  timersFirst?: boolean
  /** how many turns of the event loop a handler takes that takes some; one where it is left out */
  turns?: number
}

/** The pieces of a text that is cut at some positions. */
export function cut(text: string, positions: readonly number[]): string[] {
  const places = [...new Set(positions)].filter((at) => at > 0 && at < text.length).sort((a, b) => a - b)
  return [...places, text.length].map((end, at) => text.slice(places[at - 1] ?? 0, end))
}

/** Bytes as a reader can tell them apart: a line of a JavaScript text for each line of the stream. */
export function escaped(text: string): string {
  if (text === '') return "''"
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
  return lines.map((line) => `'${[...line].map(escapedByte).join('')}'`).join('\n')
}

const NAMED: Readonly<Record<string, string>> = {
  '\r': '\\r',
  '\n': '\\n',
  '\t': '\\t',
  "'": "\\'",
  '\\': '\\\\',
}

function escapedByte(byte: string): string {
  if (NAMED[byte] !== undefined) return NAMED[byte]
  return byte >= ' ' && byte <= '~' ? byte : `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`
}

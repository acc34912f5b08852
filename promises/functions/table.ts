/** Reads `functions.json`: what each cell has shown. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** One row: its title in Markdown, and what happens, by the heading of the column. */
export interface FunctionRow {
  row: string
  cells: Readonly<Record<string, string>>
}
export type FunctionTables = Readonly<Record<'functions' | 'payloads' | 'thrown', FunctionRow[]>>

/** The cells that are not tried: the process ends, for a reason that `write-functions.ts` gives. */
export const ENDS = 'the process ends'

const FILE = fileURLToPath(new URL('../../../promises/functions/functions.json', import.meta.url))

export function readFunctions(): FunctionTables {
  return JSON.parse(readFileSync(FILE, 'utf8')) as FunctionTables
}

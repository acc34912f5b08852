/** The corpus: values that once broke a property, kept as values and not as seeds, tried first ever after. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeFolder, setAside, writeFile } from '../../spec/write-file.ts'

export interface Entry {
  property: string
  /** the value itself: generators change, and seeds with them */
  value: unknown
  seed: number
  path: string | null
  fastCheck: string
  /** the day on which it was found */
  found: string
  status: 'open' | 'fixed'
  why: string
}

export const CORPUS = fileURLToPath(new URL('../../../property-tests/corpus/', import.meta.url))

export function idOf(property: string, value: unknown): string {
  return createHash('sha256')
    .update(`${property} ${JSON.stringify(value)}`)
    .digest('hex')
    .slice(0, 12)
}

export function entriesOf(property: string, folder = CORPUS): Entry[] {
  const own = join(folder, property)
  if (!existsSync(own)) return []
  return readdirSync(own)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => readEntry(join(own, name)))
}

// A process that was killed may have left half a file.
function readEntry(file: string): Entry[] {
  try {
    return [JSON.parse(readFileSync(file, 'utf8')) as Entry]
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    process.stderr.write(`${file} is no whole JSON, and is left out: it is ${setAside(file) ?? file} now\n`)
    return []
  }
}

/** Writes an entry and says where. */
export function save(entry: Entry, folder = CORPUS): string {
  const own = join(folder, entry.property)
  makeFolder(own)
  const file = join(own, `${idOf(entry.property, entry.value)}.json`)
  writeFile(file, `${JSON.stringify(entry, null, 2)}\n`)
  return file
}

/** The entry of an id, or of the beginning of one. */
export function entryOf(id: string, folder = CORPUS): Entry | null {
  if (!existsSync(folder)) return null
  for (const property of readdirSync(folder))
    for (const entry of entriesOf(property, folder))
      if (idOf(entry.property, entry.value).startsWith(id)) return entry
  return null
}

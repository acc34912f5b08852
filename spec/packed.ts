// Reads data files of this package: from disk, or from the one compressed file that the published package has in their place.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'

const ARCHIVE = fileURLToPath(new URL('data.br', import.meta.url))
const ROOT = fileURLToPath(new URL('../../', import.meta.url))

let texts: Map<string, string> | undefined

/** The files of the archive by their path from package.json; none where everything is on disk. */
function archive(): Map<string, string> {
  texts ??= new Map(existsSync(ARCHIVE) ? unpacked(readFileSync(ARCHIVE)) : [])
  return texts
}

/** Paths and texts in turn, with a byte between them that no text has: as JSON inside of JSON they take more room. */
function* unpacked(bytes: Buffer): Generator<[path: string, text: string]> {
  const list = brotliDecompressSync(bytes).toString('utf8').split('\0')
  for (let at = 0; at + 1 < list.length; at += 2) yield [list[at]!, list[at + 1]!]
}

function keyOf(path: string): string {
  return relative(ROOT, path).split(sep).join('/')
}

export function hasData(file: string): boolean {
  return existsSync(file) || archive().has(keyOf(file))
}

/** The text of a file; throws as `readFileSync` does where there is none. */
export function readData(file: string): string {
  if (existsSync(file)) return readFileSync(file, 'utf8')
  return archive().get(keyOf(file)) ?? readFileSync(file, 'utf8')
}

/** The paths of all files below a folder, relative to it. */
export function listData(folder: string): string[] {
  if (existsSync(folder)) return readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const prefix = `${keyOf(folder)}/`
  return [...archive().keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
}

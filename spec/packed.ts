// Reads data files of this package: from disk, or from the one compressed file that the published package has in their place.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'

const ARCHIVE = fileURLToPath(new URL('data.br', import.meta.url))
const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** A file of this package is missing, or is not what was built. The message names it. */
export class PackageFileError extends Error {
  override name = 'PackageFileError'
}

let texts: Map<string, string> | undefined

/** The files of the archive by their path from package.json; none where everything is on disk. */
function archive(): Map<string, string> {
  texts ??= new Map(existsSync(ARCHIVE) ? unpacked(readFileSync(ARCHIVE)) : [])
  return texts
}

/** Paths and texts in turn, with a byte between them that no text has: as JSON inside of JSON they take more room. */
function* unpacked(bytes: Buffer): Generator<[path: string, text: string]> {
  const list = decompressed(bytes).split('\0')
  for (let at = 0; at + 1 < list.length; at += 2) yield [list[at]!, list[at + 1]!]
}

function decompressed(bytes: Buffer): string {
  try {
    return brotliDecompressSync(bytes).toString('utf8')
  } catch (error) {
    throw new PackageFileError(
      `${keyOf(ARCHIVE)} of the package touchstone is damaged (${(error as Error).message}): install the package again.`,
    )
  }
}

function keyOf(path: string): string {
  return relative(ROOT, path).split(sep).join('/')
}

export function hasData(file: string): boolean {
  return existsSync(file) || archive().has(keyOf(file))
}

/** The text of a file; throws a PackageFileError where there is none. */
export function readData(file: string): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : archive().get(keyOf(file))
  if (text !== undefined) return text
  throw new PackageFileError(`${nameOf(file)} is missing.`)
}

/** What a file has as JSON; throws a PackageFileError where it is missing or no JSON. */
export function parseData(file: string): unknown {
  const text = readData(file)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new PackageFileError(`${nameOf(file)} is no JSON: ${(error as Error).message}.`)
  }
}

/** The list of this name that a file has, such as the `levels` of `spec/levels.json`. */
export function listIn<T>(file: string, list: string): T[] {
  const found: unknown = Object(parseData(file))[list]
  if (Array.isArray(found)) return found
  throw new PackageFileError(`${nameOf(file)} is wrong: it has to be { "${list}": [ … ] }.`)
}

function nameOf(file: string): string {
  const key = keyOf(file)
  return key.startsWith('..') ? file : `${key} of the package touchstone`
}

/** The paths of all files below a folder, relative to it. */
export function listData(folder: string): string[] {
  if (existsSync(folder)) return readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const prefix = `${keyOf(folder)}/`
  return [...archive().keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
}

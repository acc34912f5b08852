// Reads data files of this package, and names one that is missing or damaged.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Of the package. */
const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** A file of this package is missing, or is not what was built. The message names it. */
export class PackageFileError extends Error {
  override name = 'PackageFileError'
}

function keyOf(path: string): string {
  return relative(ROOT, path).split(sep).join('/')
}

/** The text of a file; throws a PackageFileError where there is none. */
export function readData(file: string): string {
  if (existsSync(file)) return readFileSync(file, 'utf8')
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

/** The paths of all files below a folder, relative to it; none where there is no such folder. */
export function listData(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
}

// Writes files so that each is the old one or the new one, whatever happens in between: the only place where tools write.

import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** A file or folder that cannot be written. The message names it; the file has what it had before. */
export class FileError extends Error {
  override name = 'FileError'
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'it would be larger than files may be here',
  EROFS: 'the disk is read-only',
  EACCES: 'it is not allowed',
  EPERM: 'it is not allowed',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'a part of the path is a file',
  EISDIR: 'it is a folder',
}

/** The error that says what could not be done with a file, and why. */
export function fileError(file: string, error: unknown, kept = false): FileError {
  const { code = '', message } = error as NodeJS.ErrnoException
  const why = REASONS[code] ?? message
  const rest = kept ? ' It has what it had before.' : ''
  return new FileError(`${file} cannot be written: ${why}${code === '' ? '' : ` (${code})`}.${rest}`, {
    cause: error,
  })
}

/** Writes beside the file, and renames. Throws a FileError; then the file is as it was. */
export function writeFile(file: string, content: string | Uint8Array): void {
  const target = existsSync(file) ? realpathSync(file) : file // a symbolic link stays one
  const known = existsSync(target) ? statSync(target) : undefined
  if (known !== undefined && !known.isFile()) {
    writeDevice(file, content)
    return
  }
  const beside = `${target}.tmp-${process.pid}`
  try {
    removeLeftovers(target)
    const handle = openSync(beside, 'w', known?.mode)
    try {
      writeFileSync(handle, content)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(beside, target)
  } catch (error) {
    remove(beside)
    throw fileError(file, error, known !== undefined)
  }
}

/** Makes a file out of one that was written line by line. */
export function finishFile(part: string, file: string): void {
  try {
    renameSync(part, existsSync(file) ? realpathSync(file) : file)
  } catch (error) {
    throw fileError(file, error, true)
  }
}

/** Makes a folder and those above it. One after the other: the recursive mode of node never returns below /proc. */
export function makeFolder(folder: string): void {
  try {
    make(resolve(folder))
  } catch (error) {
    throw fileError(folder, error)
  }
}

function make(folder: string): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) return
  if (dirname(folder) !== folder) make(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    const there = existsSync(folder) && statSync(folder).isDirectory() // another process was faster
    if (!there) throw error
  }
}

/** Renames a file that cannot be read as JSON, and returns its new name. Null: it cannot be renamed, and stays. */
export function setAside(file: string): string | null {
  const aside = `${file}.torn`
  try {
    renameSync(file, aside)
    return aside
  } catch {
    return null
  }
}

// A pipe or a device, such as /dev/stdout.
function writeDevice(file: string, content: string | Uint8Array): void {
  try {
    writeFileSync(file, content)
  } catch (error) {
    throw fileError(file, error)
  }
}

// A process that was killed leaves what it had begun.
function removeLeftovers(target: string): void {
  const start = `${basename(target)}.tmp-`
  for (const name of readdirSync(dirname(target))) {
    if (!name.startsWith(start) || isRunning(Number(name.slice(start.length)))) continue
    remove(join(dirname(target), name))
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return true // no name of this file
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // the error before this one is told
  }
}

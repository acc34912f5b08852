// Counts the facts of all files and compares them with the limits.

import { dirname } from 'node:path'
import { circlesOf, fileGraph, folderGraph, type Graph } from './circles.ts'
import type { FileFacts, Place } from './facts.ts'
import { BESIDE_THE_ROOMS, CASTS, DIRECT_WRITERS, LIBRARIES, LOOSE_BOUNDARY, SIZES } from './limits.ts'
import { ROOMS } from './rooms.ts'

export interface Check {
  name: string
  value: number
  limit: number
  /** Each thing that is counted, or that is wrong. */
  places: string[]
  /** Over its limit it is told, and fails nothing. */
  warns?: true
}

export function isOver({ value, limit }: Check): boolean {
  return value > limit
}

export function isBroken(check: Check): boolean {
  return isOver(check) && !check.warns
}

export function checkAll(files: readonly FileFacts[]): Check[] {
  const code = files.filter(({ isTest }) => !isTest)
  return [
    ...srcChecks(code.filter(({ path }) => path.startsWith('src/'))),
    { ...none(`functions over ${SIZES.functionLines} lines`, longFunctions(code)), warns: true },
    { ...none(`files over ${SIZES.fileLines} lines`, longFiles(code)), warns: true },
    { ...none(`folders over ${SIZES.filesInFolder} files`, fullFolders(code)), warns: true },
    none('circles of files', circlesOf(fileGraph(files))),
    none('circles of folders', circlesOf(folderGraph(files, Object.keys(ROOMS)))),
    none('circles of rooms', circlesOf(roomGraph())),
    none('rooms without a file', roomsWithoutFiles(files)),
    none('imports of a room that may not be imported', forbiddenImports(files)),
    none('files written beside spec/write-file.ts', directWriters(code)),
  ]
}

function none(name: string, places: string[]): Check {
  return { name, value: places.length, limit: 0, places }
}

function srcChecks(src: readonly FileFacts[]): Check[] {
  const list = <T extends Place>(of: (file: FileFacts) => readonly T[]): string[] =>
    src.flatMap((file) => of(file).map(({ line, text }) => `${file.path}:${line} ${text}`))
  const casts = list(({ casts }) => casts)
  return [
    { name: 'casts in src/', value: casts.length, limit: CASTS, places: casts },
    none(
      'casts in src/ without a reason beside them',
      list(({ casts }) => casts.filter(({ hasReason }) => !hasReason)),
    ),
    none(
      'Loose in src/ outside the boundary',
      list(({ path, loose }) => (LOOSE_BOUNDARY.includes(path) ? [] : loose)),
    ),
    none(
      "reads x['name'] in src/",
      list(({ bracketReads }) => bracketReads),
    ),
    none('libraries with several files of src/, or none', librariesWithSeveralUsers(src)),
    none('files beside the rooms of src/', filesBeside(src)),
    none('imports of HTTP in src/serve/, which has its wire', httpInServe(src)),
    none('lines in src/ that are logged without src/safe-log.ts', unguardedLogs(src)),
  ]
}

/** The generated code of ajv has a context with a method `error`, and an application its own console. */
function unguardedLogs(src: readonly FileFacts[]): string[] {
  return src
    .filter(
      ({ path, isTest }) =>
        !isTest && !path.startsWith('src/types/') && path !== 'src/compile/keywords/unique-items.ts',
    )
    .flatMap(({ path, unguardedLogs }) => unguardedLogs.map(({ line, text }) => `${path}:${line} ${text}`))
}

function longFunctions(files: readonly FileFacts[]): string[] {
  return files.flatMap(({ path, functions }) =>
    functions
      .filter(({ length }) => length > SIZES.functionLines)
      .map(({ line, length }) => `${path}:${line} has ${length} lines`),
  )
}

function longFiles(files: readonly FileFacts[]): string[] {
  return files.flatMap(({ path, lines }) => (lines > SIZES.fileLines ? [`${path} has ${lines} lines`] : []))
}

export function filesInFolders(files: readonly FileFacts[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { path } of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  return counts
}

function fullFolders(files: readonly FileFacts[]): string[] {
  return [...filesInFolders(files)]
    .filter(([, count]) => count > SIZES.filesInFolder)
    .map(([folder, count]) => `${folder}/ has ${count} files`)
}

function librariesWithSeveralUsers(src: readonly FileFacts[]): string[] {
  const users = new Map<string, string[]>()
  for (const { path, libraries } of src)
    for (const name of new Set(libraries)) users.set(name, [...(users.get(name) ?? []), path])
  return [
    ...[...users]
      .filter(([, paths]) => paths.length > 1)
      .map(([name, paths]) => `${name}: ${paths.join(', ')}`),
    ...LIBRARIES.filter((name) => !users.has(name)).map((name) => `${name}: no file imports it`),
  ]
}

/** The stages of a request see HTTP through `serve/wire/` only. */
function httpInServe(src: readonly FileFacts[]): string[] {
  return src
    .filter(({ path }) => path.startsWith('src/serve/') && !path.endsWith('.test.ts'))
    .flatMap(({ path, nodeModules }) =>
      nodeModules.filter((name) => /^https?2?$/.test(name)).map((name) => `${path}: node:${name}`),
    )
}

/** `spec/write-file.ts` writes beside the file and renames; who writes otherwise is in a list, with the reason. */
function directWriters(files: readonly FileFacts[]): string[] {
  const writers = files.filter(({ writers }) => writers.length > 0)
  const known = Object.keys(DIRECT_WRITERS)
  return [
    ...writers
      .filter(({ path }) => !known.includes(path))
      .flatMap(({ path, writers }) => writers.map(({ line, text }) => `${path}:${line} ${text}`)),
    ...known
      .filter((path) => files.some((file) => file.path === path && file.writers.length === 0))
      .map((path) => `${path} is listed and writes nothing`),
  ]
}

function filesBeside(src: readonly FileFacts[]): string[] {
  const found = src.map(({ path }) => path).filter((path) => dirname(path) === 'src')
  return [
    ...found.filter((path) => !BESIDE_THE_ROOMS.includes(path)).map((path) => `${path} is not listed`),
    ...BESIDE_THE_ROOMS.filter((path) => !found.includes(path)).map((path) => `${path} is listed and gone`),
  ]
}

/** Who may import whom, as `rooms.ts` says. */
function roomGraph(): Graph {
  return new Map(Object.entries(ROOMS).map(([room, imports]) => [room, new Set(imports)]))
}

/** The room of a file: the longest key of the table that holds it. */
export function roomOf(path: string): string {
  const rooms = Object.keys(ROOMS).filter((room) => path === room || path.startsWith(`${room}/`))
  return rooms.sort((a, b) => b.length - a.length)[0] ?? dirname(path)
}

function forbiddenImports(files: readonly FileFacts[]): string[] {
  return files.flatMap(({ path, imports, isTest }) => {
    const from = roomOf(path)
    const isInside = path.startsWith('src/')
    return imports
      .filter((target) => {
        const to = roomOf(target)
        // Rooms that compare a part of src/ with a library name that part.
        const isNamed = ROOMS[from]?.includes(to) ?? false
        if (!isInside && target.startsWith('src/') && target !== 'src/index.ts')
          return !(isNamed && to !== 'src')
        return !isTest && to !== from && !ROOMS[from]?.includes(to)
      })
      .map((target) => `${path} imports ${target}`)
  })
}

function roomsWithoutFiles(files: readonly FileFacts[]): string[] {
  const found = new Set(files.map(({ path }) => roomOf(path)))
  return Object.keys(ROOMS).filter((room) => !found.has(room))
}

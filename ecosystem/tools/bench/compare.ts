/** Compares the columns with Fastify 5, and with the differences that are known. */
import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { Column } from './columns.ts'
import type { Seen } from './run-program.ts'

/** Differences with one reason. */
export interface KnownGroup {
  reason: string
  columns: Column[]
  /** The line that shows the same as touchstone: it is run, too. */
  like?: 'fastify-4'
  /** What is seen differently, by program; `*`: anything, because the program does not reach its end. */
  programs: Record<string, string[]>
}

export interface KnownDifference {
  column: Column
  label: string
  like?: 'fastify-4'
}

export interface Difference {
  column: Column
  label: string
  /** Absent: it was not seen. */
  ours?: unknown
  theirs?: unknown
}

export interface ProgramRun {
  name: string
  seconds: number
  /** How many values were compared. */
  compared: number
  differences: Difference[]
  faults: string[]
}

const FILE = new URL('../../../../ecosystem/tools/known-differences.json', import.meta.url)

export function readKnown(): KnownGroup[] {
  return JSON.parse(readFileSync(FILE, 'utf8')) as KnownGroup[]
}

/** What is known of a program in these columns. */
export function knownOf(
  program: string,
  columns: readonly Column[],
  groups: readonly KnownGroup[],
): KnownDifference[] {
  return groups.flatMap(({ columns: those, programs, like }) =>
    those
      .filter((column) => columns.includes(column))
      .flatMap((column) =>
        (programs[program] ?? []).map((label) => ({ column, label, ...(like && { like }) })),
      ),
  )
}

/** Where a column shows something else than Fastify 5. */
export function differencesOf(column: Column, theirs: Seen, ours: Seen): Difference[] {
  const labels = new Set([...theirs.observations.keys(), ...ours.observations.keys()])
  return [...labels].flatMap((label) => {
    const [one, other] = [theirs.observations.get(label), ours.observations.get(label)]
    if (one && other && isDeepStrictEqual(one.value, other.value)) return []
    return [
      {
        column,
        label,
        ...(one && { theirs: one.value }),
        ...(other && { ours: other.value }),
      },
    ]
  })
}

/** Where Fastify 5 does not show what the program is for: then equal columns prove nothing. */
export function vacuityOf(theirs: Seen): string[] {
  const faults = [...theirs.observations].flatMap(([label, { value, expected }]) =>
    expected === undefined || isDeepStrictEqual(value, expected)
      ? []
      : [`fastify-5 › ${label}: ${JSON.stringify(value)}, and expected is ${JSON.stringify(expected)}`],
  )
  const isSaid = [...theirs.observations.values()].some(({ expected }) => expected !== undefined)
  if (!isSaid) faults.push('nothing says what Fastify 5 has to show')
  if (theirs.errors) faults.push(`fastify-5 does not reach the end: ${theirs.errors}`)
  return faults
}

/** Differences that are not listed, and listed ones that are gone. */
export function faultsOf(differences: readonly Difference[], known: readonly KnownDifference[]): string[] {
  const covers = (entry: KnownDifference, found: Difference): boolean =>
    entry.column === found.column && (entry.label === '*' || entry.label === found.label)
  return [
    ...differences
      .filter((found) => !known.some((entry) => covers(entry, found)))
      .map(({ column, label }) => `${column} › ${label} differs, and is not listed`),
    ...known
      .filter((entry) => !differences.some((found) => covers(entry, found)))
      .map(({ column, label }) => `${column} › ${label} is listed, and does not differ`),
  ]
}

/** Where Fastify 4 does not show what touchstone shows, as the list says. */
export function unlikeFaults(
  known: readonly KnownDifference[],
  differences: readonly Difference[],
  fastify4: Seen,
): string[] {
  return known
    .filter(({ like }) => like === 'fastify-4')
    .filter(({ column, label }) => {
      const found = differences.find((one) => one.column === column && one.label === label)
      return found && !isDeepStrictEqual(found.ours, fastify4.observations.get(label)?.value)
    })
    .map(({ column, label }) => `${column} › ${label} is not as on Fastify 4`)
}

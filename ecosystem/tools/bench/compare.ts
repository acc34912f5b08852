/** Compares the columns with Fastify 5, and with the differences that are known. */
import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { Column } from './columns.ts'
import type { Seen } from './run-program.ts'

export interface KnownDifference {
  /** The name of the program. */
  program: string
  columns: Column[]
  /** What is seen differently; `*`: anything from some point on, because the program does not reach its end. */
  labels: string[]
  reason: string
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

export function readKnown(): KnownDifference[] {
  return JSON.parse(readFileSync(FILE, 'utf8')) as KnownDifference[]
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
  if (theirs.errors) faults.push(`fastify-5 does not reach the end: ${theirs.errors}`)
  return faults
}

/** Differences that are not listed, and listed ones that are gone. */
export function faultsOf(
  program: string,
  columns: readonly Column[],
  differences: readonly Difference[],
  known: readonly KnownDifference[],
): string[] {
  const listed = known
    .filter((entry) => entry.program === program)
    .flatMap(({ columns: those, labels }) =>
      those.flatMap((column) => labels.map((label) => ({ column, label }))),
    )
    .filter(({ column }) => columns.includes(column))
  const covers = (entry: { column: Column; label: string }, found: Difference): boolean =>
    entry.column === found.column && (entry.label === '*' || entry.label === found.label)
  return [
    ...differences
      .filter((found) => !listed.some((entry) => covers(entry, found)))
      .map(({ column, label }) => `${program}: ${column} › ${label} differs, and is not listed`),
    ...listed
      .filter((entry) => !differences.some((found) => covers(entry, found)))
      .map(({ column, label }) => `${program}: ${column} › ${label} is listed, and does not differ`),
  ]
}

// The versions between those that are asked whole: they are asked only for what their neighbours differ in.

import semver from 'semver'
import type { LoadedCase } from '../../../spec/load.ts'
import { type Column, standingOf } from './history.ts'
import type { Outcomes } from './outcomes.ts'
import { chooseVersions } from './versions.ts'

/** The newest patch of each minor between the first and the last of these versions, without these. */
export function minorsBetween(
  name: string,
  versions: readonly string[],
  published: readonly string[],
): string[] {
  const [from = '', to = ''] = [versions[0], versions.at(-1)]
  const known = new Set(versions)
  return chooseVersions({ name, from, to }, published).filter((one) => !known.has(one))
}

export interface Between {
  between: readonly string[]
  cases: LoadedCase[]
  outcomes(version: string, cases: LoadedCase[]): Promise<Outcomes>
}

/** Where both neighbours of a version agree, it is taken to agree with them: what changed and changed back is not seen. */
export async function withThoseBetween(
  whole: readonly Column[],
  { between, cases, outcomes }: Between,
): Promise<Column[]> {
  const columns: Column[] = []
  for (const [at, column] of whole.entries()) {
    columns.push(column)
    const next = whole[at + 1]
    if (!next) break
    const differing = differingCases(cases, column.outcomes, next.outcomes)
    for (const version of between) {
      if (!semver.gt(version, column.version) || !semver.lt(version, next.version)) continue
      const asked = differing.length === 0 ? {} : await outcomes(version, differing)
      columns.push({ version, outcomes: { ...column.outcomes, ...asked } })
    }
  }
  return columns
}

function differingCases(cases: LoadedCase[], before: Outcomes, after: Outcomes): LoadedCase[] {
  return cases.filter((one) =>
    one.body.exchanges.some(({ id: exchange }) => {
      const id = `${one.id}#${exchange}`
      return standingOf(before[id]?.outcome) !== standingOf(after[id]?.outcome)
    }),
  )
}

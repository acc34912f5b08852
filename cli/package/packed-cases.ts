/** Which cases are in the package, and which known differences are about them. */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ExpectFile } from '../../conformance/judge/expectations.ts'
import { Patterns } from '../../conformance/judge/selectors.ts'
import { type LoadedCase, loadSuite } from '../../spec/load.ts'

/**
 * Characters of JSON: a file of cases with more of them is in the repository alone. They are tables of hundreds of rows, half of all
 * bytes, and an implementation seldom fails but one of the rows.
 */
const LARGEST = 20_000

/** The names of files whose tables stand beside mistakes in the code of this repository, place by place: they say least of another implementation. */
const BESIDE_CODE = /^(edges|kept|survived|wired)-/

/** Whether a file of cases is in the package; its text is JSON without white space. */
export function isPacked(file: string, text: string): boolean {
  return text.length <= LARGEST && !BESIDE_CODE.test(basename(file))
}

/** The cases of the package. `root`: the folder of the repository. */
export function packedCases(root: string): LoadedCase[] {
  const packed = new Map<string, boolean>()
  return loadSuite({ unchecked: true }).cases.filter(({ file }) => {
    if (!file.startsWith('cases/')) return true // those of the pairs
    if (!packed.has(file))
      packed.set(
        file,
        isPacked(file, JSON.stringify(JSON.parse(readFileSync(join(root, 'spec', file), 'utf8')))),
      )
    return packed.get(file)
  })
}

/** The differences that some of these cases show: a run of the package would complain of the others. */
export function knownAmong(file: ExpectFile, cases: readonly LoadedCase[]): ExpectFile {
  const patterns = file.expected.flatMap(({ match }) => match)
  const together = new Patterns(patterns)
  const shown = new Set<number>()
  for (const one of cases)
    for (const { id } of one.body.exchanges) for (const place of together.choosing(one, id)) shown.add(place)
  let place = 0
  const expected = file.expected.flatMap((entry) => {
    const match = [entry.match].flat().filter(() => shown.has(place++))
    return match.length === 0 ? [] : [{ ...entry, match }]
  })
  return { ...file, expected }
}

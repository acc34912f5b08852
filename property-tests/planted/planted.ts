/** The planted bugs: how they are written down and read. They have the form of the mutants, and are applied as these. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Mutant, ROOT } from '../../conformance/proof/mutants/mutant.ts'

export interface Planted extends Mutant {
  /** the property whose class of bugs it is of */
  readonly property: string
  /** why the properties are not expected to find it */
  readonly missed?: string
}

const FOLDER = join(ROOT, 'property-tests/planted')

export function readPlanted(): Planted[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'))
  return files.sort().flatMap((name) => {
    const bugs = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Omit<Planted, 'area'>[]
    return bugs.map((bug) => ({ ...bug, area: name.replace(/\.json$/, '') }))
  })
}

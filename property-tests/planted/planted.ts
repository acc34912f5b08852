/** The planted bugs: mutants that the properties have to find. */
import { packageFile } from '../../conformance/contract/package.ts'
import { type Mutant, readMutantsIn } from '../../conformance/proof/trial/mutant.ts'

export interface Planted extends Mutant {
  /** The property whose class of bugs it is of. */
  readonly property: string
  /** Why the properties are not expected to find it. */
  readonly missed?: string
}

export function readPlanted(): Planted[] {
  return readMutantsIn<Planted>(packageFile('property-tests/planted'))
}

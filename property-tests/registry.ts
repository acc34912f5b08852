/** All properties, in the order in which they run and are reported. */
import { differential } from './differential/differential.ts'
import type { AnyProperty, Property } from './property/property.ts'
import { aliases, compilerPlaces } from './relations/aliases.ts'
import { attachment } from './relations/attachment.ts'
import { errorHandlers, hookOrder, visibility } from './relations/contexts.ts'
import { interleaving, life } from './relations/life.ts'
import { order, stranger } from './relations/neighbours.ts'
import { references } from './relations/references.ts'
import { robustness } from './relations/robustness.ts'
import { responseChoice, serialization } from './relations/serialization.ts'
import { parallel, transports } from './relations/transports.ts'
import { coercion, refusal } from './relations/validation.ts'

const erased = <V>(property: Property<V>): AnyProperty => property as unknown as AnyProperty

export const PROPERTIES: readonly AnyProperty[] = [
  erased(visibility),
  erased(stranger),
  erased(order),
  erased(references),
  erased(transports),
  erased(coercion),
  erased(refusal),
  erased(serialization),
  erased(aliases),
  erased(compilerPlaces),
  erased(attachment),
  erased(differential),
  erased(robustness),
  erased(parallel),
  erased(hookOrder),
  erased(errorHandlers),
  erased(responseChoice),
  erased(life),
  erased(interleaving),
]

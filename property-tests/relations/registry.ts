/** All properties, in the order in which they run and are told. */
import { differential } from '../differential/differential.ts'
import type { AnyProperty, Property } from '../property.ts'
import { aliases, compilerPlaces } from './aliases.ts'
import { attachment } from './attachment.ts'
import { errorHandlers, hookOrder, visibility } from './contexts.ts'
import { interleaving, life } from './life.ts'
import { order, stranger } from './neighbours.ts'
import { references } from './references.ts'
import { robustness } from './robustness.ts'
import { responseChoice, serialization } from './serialization.ts'
import { parallel, transports } from './transports.ts'
import { coercion, refusal } from './validation.ts'

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

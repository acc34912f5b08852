/** All properties, in the order in which they run and are reported. */
import { differential } from './differential/differential.ts'
import { serverLife } from './differential/server-life.ts'
import { engine, engineCuts } from './engine/engine.ts'
import { anyPrograms, livePrograms } from './programs/live.ts'
import type { AnyProperty, Property } from './property/property.ts'
import { aliases, compilerPlaces } from './relations/aliases.ts'
import { attachment } from './relations/attachment.ts'
import { errorHandlers, hookOrder, visibility } from './relations/contexts.ts'
import { referring } from './relations/documents.ts'
import { failures, headerNames } from './relations/failures.ts'
import { forbidden } from './relations/forbidden.ts'
import { interleaving, life } from './relations/life.ts'
import { again, alone, beside, undone } from './relations/live/arrangements.ts'
import { together } from './relations/live/held.ts'
import { carried, kept } from './relations/live/kept.ts'
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
  erased(forbidden),
  erased(aliases),
  erased(compilerPlaces),
  erased(attachment),
  erased(differential),
  erased(robustness),
  erased(parallel),
  erased(again),
  erased(alone),
  erased(beside),
  erased(together),
  erased(undone),
  erased(kept),
  erased(referring),
  erased(headerNames),
  erased(carried),
  erased(hookOrder),
  erased(errorHandlers),
  erased(responseChoice),
  erased(life),
  erased(interleaving),
  erased(serverLife),
  erased(failures),
  erased(engine),
  erased(engineCuts),
]

/** Those that compare whole programs: some end their process on Fastify 4, so `npm run properties:programs` runs them in processes of their own. */
export const OF_PROGRAMS: readonly AnyProperty[] = [erased(livePrograms), erased(anyPrograms)]

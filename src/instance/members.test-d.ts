/** Every public member of an instance is implemented by one of the files of this folder. */
import type { Instance } from '../types/instance.ts'
import type { instanceGetters, instanceMembers, instanceMethods } from './members.ts'

type Implemented =
  | keyof ReturnType<typeof instanceMethods>
  | keyof ReturnType<typeof instanceMembers>
  | keyof ReturnType<typeof instanceGetters>
/** '~ctx' exists in types alone; `mergedInstance` is merged in by a test of types. */
type Missing = Exclude<keyof Instance, Implemented | '~ctx' | 'mergedInstance'>

export const nothingIsMissing: [Missing] extends [never] ? true : Missing = true

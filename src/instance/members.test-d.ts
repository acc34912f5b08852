/** Every public member of an instance is implemented by one of the files of this folder. */
import type { Instance } from '../types/app/instance.ts'
import type { laterMembers } from './later-members.ts'
import type { instanceGetters, instanceMembers, instanceMethods } from './members.ts'

type Implemented =
  | keyof ReturnType<typeof instanceMethods>
  | keyof ReturnType<typeof instanceMembers>
  | keyof ReturnType<typeof instanceGetters>
  | keyof ReturnType<typeof laterMembers>
/** '~ctx' exists only in the types; a test of types merges `mergedInstance` in. */
type Missing = Exclude<keyof Instance, Implemented | '~ctx' | 'mergedInstance'>

export const nothingIsMissing: [Missing] extends [never] ? true : Missing = true

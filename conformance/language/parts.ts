// The parts of the interpreter, as a scope calls them.

import { makeBehaviour } from './behaviours.ts'
import { makePlugin } from './declarations.ts'
import { makeFunction, runAsync } from './functions.ts'
import type { Language } from './scope.ts'
import { evaluate } from './values.ts'

export const LANGUAGE: Language = { evaluate, makeFunction, makePlugin, makeBehaviour, runAsync }

// All faux implementations by name.

import type { Faux } from './faux.ts'
import { WRONG_ANSWERS } from './wrong-answers.ts'
import { WRONG_BEHAVIOUR } from './wrong-behaviour.ts'
import { WRONG_CONTEXTS } from './wrong-contexts.ts'

export const FAUX: readonly Faux[] = [...WRONG_ANSWERS, ...WRONG_CONTEXTS, ...WRONG_BEHAVIOUR]

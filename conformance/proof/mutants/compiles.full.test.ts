// What the mutants make of the sources compiles.

import { test } from 'node:test'
import { compileMutants } from '../trial/compile-mutants.ts'
import { readMutants } from './mutants.ts'
import { readRealistic, readWaiting } from './realistic.ts'

test('what each mutant makes compiles; of those that wait for their first try too', () => {
  compileMutants([
    ...readMutants().filter(({ gone }) => !gone),
    ...readRealistic().filter(({ gone }) => !gone),
    ...readWaiting(),
  ]).remove()
})

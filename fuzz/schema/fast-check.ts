/** fast-check, which makes random values: an optional peer of this package. */
import type * as FastCheck from 'fast-check'
import { loadOptional } from '../../conformance/contract/optional.ts'

export const fc = loadOptional<typeof FastCheck>('fast-check', 'touchstone/fuzz')

export type Arbitrary<T> = FastCheck.Arbitrary<T>

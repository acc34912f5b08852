/** Whole schemas with shared schemas of their own, for what no place of a part can show. */
import type { Question } from '../ask/compare.ts'

export interface Whole {
  readonly shared: readonly unknown[]
  readonly questions: readonly Question[]
}
export const WHOLE: readonly Whole[] = []

/** The six applications. */
import type { FuzzApplication } from './application.ts'

export const APPLICATIONS: readonly FuzzApplication[] = []

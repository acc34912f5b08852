/** Both count from 0. */
export interface Place {
  line: number
  column: number
}

/** A mutant, by what it changes. */
export interface Changed {
  fileName: string
  location: { start: Place; end: Place }
  mutatorName: string
  replacement: string
}

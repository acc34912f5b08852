/** A mutant, by what it changes. */
export interface Changed {
  fileName: string
  location: object
  mutatorName: string
  replacement: string
}

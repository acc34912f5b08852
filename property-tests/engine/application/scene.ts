import type { App, Request } from '../../../src/index.ts'
import type { Notes, Seen } from './notes.ts'

/** What routes are declared with. */
export interface Scene {
  app: App
  notes: Notes
  /** what was noted of a request so far */
  of(request: Request): Seen | null
}

// One fixture of a run over HTTP: whether it is served is decided once, and says nothing of the fixtures after it.

import { NotBuiltError } from '../contract/faults.ts'
import { type Statement, StatementError } from './control.ts'
import { NotStartedError } from './started.ts'

/** After so many cases in a row before which the server did not say which fixture it is, the rest of the fixture is not asked. */
const PATIENCE = 3

export class Turn {
  readonly fixture: string
  /** It has been served, at least once. */
  begun = false
  /** Why no more is asked of it. */
  over: NotBuiltError | null = null
  #failures = 0

  constructor(fixture: string) {
    this.fixture = fixture
  }

  /** Throws a StatementError where it is another fixture that is served. */
  heard(says: Statement): void {
    if (says.fixture !== this.fixture)
      throw new StatementError(`the server answers for ${JSON.stringify(says.fixture)}`)
    this.begun = true
    this.#failures = 0
  }

  /** Why the case that was to be asked now does not run. */
  failed(error: Error): NotBuiltError {
    const told = new NotBuiltError(`${this.fixture} ${this.#how(error)}: ${error.message}`)
    this.#failures++
    const decided = error instanceof NotStartedError || error instanceof StatementError
    if (decided || this.#failures === PATIENCE) this.over = told
    return told
  }

  #how(error: Error): string {
    if (this.begun) return 'was not asked to its end'
    if (error instanceof NotStartedError) return 'is not built, or does not start'
    return error instanceof StatementError ? 'is not built' : 'could not be asked'
  }
}

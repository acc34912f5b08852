/** What each folder of `against/` gives to the tests and to the command. */
import type { Ledger } from './ledger.ts'

export interface Room {
  /** the name of the oracle */
  readonly oracle: string
  ledger(): Ledger
  /** Compares the inputs that are written down; of their places each `step`-th, so that 1 is all of them. */
  fixed(ledger: Ledger, step: number): Promise<void>
  /** Listed differences that their example does not show any more. */
  gone(ledger: Ledger): string[]
  /** Compares one round of random inputs, the same for a seed. */
  random(ledger: Ledger, seed: number): Promise<void>
  /** The smallest schema and value that still show the difference. */
  minimal(answered: Ledger['unlisted'][number]): Promise<Ledger['unlisted'][number]>
}

/** Takes the console while ajv compiles: it writes warnings there, which a room compares or leaves out. */
export function quietly<T>(run: () => T, heard: string[] = []): T {
  const restore = silence(heard)
  try {
    return run()
  } finally {
    restore()
  }
}

/** Takes the console until the function that it returns is called. */
export function silence(heard: string[] = []): () => void {
  const { warn, error, log } = console
  console.warn =
    console.error =
    console.log =
      (text: unknown) => {
        heard.push(String(text))
      }
  return () => void Object.assign(console, { warn, error, log })
}

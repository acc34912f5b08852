/** What each folder of `against/` gives to the tests and to the command. */
import type { Answered, Ledger } from './ledger.ts'
import { shrink } from './shrink.ts'
import { textOf } from './text.ts'

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

/** The same until a promise settles: schemas are compiled when a value asks for it, and what is written then is no matter of that value. */
export async function quiet<T>(run: () => Promise<T>): Promise<T> {
  const restore = silence()
  try {
    return await run()
  } finally {
    restore()
  }
}

/** Of all that there is each `step`-th. */
export function* each<T>(all: Iterable<T>, step: number): Generator<T> {
  let at = 0
  for (const one of all) if (at++ % step === 0) yield one
}

/** The next turn of the event loop, so that a test can end and progress is shown. */
export const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** The smallest schema and value that still differ. */
export function smallest(
  answered: Answered,
  differs: (pair: readonly [schema: unknown, value: unknown]) => Answered | null,
): Answered {
  let best = answered
  shrink([answered.schema, answered.value], (pair) => {
    const found = differs(pair)
    if (found !== null) best = { ...found, valueText: textOf(found.value) }
    return found !== null
  })
  return best
}

/** What a document could not say, each with the pointer of its place: `x-touchstone-notes`. */
import { pointerStep } from '../compile/standard/pointer-step.ts'

/** A JSON pointer of the document, beginning with `#`. */
export const placeOf = (place: string, ...steps: readonly (string | number)[]): string =>
  [place, ...steps.map((step) => pointerStep(String(step)))].join('/')

export class Notes {
  readonly #list = new Set<string>()

  add(place: string, sentence: string): void {
    this.#list.add(`${place}: ${sentence}`)
  }

  get list(): readonly string[] {
    return [...this.#list]
  }
  get size(): number {
    return this.#list.size
  }
}

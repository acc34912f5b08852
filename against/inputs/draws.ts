/** Choices that look random, the same for a seed. */
import { randomFrom } from '../../fuzz/engine/random.ts'

export class Draws {
  readonly #random: () => number

  constructor(seed: number) {
    this.#random = randomFrom(seed)
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }
  chance(of: number): boolean {
    return this.below(of) === 0
  }
  one<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }
  some<T>(list: readonly T[], most: number): T[] {
    return list.length === 0
      ? []
      : [...new Set(Array.from({ length: this.below(most + 1) }, () => this.one(list)))]
  }
}

/** Random numbers from a seed: a run can be repeated. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0 || 1
  }

  /** from 0 to 1 */
  next(): number {
    // xorshift32
    this.#state ^= this.#state << 13
    this.#state ^= this.#state >>> 17
    this.#state ^= this.#state << 5
    this.#state >>>= 0
    return this.#state / 4_294_967_296
  }

  /** an integer from 0 to below `limit` */
  upTo(limit: number): number {
    return Math.floor(this.next() * limit)
  }
}

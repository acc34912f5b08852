/** Each value once, by its JSON, with its place. */
export class Table<Value> {
  readonly values: Value[] = []
  readonly #places = new Map<string, number>()

  place(value: Value): number {
    const key = JSON.stringify(value)
    const known = this.#places.get(key)
    if (known !== undefined) return known
    this.#places.set(key, this.values.length)
    return this.values.push(value) - 1
  }
}

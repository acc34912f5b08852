/**
 * The requests whose time runs, in the order in which it ends. All of a route have the same limit, so a new one goes to the end: one timer
 * serves them all, and a request costs a link of the list. A timer for each request would cost a sixth of a small answer.
 */
export interface Timed {
  /** in milliseconds of `performance.now()` */
  due: number
  previous: Timed | null
  next: Timed | null
  /** null: it is in no list */
  list: Deadlines | null
  expire(): void
}

/** The longest time of a timer of node; a longer one would be over at once. */
const LONGEST = 2 ** 31 - 1

export class Deadlines {
  readonly ms: number
  #first: Timed | null = null
  #last: Timed | null = null
  #timer: NodeJS.Timeout | null = null
  readonly #expire = (): void => this.#expireDue()

  constructor(ms: number) {
    this.ms = ms
  }

  add(one: Timed): void {
    one.due = performance.now() + this.ms
    one.list = this
    one.previous = this.#last
    one.next = null
    if (this.#last === null) this.#first = one
    else this.#last.next = one
    this.#last = one
    // The timer holds the process as long as a request waits, and no longer.
    if (this.#timer === null) this.#timer = setTimeout(this.#expire, Math.min(this.ms, LONGEST))
    else if (this.#first === one) this.#timer.ref()
  }

  remove(one: Timed): void {
    const { previous, next } = one
    if (previous === null) this.#first = next
    else previous.next = next
    if (next === null) this.#last = previous
    else next.previous = previous
    one.list = one.previous = one.next = null
    if (this.#first === null) this.#timer?.unref()
  }

  #expireDue(): void {
    this.#timer = null
    const now = performance.now()
    for (let one = this.#first; one !== null && one.due <= now; one = this.#first) {
      this.remove(one)
      one.expire()
    }
    const first: Timed | null = this.#first
    if (first !== null && this.#timer === null)
      this.#timer = setTimeout(this.#expire, Math.min(Math.ceil(first.due - performance.now()), LONGEST))
  }
}

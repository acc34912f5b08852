/** The bytes of one answer while they are written: a buffer that grows, and is used again. */

/**
 * The bytes that are free after each check of the room. What is written between two checks is shorter: a short key, a short
 * text, and the ends of all objects and lists around them.
 */
export const SLACK = 1024
/** The size of a buffer that is kept for the next answer. A larger one goes out with its answer. */
const KEPT = 1024 * 1024
const FIRST = 16 * 1024
/** The longest answer that leaves as text: it goes out in one piece with the head, which is text too. */
const SMALL = 2048

/** A value that the writer does not know, or an error: fast-json-stringify decides. */
export class Unknown extends Error {}

export class Output {
  bytes: Buffer = Buffer.allocUnsafeSlow(FIRST)
  /** the last position that has `SLACK` free bytes behind it */
  limit = FIRST - SLACK
  /** whether all bytes so far are ASCII */
  isAscii = true

  /** Makes room for `count` bytes and the slack at `at`. */
  grow(at: number, count: number): void {
    const needed = at + count + SLACK
    if (needed <= this.bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.bytes.length * 2))
    this.bytes.copy(larger, 0, 0, at)
    this.#take(larger)
  }

  /** What was written, as a text. */
  text(end: number): string {
    this.#check(end)
    return this.bytes.toString(this.isAscii ? 'latin1' : 'utf8', 0, end)
  }

  /** What was written: a short answer as a text, a longer one as bytes of its own. */
  answer(end: number): string | Buffer {
    this.#check(end)
    if (end <= SMALL) return this.text(end)
    if (this.bytes.length > KEPT) return this.bytes.subarray(0, end) // `reset` lets it go
    const answer = Buffer.allocUnsafe(end)
    this.bytes.copy(answer, 0, 0, end)
    return answer
  }

  // Bytes behind the buffer are lost, and a copy of its length would end with memory of something else: never send that.
  #check(end: number): void {
    if (end > this.bytes.length) throw new Unknown('the answer left its buffer')
  }

  reset(): void {
    this.isAscii = true
    if (this.bytes.length > KEPT) this.#take(Buffer.allocUnsafeSlow(FIRST))
  }

  #take(bytes: Buffer): void {
    this.bytes = bytes
    this.limit = bytes.length - SLACK
  }
}

// Splits a stream of bytes into lines, and reports a line that is too long.

/** A line may hold a body of many megabytes; this much without a line end is a flood. */
export const LONGEST_LINE = 48 * 1024 * 1024

export class LineReader {
  #pieces: Buffer[] = []
  #size = 0

  /** The lines that this piece completes, without their ends. */
  take(piece: Buffer): string[] {
    const lines: string[] = []
    let from = 0
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
      this.#keep(piece.subarray(from, end))
      const whole = this.#pieces.length === 1 ? (this.#pieces[0] as Buffer) : Buffer.concat(this.#pieces)
      lines.push(whole.toString('utf8').replace(/\r$/, ''))
      this.#pieces = []
      this.#size = 0
      from = end + 1
    }
    this.#keep(piece.subarray(from))
    return lines
  }

  #keep(bytes: Buffer): void {
    if (bytes.length === 0 && this.#pieces.length > 0) return
    this.#pieces.push(bytes)
    this.#size += bytes.length
  }

  get flooded(): boolean {
    return this.#size > LONGEST_LINE
  }

  /** What stands behind the last line end. */
  get rest(): string {
    return Buffer.concat(this.#pieces).toString('utf8', 0, 400)
  }
}

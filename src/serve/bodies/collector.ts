/** Collects the bytes of a body. What it holds is about what it received, however small the pieces are. */

/** A smaller piece is copied behind the one before: a Buffer of its own costs about 200 bytes. */
const SMALL = 4096
/** The least and the most room for small pieces that is reserved at a time. */
const LEAST = 1024
const MOST = 65_536

const NONE = Buffer.alloc(0)

export class Collector {
  #received = 0
  readonly #pieces: Buffer[] = []
  /** room for small pieces, and how much of it is used */
  #room = NONE
  #used = 0

  put(piece: Buffer): void {
    this.#received += piece.length
    if (piece.length >= SMALL) {
      this.#flush()
      this.#pieces.push(piece)
      return
    }
    const fits = piece.copy(this.#room, this.#used)
    this.#used += fits
    if (fits === piece.length) return
    this.#flush()
    this.#room = Buffer.allocUnsafeSlow(Math.min(MOST, Math.max(LEAST, piece.length, this.#received)))
    this.#used = piece.copy(this.#room, 0, fits)
  }

  /** The small pieces up to here come before the next large one; the rest of their room stays. */
  #flush(): void {
    if (this.#used > 0) this.#pieces.push(this.#room.subarray(0, this.#used))
    this.#room = this.#room.subarray(this.#used)
    this.#used = 0
  }

  bytes(): Buffer {
    this.#flush()
    return Buffer.concat(this.#pieces, this.#received)
  }
}

/**
 * The strict parser of the engine: the head of one request in the bytes that have arrived. It takes only what it understands in
 * full. Of anything else it says so, and node's parser reads it: this parser has no opinion on what is wrong.
 */
/** More bytes are needed. */
export const MORE = 0
/** The bytes are for node. */
export const FOREIGN = -1

const TOKEN = classOf("!#$%&'*+-.^_`|~", '09', 'AZ', 'az')
/** of a target in origin form; a `#` is not part of one */
const TARGET = classOf('', '!"', '$~')
/** of a value: visible bytes, blanks, and bytes above ASCII */
const VALUE = classOf('\t', ' ~', '\x80\xff')

function classOf(single: string, ...spans: readonly string[]): Uint8Array {
  const table = new Uint8Array(256)
  for (const one of single) table[one.charCodeAt(0)] = 1
  for (const span of spans)
    for (let code = span.charCodeAt(0); code <= span.charCodeAt(1); code++) table[code] = 1
  return table
}

/** The methods that the engine takes, by length and first byte: no two of them share both. */
const BY_SHAPE: (string | undefined)[] = []
const TAKEN =
  'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE SEARCH PROPFIND PROPPATCH MKCOL COPY MOVE LOCK UNLOCK'.split(
    ' ',
  )
for (const method of TAKEN) BY_SHAPE[(method.length << 8) | method.charCodeAt(0)] = method

const SPACE = 32
const TAB = 9
const CR = 13
const LF = 10
const COLON = 58
const SLASH = 47

/** ` HTTP/1.1\r\n` */
const VERSION = Buffer.from(' HTTP/1.1\r\n')

/** Headers that decide how a message is read, by length. Those of node's parser are more than RFC 9112 names. */
const HOST = Buffer.from('host')
const CONTENT_TYPE = Buffer.from('content-type')
const CONTENT_LENGTH = Buffer.from('content-length')
const CONNECTION = Buffer.from('connection')
const FOREIGN_NAMES = ['expect', 'upgrade', 'transfer-encoding', 'proxy-connection'].map((name) =>
  Buffer.from(name),
)

const KEEP_ALIVE = Buffer.from('keep-alive')
const CLOSE = Buffer.from('close')

/** The longest content-length whose number is exact. */
const MOST_DIGITS = 15

export interface Limits {
  /** bytes of a head, above which node decides */
  head: number
  /** headers, above which node decides */
  headers: number
}

export class Head {
  method = ''
  targetStart = 0
  targetEnd = 0
  /** where the headers begin */
  start = 0
  /** bits for the headers that are there, by `bitOf` */
  names = 0
  keepsAlive = true
  /** -1: the header is not there; and where the values of two headers begin */
  length = -1
  lengthAt = -1
  typeAt = -1
  #hosts = 0
  #connections = 0

  /** Where the head ends, or MORE, or FOREIGN. */
  read(bytes: Buffer, start: number, limits: Limits): number {
    const end = Math.min(bytes.length, start + limits.head)
    const cut = end < bytes.length || bytes.length - start >= limits.head
    const more = cut ? FOREIGN : MORE
    let at = start
    while (at < end && TOKEN[bytes[at]!] === 1) at++
    if (at === end) return isBeginning(bytes, start, end) ? more : FOREIGN
    const method = BY_SHAPE[((at - start) << 8) | bytes[start]!]
    if (method === undefined || bytes[at] !== SPACE || !isWord(bytes, start, method)) return FOREIGN
    this.method = method
    this.targetStart = ++at
    if (at < end && bytes[at] !== SLASH) return FOREIGN
    while (at < end && TARGET[bytes[at]!] === 1) at++
    this.targetEnd = at
    for (let index = 0; index < VERSION.length; index++, at++) {
      if (at >= end) return more
      if (bytes[at] !== VERSION[index]) return FOREIGN
    }
    return this.#readHeaders(bytes, at, end, more, limits.headers)
  }

  #readHeaders(bytes: Buffer, start: number, end: number, more: number, most: number): number {
    let at = start
    this.start = start
    this.names = 0
    this.keepsAlive = true
    this.length = this.lengthAt = this.typeAt = -1
    this.#hosts = this.#connections = 0
    for (let count = 0; ; count++) {
      if (at + 1 >= end) return at < end && bytes[at] !== CR && TOKEN[bytes[at]!] !== 1 ? FOREIGN : more
      if (bytes[at] === CR) {
        if (bytes[at + 1] !== LF) return FOREIGN
        return this.#hosts === 1 ? at + 2 : FOREIGN
      }
      const name = at
      while (at < end && TOKEN[bytes[at]!] === 1) at++
      if (at >= end) return more
      if (bytes[at] !== COLON || at === name || count === most) return FOREIGN
      const colon = at++
      while (at < end && isBlank(bytes[at]!)) at++
      const value = at
      while (at < end && VALUE[bytes[at]!] === 1) at++
      if (at + 1 >= end) {
        if (at < end && bytes[at] !== CR) return FOREIGN
        return this.#mayBecome(bytes, name, colon, value, at) ? more : FOREIGN
      }
      if (bytes[at] !== CR || bytes[at + 1] !== LF) return FOREIGN
      this.names |= bitOf(colon - name, bytes[name]!)
      if (!this.#understands(bytes, name, colon, value, at)) return FOREIGN
      at += 2
    }
  }

  /** Whether a header leaves no doubt about how the message is read. Blanks behind a value belong to it: node takes a space there, and no tab. */
  #understands(bytes: Buffer, name: number, colon: number, value: number, end: number): boolean {
    switch (colon - name) {
      case 4:
        if (!isName(bytes, name, HOST)) return true
        this.#hosts++
        return end > value
      case 10:
        return !isName(bytes, name, CONNECTION) || this.#takesConnection(bytes, value, end)
      case 12:
        if (!isName(bytes, name, CONTENT_TYPE)) return true
        if (this.typeAt >= 0 || isBlank(bytes[end - 1]!)) return false
        this.typeAt = value
        return true
      case 14:
        return !isName(bytes, name, CONTENT_LENGTH) || this.#takesLength(bytes, value, end)
      case 6:
      case 7:
      case 16:
      case 17:
        return !FOREIGN_NAMES.some((one) => one.length === colon - name && isName(bytes, name, one))
      default:
        return true
    }
  }

  /** Whether the beginning of a header may become one. Node refuses a wrong length before its line has ended. */
  #mayBecome(bytes: Buffer, name: number, colon: number, value: number, end: number): boolean {
    if (colon - name !== CONTENT_LENGTH.length || !isName(bytes, name, CONTENT_LENGTH)) return true
    return end === value ? this.length < 0 : this.#takesLength(bytes, value, end)
  }

  #takesConnection(bytes: Buffer, value: number, end: number): boolean {
    if (this.#connections++ > 0) return false
    this.keepsAlive = end - value !== CLOSE.length || !isName(bytes, value, CLOSE)
    return !this.keepsAlive || (end - value === KEEP_ALIVE.length && isName(bytes, value, KEEP_ALIVE))
  }

  #takesLength(bytes: Buffer, value: number, end: number): boolean {
    if (this.length >= 0 || end === value || end - value > MOST_DIGITS) return false
    let length = 0
    for (let at = value; at < end; at++) {
      const digit = bytes[at]! - 48
      if (digit < 0 || digit > 9) return false
      length = length * 10 + digit
    }
    this.length = length
    this.lengthAt = value
    return true
  }
}

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === TAB
}

/** Whether there are only ends of lines, which node takes behind a last request. */
export function areBlankLines(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === CR || byte === LF)
}

/** The value that stands at a place of a head that was read, up to the end of its line. */
export function lineAt(bytes: Buffer, place: number): string {
  return bytes.toString('latin1', place, bytes.indexOf(CR, place))
}

/** Whether the bytes may become one of the methods. */
function isBeginning(bytes: Buffer, start: number, end: number): boolean {
  return TAKEN.some(
    (method) => end - start <= method.length && isWord(bytes, start, method.slice(0, end - start)),
  )
}

/** One of 32 bits for the length of a name and its first byte. Several names share one. */
export function bitOf(length: number, first: number): number {
  return 1 << ((length * 7 + (first | 32)) & 31)
}

/** The places of the headers, once more: what stands in `bytes` from `start` was read before. */
export function placesOf(bytes: Buffer, start: number): number[] {
  const places: number[] = []
  for (let at = start; bytes[at] !== CR; at += 2) {
    const name = at
    while (bytes[at] !== COLON) at++
    const nameEnd = at++
    while (isBlank(bytes[at]!)) at++
    const value = at
    while (bytes[at] !== CR) at++
    let end = at
    while (end > value && isBlank(bytes[end - 1]!)) end--
    places.push(name, nameEnd, value, end)
  }
  return places
}

function isWord(bytes: Buffer, start: number, word: string): boolean {
  for (let index = 0; index < word.length; index++)
    if (bytes[start + index] !== word.charCodeAt(index)) return false
  return true
}

/** Whether bytes are a name, which is given in lower case, in any case. */
function isName(bytes: Buffer, start: number, name: Uint8Array): boolean {
  for (let index = 0; index < name.length; index++) {
    const byte = bytes[start + index]!
    if (byte !== name[index] && !(byte >= 65 && byte <= 90 && byte + 32 === name[index])) return false
  }
  return true
}

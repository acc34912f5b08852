/** The parser of the sketch: one request in the bytes of a connection, strictly. What it does not know is node's. */

/** More bytes are needed. */
export const MORE = 0
/** The bytes are for node. */
export const FOREIGN = -1
/** The longest head, as of node. */
const MOST_HEAD = 16 * 1024
/** Above so many digits a number is not exact. */
const MOST_DIGITS = 15

const CR = 13
const LF = 10
const TAB = 9
const SPACE = 32
const SLASH = 47
const COLON = 58

const TOKEN = tableOf((code) => /[\w!#$%&'*+.^`|~-]/.test(String.fromCharCode(code)))
const TARGET = tableOf((code) => code > SPACE && code < 127 && code !== 35)
const VALUE = tableOf((code) => (code >= SPACE && code !== 127) || code === TAB)

function tableOf(has: (code: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) => Number(has(code)))
}

const GET = Buffer.from('GET ')
const POST = Buffer.from('POST ')
const VERSION = Buffer.from(' HTTP/1.1\r\n')
const HOST = Buffer.from('host')
const CONNECTION = Buffer.from('connection')
const KEEP_ALIVE = Buffer.from('keep-alive')
const CONTENT_TYPE = Buffer.from('content-type')
const CONTENT_LENGTH = Buffer.from('content-length')
const JSON_TYPE = Buffer.from('application/json')
/** Fields that change how a message is read. */
const OF_NODE = ['expect', 'upgrade', 'transfer-encoding', 'proxy-connection'].map((name) =>
  Buffer.from(name),
)

export class Parser {
  isPost = false
  targetStart = 0
  targetEnd = 0
  bodyStart = 0
  #hosts = 0
  #length = -1
  #isJson = false

  /** Where the request ends, or MORE, or FOREIGN. */
  read(bytes: Buffer, start: number): number {
    this.isPost = isWord(bytes, start, POST)
    if (!this.isPost && !isWord(bytes, start, GET)) return FOREIGN
    let at = start + (this.isPost ? POST.length : GET.length)
    if (bytes[at] !== SLASH) return FOREIGN
    this.targetStart = at
    while (at < bytes.length && TARGET[bytes[at]!] === 1) at++
    this.targetEnd = at
    if (at + VERSION.length > bytes.length) return at < bytes.length && bytes[at] !== SPACE ? FOREIGN : MORE
    if (!isWord(bytes, at, VERSION)) return FOREIGN
    at = this.#readFields(bytes, at + VERSION.length)
    if (at <= 0) return at
    if (at - start > MOST_HEAD || this.#hosts !== 1) return FOREIGN
    // A body is JSON of a known length; a GET has none.
    if (this.isPost ? !this.#isJson : this.#length > 0) return FOREIGN
    this.bodyStart = at
    at += Math.max(0, this.#length)
    return at > bytes.length ? MORE : at
  }

  #readFields(bytes: Buffer, start: number): number {
    const end = bytes.length
    let at = start
    this.#hosts = 0
    this.#length = -1
    this.#isJson = false
    for (;;) {
      if (at + 1 >= end) return MORE
      if (bytes[at] === CR) return bytes[at + 1] === LF ? at + 2 : FOREIGN
      const name = at
      while (at < end && TOKEN[bytes[at]!] === 1) at++
      if (at === end) return MORE
      if (bytes[at] !== COLON || at === name) return FOREIGN
      const nameEnd = at++
      while (at < end && (bytes[at] === SPACE || bytes[at] === TAB)) at++
      const value = at
      while (at < end && VALUE[bytes[at]!] === 1) at++
      if (at + 1 >= end) return MORE
      if (bytes[at] !== CR || bytes[at + 1] !== LF) return FOREIGN
      if (!this.#takes(bytes, name, nameEnd, value, at)) return FOREIGN
      at += 2
    }
  }

  /** Whether a field leaves no doubt about how the message is read. */
  #takes(bytes: Buffer, name: number, nameEnd: number, value: number, end: number): boolean {
    switch (nameEnd - name) {
      case 4:
        if (isName(bytes, name, HOST)) this.#hosts++
        return end > value
      case 10:
        if (!isName(bytes, name, CONNECTION)) return true
        return end - value === KEEP_ALIVE.length && isName(bytes, value, KEEP_ALIVE)
      case 12:
        if (!isName(bytes, name, CONTENT_TYPE)) return true
        if (this.#isJson) return false
        this.#isJson = end - value === JSON_TYPE.length && isName(bytes, value, JSON_TYPE)
        return this.#isJson
      case 14:
        return !isName(bytes, name, CONTENT_LENGTH) || this.#takesLength(bytes, value, end)
      case 6:
      case 7:
      case 16:
      case 17:
        return !OF_NODE.some((one) => one.length === nameEnd - name && isName(bytes, name, one))
      default:
        return true
    }
  }

  #takesLength(bytes: Buffer, value: number, end: number): boolean {
    if (this.#length >= 0 || end === value || end - value > MOST_DIGITS) return false
    let length = 0
    for (let at = value; at < end; at++) {
      const digit = bytes[at]! - 48
      if (digit < 0 || digit > 9) return false
      length = length * 10 + digit
    }
    this.#length = length
    return true
  }
}

function isWord(bytes: Buffer, start: number, word: Uint8Array): boolean {
  for (let index = 0; index < word.length; index++) if (bytes[start + index] !== word[index]) return false
  return true
}

/** The name is in lower case; the bytes, all of a token or a value, may be in any. */
function isName(bytes: Buffer, start: number, name: Uint8Array): boolean {
  for (let index = 0; index < name.length; index++)
    if ((bytes[start + index]! | 32) !== name[index]) return false
  return true
}

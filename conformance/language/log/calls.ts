// What the application and the framework call of each other, line by line, so that two implementations can be compared: who is `this`, what is
// passed, and whether an object is one that was seen before.

/** How many lines of a case are kept. */
const MOST = 2000
const LONGEST = 80
const WIDEST = 12
const DEEPEST = 3

export class Calls {
  readonly lines: string[] = []
  /** Objects by the order in which they were seen first: their names differ between implementations. */
  readonly #seen = new WeakMap<object, number>()
  #count = 0
  readonly #own = new WeakSet<object>()

  /** A function of the application, which can be told from others. */
  made(fn: object): void {
    this.#own.add(fn)
  }

  /** The framework calls a function of the application. */
  entered(fn: object, self: unknown, args: readonly unknown[]): void {
    this.#note(() => `${this.#show(fn)} of ${this.#show(self)} (${this.#list(args)})`)
  }

  /** The application calls the framework: its arguments before that, which may change them. Gives what is told of the end of the call. */
  calling(path: string, args: readonly unknown[]): (how: 'returned' | 'threw', value: unknown) => void {
    if (this.lines.length >= MOST) return () => undefined
    const call = `${path}(${this.#list(args)})`
    return (how, value) => this.#note(() => `${call} ${how} ${this.#show(value)}`)
  }

  #note(line: () => string): void {
    if (this.lines.length < MOST) this.lines.push(line())
  }

  /** How many functions a framework makes for its callbacks, and adds to what it passes on, is its own matter. */
  #isForeign(value: unknown): boolean {
    return typeof value === 'function' && !this.#own.has(value)
  }

  #list(values: readonly unknown[], depth = 0): string {
    const shown = values.slice(0, WIDEST).map((value) => this.#show(value, depth))
    return shown.concat(values.length > WIDEST ? [`${values.length}`] : []).join(', ')
  }

  #show(value: unknown, depth = 0): string {
    if (typeof value === 'string') return JSON.stringify(value.slice(0, LONGEST))
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return String(value)
    if (this.#isForeign(value)) return 'function'
    const known = this.#seen.get(value)
    if (known !== undefined) return `#${known}`
    const name = `#${++this.#count}`
    this.#seen.set(value, this.#count)
    if (typeof value === 'function') return `${name} function`
    return `${name} ${depth < DEEPEST ? this.#describe(value, depth + 1) : ''}`
  }

  /** Reads own values alone, never a getter of the application or the framework. */
  #describe(value: object, depth: number): string {
    if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`
    if (Array.isArray(value)) return `[${this.#list(value, depth)}]`
    const isError = Object.prototype.toString.call(value) === '[object Error]'
    const prototype: unknown = Object.getPrototypeOf(value)
    // The instance of an implementation may be a plain object.
    const isPlain =
      (prototype === Object.prototype || prototype === null) && !Object.hasOwn(value, 'register')
    if (!isError && !isPlain) return 'object'
    const keys = isError ? keysOfError(value) : Object.keys(value).sort()
    const members = keys.flatMap((key) => {
      const own = Object.getOwnPropertyDescriptor(value, key)
      if (own === undefined || this.#isForeign(own.value)) return []
      return [`${key}: ${'value' in own ? this.#show(own.value, depth) : 'accessor'}`]
    })
    return `${isError ? 'error ' : ''}{${members.join(', ')}}`
  }
}

/** An error with a code may have other words in each implementation. */
function keysOfError(error: object): string[] {
  return Object.hasOwn(error, 'code') ? ['code', 'statusCode', 'validation'] : ['statusCode', 'message']
}

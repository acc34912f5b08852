/** Reads an OpenAPI document and what its references name, within bounds: a file may be a device, and a server may send for ever. */
import { createReadStream } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Of the document with all that its references name: bytes after decompression, milliseconds, files. */
const BOUNDS = { bytes: 16 * 1024 * 1024, milliseconds: 30_000, documents: 200 }
const REDIRECTS = 5
/** Of one document, its aliases written out. */
const VALUES = 2_000_000
const DEPTH = 500

export function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source)
}

/** What cannot be read; the message says why. */
export class DocumentError extends Error {
  override name = 'DocumentError'
}

export class DocumentReader {
  readonly #source: string
  readonly #isInternal: (url: string) => boolean
  readonly #signal = AbortSignal.timeout(BOUNDS.milliseconds)
  /** The first thing that could not be read. */
  fault: DocumentError | null = null
  #bytes = 0
  #documents = 0

  /** `source` is the document itself, whose place is trusted. `isInternal` tells addresses of this machine and its network. */
  constructor(source: string, isInternal: (url: string) => boolean) {
    this.#source = source
    this.#isInternal = isInternal
  }

  /** The content of a file or an address that the document names, or of the document. Rejects with a DocumentError. */
  async read(place: string): Promise<Buffer> {
    if (++this.#documents > BOUNDS.documents)
      throw new DocumentError(`it refers to more than ${BOUNDS.documents} other documents`)
    const late = new Promise<never>((_, reject) => {
      this.#signal.addEventListener('abort', () =>
        reject(new DocumentError(`${place} did not arrive within ${BOUNDS.milliseconds / 1000} s`)),
      )
    })
    const content = isAddress(place) ? this.#download(place) : this.#load(place)
    try {
      return await Promise.race([content, late])
    } catch (error) {
      if (error instanceof DocumentError) this.fault ??= error
      throw error
    }
  }

  async #load(place: string): Promise<Buffer> {
    if (isAddress(this.#source))
      throw new DocumentError(`${place} is a file, and a document of a server may not name files`)
    return await this.#collect(place, createReadStream(fileOf(place), { signal: this.#signal }))
  }

  async #download(place: string): Promise<Buffer> {
    let url = new URL(place)
    for (let hops = 0; hops <= REDIRECTS; hops++) {
      this.#check(url)
      const headers = { accept: 'application/json, application/yaml;q=0.9, */*;q=0.1' }
      const answer = await this.#ask(url, headers)
      const location = answer.headers.get('location')
      if (answer.status >= 300 && answer.status < 400 && location !== null) {
        await answer.body?.cancel()
        url = this.#followed(url, location)
        continue
      }
      if (!answer.ok) {
        await answer.body?.cancel()
        throw new DocumentError(`${url.href} answered ${answer.status}`)
      }
      return await this.#collect(url.href, answer.body ?? [])
    }
    throw new DocumentError(`${place} is redirected more than ${REDIRECTS} times`)
  }

  async #ask(url: URL, headers: Record<string, string>): Promise<Response> {
    try {
      return await fetch(url, { redirect: 'manual', signal: this.#signal, headers })
    } catch (error) {
      const { message, cause } = error as Error
      throw new DocumentError(
        `${url.href} cannot be asked: ${(cause as Error | undefined)?.message ?? message}`,
      )
    }
  }

  #followed(from: URL, location: string): URL {
    if (URL.canParse(location, from.href)) {
      const url = new URL(location, from)
      if (/^https?:$/.test(url.protocol)) return url
    }
    throw new DocumentError(`${from.href} is redirected to "${location}", which is neither http nor https`)
  }

  /** Documents of others do not make this machine ask its own network. */
  #check(url: URL): void {
    const trusted = isAddress(this.#source) && new URL(this.#source).origin === url.origin
    if (!trusted && this.#isInternal(url.href))
      throw new DocumentError(`${url.href} is an address of this machine or its network, which is not asked`)
  }

  async #collect(place: string, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
    const chunks: Uint8Array[] = []
    try {
      for await (const piece of pieces) {
        this.#bytes += piece.length
        if (this.#bytes > BOUNDS.bytes)
          throw new DocumentError(
            `it has more than ${BOUNDS.bytes / 1024 / 1024} MiB with all that it refers to`,
          )
        chunks.push(piece)
      }
    } catch (error) {
      if (error instanceof DocumentError) throw error
      throw new DocumentError(`${place} cannot be read: ${(error as Error).message}`)
    }
    return Buffer.concat(chunks)
  }
}

function fileOf(place: string): string {
  return place.startsWith('file:') ? fileURLToPath(place) : decodeURIComponent(place)
}

/** Throws for a document that is small in its file and large in the memory: aliases of YAML that stand for each other. */
export function checkSize(document: unknown): void {
  const open: [value: unknown, depth: number][] = [[document, 0]]
  for (let count = 0; open.length > 0; count++) {
    const [value, depth] = open.pop() as [unknown, number]
    if (count > VALUES) throw new DocumentError(`it has more than ${VALUES} values, its aliases written out`)
    if (depth > DEPTH) throw new DocumentError(`it nests deeper than ${DEPTH} levels`)
    if (typeof value !== 'object' || value === null) continue
    for (const one of Object.values(value)) open.push([one, depth + 1])
  }
}

/** Parses media types strictly, into one canonical form. Parsers and serializers are chosen by it. */

/** A parsed media type; `essence` is its type and subtype in lower case. */
export interface MediaType {
  readonly essence: string
  readonly parameters: ReadonlyMap<string, string>
  /** essence and parameters as text: the names in lower case and sorted, no spaces */
  readonly canonical: string
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9a-z-]+$/
const QUOTED = /^"((?:[\t\x20\x21\x23-\x5b\x5d-\x7e\x80-\xff]|\\[\t\x20-\x7e\x80-\xff])*)"$/
/** Longer headers are refused before they are parsed: no real media type is longer. */
const LONGEST = 512
/** The limit of the cache: its keys come from clients. */
const MOST_KNOWN = 200

const known = new Map<string, MediaType | null>()

/** The canonical media type of a `content-type` header; null when it is malformed. */
export function parseMediaType(header: string): MediaType | null {
  if (header.length > LONGEST) return null
  const seen = known.get(header)
  if (seen !== undefined) return seen
  if (known.size >= MOST_KNOWN) known.clear()
  const parsed = read(header)
  known.set(header, parsed)
  return parsed
}

function read(header: string): MediaType | null {
  const pieces = split(header)
  const essence = pieces[0]!.trim().toLowerCase()
  const slash = essence.indexOf('/')
  if (slash < 1 || !TOKEN.test(essence.slice(0, slash)) || !TOKEN.test(essence.slice(slash + 1))) return null
  const parameters = new Map<string, string>()
  for (const piece of pieces.slice(1)) {
    const text = piece.trim()
    if (text === '') continue // `a/b;` and `a/b; ;c=d` are common and harmless
    const equals = text.indexOf('=')
    const name = text.slice(0, equals).toLowerCase()
    if (equals < 1 || !TOKEN.test(name) || parameters.has(name)) return null
    const value = parameterValue(text.slice(equals + 1))
    if (value === null) return null
    parameters.set(name, name === 'charset' ? value.toLowerCase() : value)
  }
  const written = [...parameters]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `;${name}=${value}`)
  return { essence, parameters, canonical: essence + written.join('') }
}

// Splits at semicolons outside of quotes.
function split(header: string): string[] {
  if (!header.includes('"')) return header.split(';')
  const pieces: string[] = []
  let piece = ''
  let quoted = false
  for (let at = 0; at < header.length; at++) {
    const char = header[at]!
    if (quoted && char === '\\') piece += char + header.charAt(++at)
    else if (char === ';' && !quoted) {
      pieces.push(piece)
      piece = ''
    } else {
      if (char === '"') quoted = !quoted
      piece += char
    }
  }
  pieces.push(piece)
  return pieces
}

function parameterValue(text: string): string | null {
  if (TOKEN.test(text.toLowerCase())) return text
  const quoted = QUOTED.exec(text)
  return quoted === null ? null : quoted[1]!.replace(/\\(.)/g, '$1')
}

/** What a map of media types and ranges has for a type: the more exact one wins (RFC 9110, 12.5.1). */
export function ofType<T>(map: ReadonlyMap<string, T>, essence: string): T | undefined {
  return map.get(essence) ?? map.get(`${essence.slice(0, essence.indexOf('/'))}/*`) ?? map.get('*/*')
}

/** Whether a key of a map can match a type: a media type, or a range of them. */
export function canMatch(key: string): boolean {
  const essence = parseMediaType(key)?.essence
  return essence !== undefined && (essence === '*/*' || /^[^*]+\/(?:\*|[^*]+)$/.test(essence))
}

/** The essence of a content type that the application has set, which may be malformed. */
export function essenceOf(header: unknown): string {
  const text = String(header)
  return parseMediaType(text)?.essence ?? text.split(';')[0]!.trim().toLowerCase()
}

/** Groups in the patterns of parameters. The library reads one value for each parameter from the groups of its segment. */

/** What refers to a group, which then has to stay one. */
const REFERENCE = /\\(?:[1-9]|k<)/

/** Whether a segment with several parameters has a pattern that cannot be without its groups. */
export function hasReference(url: string): boolean {
  return segmentsOf(url).some(
    ({ patterns, params }) =>
      params > 1 &&
      patterns.some(({ from, to }) => REFERENCE.test(url.slice(from, to)) && captures(url, from, to)),
  )
}

/** The path with groups that capture nothing, where values of other parameters would shift: `:a(^(x)?)-:b` is `:a(^(?:x)?)-:b`. */
export function withoutGroups(url: string): string {
  if (!url.includes('(')) return url
  let text = ''
  let done = 0
  for (const { patterns, params } of segmentsOf(url)) {
    if (params < 2) continue
    for (const { from, to } of patterns) {
      text += url.slice(done, from) + uncaptured(url.slice(from, to))
      done = to
    }
  }
  return text + url.slice(done)
}

interface Segment {
  params: number
  /** where each pattern begins behind its parenthesis, and where the closing one is */
  readonly patterns: { from: number; to: number }[]
}

function segmentsOf(url: string): Segment[] {
  let segment: Segment = { params: 0, patterns: [] }
  const segments = [segment]
  for (let at = 0; at < url.length; at++) {
    const sign = url[at]
    if (sign === '/') {
      segment = { params: 0, patterns: [] }
      segments.push(segment)
    } else if (sign === ':' && url[at + 1] === ':')
      at++ // a colon that is text
    else if (sign === ':') segment.params++
    else if (sign === '(' && segment.params > 0) {
      const end = closing(url, at)
      segment.patterns.push({ from: at + 1, to: end })
      at = end
    }
  }
  return segments
}

/** As the library finds it: it does not know classes. */
function closing(url: string, open: number): number {
  let depth = 0
  for (let at = open; at < url.length; at++) {
    if (url[at] === '\\') at++
    else if (url[at] === '(') depth++
    else if (url[at] === ')' && --depth === 0) return at
  }
  return url.length // the library refuses it
}

const captures = (url: string, from: number, to: number): boolean =>
  uncaptured(url.slice(from, to)) !== url.slice(from, to)

/** An escape, a class, a group that captures by its name or its place: in this order. */
const PARTS = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?<(?![=!])[^>]*>|\((?!\?)/g

function uncaptured(pattern: string): string {
  return pattern.replace(PARTS, (part) => (part[0] === '(' ? '(?:' : part))
}

/** The path of a route as templates of OpenAPI: `/users/:id` is `/users/{id}`. */

/** Fixed text, or the name of a parameter as the route declares it. */
export type Piece = string | { readonly param: string }

export interface Template {
  readonly pieces: readonly Piece[]
}

export const WILDCARD = '*'
/** As the router finds an optional parameter, which is the last. */
const OPTIONAL = /(\/:[^/()]*?)\?(\/?)$/

/** One template, or two for a path whose last parameter is optional: the shorter one comes first. */
export function templatesOf(url: string): Template[] {
  if (!OPTIONAL.test(url)) return [{ pieces: piecesOf(url) }]
  const short = url.replace(OPTIONAL, '$2') || '/'
  return [short, url.replace(OPTIONAL, '$1$2')].map((one) => ({ pieces: piecesOf(one) }))
}

function piecesOf(url: string): Piece[] {
  const pieces: Piece[] = []
  let text = url.startsWith('/') ? '' : '/' // the route '*'
  const push = (param: string): void => {
    if (text !== '') pieces.push(text)
    pieces.push({ param })
    text = ''
  }
  let at = 0
  while (at < url.length) {
    const char = url[at]!
    if (char === ':' && url[at + 1] === ':') {
      text += ':'
      at += 2
    } else if (char === ':') {
      const end = endOfName(url, at + 1)
      push(url.slice(at + 1, end))
      at = url[end] === '(' ? endOfPattern(url, end) : end
    } else if (char === '*') {
      push(WILDCARD)
      at++
    } else {
      text += escaped(char)
      at++
    }
  }
  if (text !== '' || pieces.length === 0) pieces.push(text || '/')
  return pieces
}

/** Braces would be parameters of the template, and the others end a path. */
const escaped = (char: string): string => (/[{}?#]/.test(char) ? encodeURIComponent(char) : char)

function endOfName(url: string, from: number): number {
  const length = url.slice(from).search(/[-./(]/)
  return length < 0 ? url.length : from + length
}

/** The index after the parenthesis that closes the one at `from`. */
function endOfPattern(url: string, from: number): number {
  let open = 0
  for (let at = from; at < url.length; at++) {
    if (url[at] === '\\') at++
    else if (url[at] === '(') open++
    else if (url[at] === ')' && --open === 0) return at + 1
  }
  return url.length
}

/** Equal for templates that OpenAPI takes for the same path: names of parameters make no difference. */
export function shapeOf({ pieces }: Template): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : '{}')).join('')
}

/** The parameters in their order, each with the name that it has in the document. */
export function namesOf({ pieces }: Template): { readonly param: string; readonly name: string }[] {
  const taken = new Set<string>()
  return pieces.flatMap((piece) => {
    if (typeof piece === 'string') return []
    const wanted = piece.param === WILDCARD ? 'wildcard' : piece.param.replace(/[{}/]/g, '_') || 'parameter'
    let name = wanted
    for (let count = 2; taken.has(name); count++) name = `${wanted}_${count}`
    taken.add(name)
    return [{ param: piece.param, name }]
  })
}

/** The path with these names for its parameters. */
export function pathOf({ pieces }: Template, names: readonly string[]): string {
  let at = 0
  return pieces.map((piece) => (typeof piece === 'string' ? piece : `{${names[at++]}}`)).join('')
}

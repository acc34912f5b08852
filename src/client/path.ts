/** A declared path with the values of a call in place of its parameters. */

/** An optional parameter, which is the last of its path. */
const OPTIONAL = /\/:([^/()]*?)\?(\/?)$/

export type Values = { readonly [name: string]: unknown }

/**
 * @throws TypeError which names the path and the parameter, where a parameter has no value, and for a step `.` or `..`: a URL cannot have
 * one, since `fetch` would take it, encoded or not, as the way to another path
 */
export function fillPath(path: string, values: Values = {}): string {
  const filled = filledWith(path, values)
  const step = filled.split('/').find((one) => one === '.' || one === '..')
  if (step === undefined) return filled
  throw new TypeError(`A parameter of ${path} makes the step '${step}': no URL can have it`)
}

function filledWith(path: string, values: Values): string {
  const [, last, slash = ''] = OPTIONAL.exec(path) ?? []
  if (last === undefined) return fill(path, values, path)
  const start = path.replace(OPTIONAL, '')
  const end = values[last] === undefined ? slash : `/${textOf(path, last, values)}${slash}`
  return fill(start, values, path) + end || '/'
}

function fill(piece: string, values: Values, path: string): string {
  let text = ''
  for (let at = 0; at < piece.length; ) {
    const char = piece[at]!
    if (char === '*') {
      text += String(givenOf(path, '*', values))
        .split('/')
        .map(encodeURIComponent)
        .join('/')
      at++
    } else if (char !== ':') {
      text += char
      at++
    } else if (piece[at + 1] === ':') {
      text += ':'
      at += 2
    } else {
      const end = endOfName(piece, at + 1)
      text += textOf(path, piece.slice(at + 1, end), values)
      at = piece[end] === '(' ? endOfPattern(piece, end) : end
    }
  }
  return text.startsWith('/') ? text : `/${text}`
}

const textOf = (path: string, name: string, values: Values): string =>
  encodeURIComponent(String(givenOf(path, name, values)))

function givenOf(path: string, name: string, values: Values): unknown {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  const isValue = ['string', 'number', 'bigint', 'boolean'].includes(typeof value)
  if (isValue && value !== '') return value
  if (value === '' && name === '*') return value
  const given = value === '' ? 'an empty text' : value === null ? 'null' : typeof value
  throw new TypeError(`The parameter '${name}' of ${path} is ${given}: right would be a text or a number`)
}

function endOfName(path: string, from: number): number {
  const length = path.slice(from).search(/[-./(*]/)
  return length < 0 ? path.length : from + length
}

/** The index after the parenthesis that closes the one at `from`. */
function endOfPattern(path: string, from: number): number {
  let open = 0
  for (let at = from; at < path.length; at++) {
    if (path[at] === '\\') at++
    else if (path[at] === '(') open++
    else if (path[at] === ')' && --open === 0) return at + 1
  }
  return path.length
}

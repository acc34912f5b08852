// Makes any text harmless: for terminals and lines, and for XML and HTML.

const JSON_ESCAPES: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Spells out control characters, line ends, lone surrogates, and characters that change the direction of text. */
export function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069\ufffe\uffff]/gu,
    (character) =>
      JSON_ESCAPES[character] ?? `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )
}

/** The colours that the tools use, in lines of their own text. */
const OWN_COLORS = new RegExp(`(${String.fromCharCode(27)}\\[(?:0|1|2|22|31|32|33|34|36|39)m)`)

/**
 * For a terminal: lines and tabs stay, and with `color` the colours of the tools. Every other control character is spelled out. Names,
 * messages and answers come from adapters, servers and documents, and could move the cursor or write to the clipboard.
 */
export function forTerminal(text: string, color: boolean): string {
  const pieces = color ? text.split(OWN_COLORS) : [text]
  return pieces.map((piece, at) => (at % 2 === 1 ? piece : piece.replace(/[^\n\t]+/g, visible))).join('')
}

/** A message of several lines within a list: its other lines are set in, so that none is taken for a line of the tools. */
export function setIn(text: string, by = '    '): string {
  return text.replace(/\r?\n/g, `\n${by}`)
}

/** JSON without a control character outside of its line ends: those of texts are escaped, and the value is the same. */
export function toJson(value: unknown, indent?: number): string {
  return forTerminal(JSON.stringify(value, null, indent), false)
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** For content and quoted attributes of XML and HTML. Line ends stay; what XML 1.0 cannot hold is spelled out. */
export function escapeMarkup(text: string): string {
  return text
    .split('\n')
    .map((line) => visible(line).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character))
    .join('\n')
}

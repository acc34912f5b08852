/** Reads a documentation comment: its text and its tags. */

export interface Documentation {
  /** Markdown; empty where nothing is said. */
  text: string
  /** What holds where a member is left out. */
  default: string | null
  /** Codes of errors with what leads to them. */
  throws: string[]
  /** The reason, where the member is kept for old code only. */
  deprecated: string | null
  /** Code, without its fence. */
  example: string | null
  /** The member whose example shows this one too: `get`, or `Options.logger` of another interface. */
  see: string | null
}

/** The content of a block comment, from its second star on. */
export function readComment(comment: string): Documentation {
  const text = comment.replace(/^\*/, '').replace(/^[ \t]*\* ?/gm, '')
  const [first = '', ...tagged] = text.split(/^\s*@(?=[a-z-]+)|\s@(?=(?:default|throws|see)\b)/m)
  const found: Documentation = {
    text: first.trim(),
    default: null,
    throws: [],
    deprecated: null,
    example: null,
    see: null,
  }
  for (const tag of tagged) {
    const [, name, rest] = /^([a-z-]+)\s*(.*)$/s.exec(tag)!
    const content = rest!.trim()
    if (name === 'default') found.default = content
    else if (name === 'throws') found.throws.push(content)
    else if (name === 'deprecated') found.deprecated = content
    else if (name === 'see') found.see = content.replaceAll('`', '')
    else if (name === 'example') found.example = content.replace(/^```ts\n|\n?```$/g, '')
  }
  return found
}

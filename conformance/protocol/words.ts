// Splits a command line into its words: spaces separate them, quotes and backslashes keep them together. No shell is used.

/** The words; throws an Error that names the place where a quote is not closed. */
export function wordsOf(line: string): string[] {
  const words: string[] = []
  let word: string | null = null
  let quote = ''
  let opened = 0
  for (let at = 0; at < line.length; at++) {
    const char = line[at] as string
    const escaped = char === '\\' && quote !== "'" && escapes(line[at + 1], quote)
    if (escaped) {
      word = (word ?? '') + line[++at]
    } else if (quote !== '') {
      if (char === quote) quote = ''
      else word += char
    } else if (char === '"' || char === "'") {
      quote = char
      opened = at
      word ??= ''
    } else if (/\s/.test(char)) {
      if (word !== null) words.push(word)
      word = null
    } else {
      word = (word ?? '') + char
    }
  }
  if (quote !== '') throw new Error(`the quote ${quote} at character ${opened + 1} is not closed`)
  if (word !== null) words.push(word)
  return words
}

/** A backslash stands for itself but before what it has to protect, so that paths of Windows stay what they are. */
function escapes(next: string | undefined, quote: string): boolean {
  if (next === undefined) return false
  return quote === '"' ? next === '"' || next === '\\' : /[\s"'\\]/.test(next)
}

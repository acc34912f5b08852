// Texts as words of a shell. What people copy and paste may come from a report or a case of somebody else.

/** One word that stands for exactly this text, quoted where it has to be. */
export function shellWord(text: string): string {
  return /^[\w@./:-]+$/.test(text) ? text : quoted(text)
}

/** The same, always quoted. Control characters are escapes, since a terminal would act on them while they are pasted. */
export function quoted(text: string): string {
  if (!/[\p{Cc}]/u.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`
  const escaped = text
    .replace(/[\\']/g, '\\$&')
    .replace(/\p{Cc}/gu, (one) =>
      [...new TextEncoder().encode(one)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join(''),
    )
  return `$'${escaped}'`
}

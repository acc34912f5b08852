/** Patterns of the application that judge each text alike. */

/**
 * The pattern without the flags g and y: with them it keeps its `lastIndex`, and does not match a second equal text. One with y matches at
 * the beginning of a text only, which `^` would not say beside the flag m.
 */
export function stateless(pattern: RegExp): RegExp {
  const source = pattern.sticky ? `(?<![^])(?:${pattern.source})` : pattern.source
  return new RegExp(source, pattern.flags.replace(/[gy]/g, ''))
}

// Texts in Markdown that comes from no one: nothing in them is a link, a mention or HTML.

import { visible } from './escape.ts'

const LONGEST = 400

/** As inline code, so that nothing in it is a link, a mention or HTML; the fence is longer than any run of backticks in it. */
export function code(text: string): string {
  const shown = visible(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
  const runs = [...shown.matchAll(/`+/g)].map((run) => run[0].length)
  const fence = '`'.repeat(Math.max(0, ...runs) + 1)
  return fence.length === 1 ? `\`${shown}\`` : `${fence} ${shown} ${fence}`
}

/** Replaces characters with a meaning in Markdown or HTML by entities, and `@`, which would mention people. */
export function escapeMarkdown(text: string): string {
  return visible(text).replace(/[\\`*_{}[\]()<>#+!|~&@]/g, (mark) => `&#${mark.charCodeAt(0)};`)
}

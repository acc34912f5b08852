// What a program wrote to stderr as it ended, in one line.

/** Where a line names what went wrong. */
const TELLING = /(?:error|exception|panic|fatal)\b.*:/i
const LONGEST = 200

/** The first line and the last, and between them those that name an error: some languages say what is wrong above the stack, and some below it. */
export function gistOf(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\w/.test(line))
  const told = lines.map((line, at) => ({ line, at })).filter(({ line }) => TELLING.test(line))
  const places = [0, told.at(0)?.at, told.at(-1)?.at, lines.length - 1]
  const chosen = [...new Set(places.filter((at) => at !== undefined && at >= 0))].sort(
    (a, b) => (a ?? 0) - (b ?? 0),
  )
  return chosen.map((at) => short(lines[at ?? 0] ?? '')).join(' … ')
}

function short(line: string): string {
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}

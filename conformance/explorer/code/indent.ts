// Sets in what stands between brackets, so that generated code can be read; strings are left as they are.

export function indent(code: string): string {
  let depth = 0
  const lines = code.split('\n').map((line) => {
    const text = line.trim()
    const { opened, closedFirst } = bracketsOf(text)
    const at = Math.max(0, depth - closedFirst)
    depth = Math.max(0, depth + opened)
    return text === '' ? '' : '  '.repeat(at) + text
  })
  return lines.join('\n')
}

/** How many brackets stay open after a line, and how many of those before it are closed at its beginning. */
function bracketsOf(line: string): { opened: number; closedFirst: number } {
  let opened = 0
  let lowest = 0
  if (line.startsWith('//')) return { opened: 0, closedFirst: 0 }
  for (let at = 0; at < line.length; at++) {
    const character = line[at] as string
    if (character === "'") {
      at++
      while (at < line.length && line[at] !== "'") at += line[at] === '\\' ? 2 : 1
    } else if ('([{'.includes(character)) opened++
    else if (')]}'.includes(character)) lowest = Math.min(lowest, --opened)
  }
  // Several brackets that open on one line close on one line: they set in once.
  return { opened: Math.sign(opened), closedFirst: lowest < 0 ? 1 : 0 }
}

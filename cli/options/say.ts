// What commands print: names, messages and answers come from adapters, servers and documents, and are shown as text.

import { showsColors } from '../../conformance/markup/colors.ts'
import { forTerminal } from '../../conformance/markup/escape.ts'

/** Prints a text without control characters other than line ends, tabs and the colours of the tools. */
export function say(text: string, to: NodeJS.WriteStream = process.stdout): void {
  to.write(forTerminal(text, showsColors(to)))
}

/** The same, on stderr. */
export function complain(text: string): void {
  say(text, process.stderr)
}

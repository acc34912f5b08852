/** Reads `programs.md`: the packages by heading, and the program below it. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A program that registers one package, and what is installed for it. */
export interface PluginProgram {
  /** The name of the package. */
  name: string
  /** The exact versions by name: of the package, and of those that its program imports beside it. */
  installs: Readonly<Record<string, string>>
  /** The text after the line that imports the framework. */
  code: string
}

const FILE = fileURLToPath(new URL('../../../cli/published-types/programs.md', import.meta.url))

/** Every program, in the order of the file. */
export function readPrograms(markdown: string = readFileSync(FILE, 'utf8')): PluginProgram[] {
  const sections = markdown.split(/^## /m).slice(1)
  return sections.map((section) => {
    const heading = section.slice(0, section.indexOf('\n'))
    const words = heading.trim().split(' ')
    const code = /```ts\n(.*?)```/s.exec(section)?.[1]
    if (code === undefined) throw new Error(`programs.md: no \`\`\`ts block under "${heading}"`)
    if (words.length % 2 === 1)
      throw new Error(`programs.md: name and version do not alternate in "${heading}"`)
    if (!code.includes('@ts-expect-error')) throw new Error(`programs.md: ${words[0]} has no wrong use`)
    const installs = Object.fromEntries(
      words.flatMap((word, i) => (i % 2 === 0 ? [[word, words[i + 1]!] as const] : [])),
    )
    return { name: words[0]!, installs, code }
  })
}

/** What a package contains: the links of its documents. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** What `npm pack --json` says of a package. */
export interface Packed {
  filename: string
  unpackedSize: number
  files: { path: string; size: number }[]
}

/** The relative links of the Markdown files of a folder that lead to no file of it. */
export function checkLinks(folder: string): string[] {
  const documents = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => join(folder, name))
  return documents.flatMap((document) =>
    linksOf(readFileSync(document, 'utf8'))
      .filter((link) => !existsSync(join(dirname(document), link)))
      .map((link) => `${relative(folder, document)}: ${link}`),
  )
}

/** The relative links and pictures of a Markdown text, without their anchors. Code is left out. */
function linksOf(text: string): string[] {
  const prose = text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1]!.replace(/#.*$/, ''))
    .filter((link) => link !== '' && !/^[a-z]+:/.test(link))
}

/** What a package contains: the links of its documents. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** What `npm pack --json` says of a package. */
export interface Packed {
  filename: string
  unpackedSize: number
  files: { path: string; size: number }[]
}

/** The relative links of the Markdown files of a folder, or of these parts of it, that lead to no file. */
export function checkLinks(folder: string, parts = readdirSync(folder)): string[] {
  return parts
    .flatMap((part) => documentsIn(join(folder, part)))
    .flatMap((document) =>
      linksOf(readFileSync(document, 'utf8'))
        .filter((link) => !existsSync(join(dirname(document), link)))
        .map((link) => `${relative(folder, document)}: ${link}`),
    )
}

function documentsIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return path.endsWith('.md') ? [path] : []
  const hidden = (name: string) => name.startsWith('.') || name === 'node_modules'
  return readdirSync(path).flatMap((name) => (hidden(name) ? [] : documentsIn(join(path, name))))
}

/** The relative links and pictures of a Markdown text, without their anchors. Code is left out. */
function linksOf(text: string): string[] {
  const prose = text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1]!.replace(/#.*$/, ''))
    .filter((link) => link !== '' && !/^[a-z]+:/.test(link))
}

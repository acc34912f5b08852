/** What the documents of a package lead to: their links, and the files that they name. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** What `npm pack --json` says of a package. */
export interface Packed {
  filename: string
  unpackedSize: number
  files: { path: string; size: number }[]
}

/** The relative links of the Markdown files of a folder, or of these parts of it, that lead to no file or to no heading. */
export function checkLinks(folder: string, parts = readdirSync(folder)): string[] {
  return parts
    .flatMap((part) => documentsIn(join(folder, part)))
    .flatMap((document) =>
      linksOf(readFileSync(document, 'utf8'))
        .filter((link) => !leads(document, link))
        .map((link) => `${relative(folder, document)}: ${link}`),
    )
}

/** The folders of the repository. */
const FOLDERS =
  'against|bench|cli|conformance|coverage|docs|ecosystem|examples|fuzz|promises|property-tests|spec|src'
const NAMED = new RegExp(`(?<![\\w./{-])(?:${FOLDERS})/[\\w./-]*\\w(?:/|\\.\\w+)`, 'g')

/**
 * The files and folders that the Markdown files of a package name and that are not in it. A sentence that says "repository" or
 * "checkout" speaks of files that a reader does not have.
 */
export function checkNamed(folder: string): string[] {
  return documentsIn(folder)
    .filter((document) => !document.endsWith('CHANGELOG.md'))
    .flatMap((document) =>
      sentencesOf(readFileSync(document, 'utf8'))
        .filter((sentence) => !/repository|checkout/.test(sentence))
        .flatMap((sentence) => [...sentence.matchAll(NAMED)].map(([path]) => path))
        .filter((path) => !existsSync(join(folder, path)))
        .map((path) => `${relative(folder, document)}: ${path}`),
    )
}

/** In code and in tables, each line is one. */
function sentencesOf(text: string): string[] {
  return text
    .split(/\n\n+/)
    .flatMap((block) => (/^( {4}|\||```)/.test(block) ? block.split('\n') : block.split(/[.:;]\s/)))
}

function documentsIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return path.endsWith('.md') ? [path] : []
  const hidden = (name: string) => name.startsWith('.') || name === 'node_modules'
  return readdirSync(path).flatMap((name) => (hidden(name) ? [] : documentsIn(join(path, name))))
}

/** The relative links and pictures of a Markdown text. Code is left out. */
function linksOf(text: string): string[] {
  const prose = withoutBlocks(text).replace(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1]!)
    .filter((link) => !/^[a-z]+:/.test(link))
}

function withoutBlocks(text: string): string {
  return text.replace(/^```.*?^```/gms, '')
}

function leads(document: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const file = path === '' ? document : join(dirname(document), path)
  if (!existsSync(file)) return false
  return anchor === undefined || !file.endsWith('.md') || anchorsOf(file).includes(anchor)
}

/** The anchors of the headings of a document, as GitHub makes them. */
function anchorsOf(file: string): string[] {
  const headings = withoutBlocks(readFileSync(file, 'utf8')).matchAll(/^#{1,6} (.+)$/gm)
  return [...headings].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

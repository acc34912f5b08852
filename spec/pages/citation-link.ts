// Where a rule is stated, as a text and a link: a section of a page of `spec/`, or of a public document.

import { readFileSync } from 'node:fs'
import { specificationFolder } from '../load.ts'
import type { Citation } from '../rule.ts'

/** A public document that rules cite. */
export interface PublicDocument {
  name: string
  url: string
  /** Its file below `node_modules`, where a package that the tests install has it: its sections are the headings. */
  file?: string
  /** Its sections and what each adds to the url, where no file has them. */
  sections?: { [section: string]: string }
}

/** The pages of `spec/` that rules cite, and the name that the citations use. */
export const OWN_PAGES: Record<string, string> = {
  'The service': 'service.md',
  Decisions: 'decisions.md',
  'Security rules': 'security.md',
}

export function readDocuments(): PublicDocument[] {
  const text = readFileSync(`${specificationFolder()}documents.json`, 'utf8')
  return (JSON.parse(text) as { documents: PublicDocument[] }).documents
}

let known: Map<string, PublicDocument> | undefined

/** The link starts with the name of a file of `spec/`, or with https. */
export function citationLink({ document, section }: Citation): { text: string; link: string } {
  const text = `${document}: ${section}`
  const own = OWN_PAGES[document]
  if (own !== undefined) return { text, link: `${own}#${slugOf(section)}` }
  known ??= new Map(readDocuments().map((one) => [one.name, one]))
  const found = known.get(document)
  if (found === undefined) throw new RangeError(`spec/documents.json has no ${document}`)
  return { text, link: found.url + anchorOf(found, section) }
}

function anchorOf(document: PublicDocument, section: string): string {
  return document.file === undefined ? (document.sections?.[section] ?? '') : `#${slugOf(section)}`
}

/** The anchor that GitHub and VitePress give to a heading. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}

/** The headings of a Markdown text, without those in code blocks. */
export function headingsOf(markdown: string): string[] {
  const text = markdown.replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
  return [...text.matchAll(/^#{1,6}\s+(.+?)\s*$/gm)].map(([, heading = '']) => heading.replace(/`/g, ''))
}

/** The pages of the site as Markdown in `dist/docs/`: what `docs/` holds, documents from elsewhere, and what is generated. */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeFolder, writeFile } from '../../spec/write-file.ts'

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
export const STAGE = join(ROOT, 'dist/docs')

/** Documents from outside of `docs/`, by their place in the site. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'CHANGELOG.md': 'project/changelog.md',
  'CONTRIBUTING.md': 'project/contributing.md',
  'ARCHITECTURE.md': 'project/architecture.md',
  'conformance/ADAPTERS.md': 'tools/adapters.md',
}

/** The place in the site of every document of the repository that the site shows. */
function places(): Map<string, string> {
  const own = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md') && !name.startsWith('.') && !name.startsWith('specification/'))
    .map((name) => [`docs/${name}`, name] as const)
  return new Map([...own, ...Object.entries(ELSEWHERE), ['docs/.vitepress/home.md', 'index.md']])
}

/** Copies the pages and corrects their links. Throws for a link that leads out of the site. */
export function stagePages(): void {
  rmSync(STAGE, { recursive: true, force: true })
  const all = places()
  for (const [source, place] of all) {
    const text = readFileSync(join(ROOT, source), 'utf8')
    writePage(
      place,
      text.replace(/(\]\()([^)\s]+)(\))/g, (whole, open: string, link: string, close: string) =>
        /^([a-z]+:|[#/])/.test(link) ? whole : `${open}${moved(link, source, place, all)}${close}`,
      ),
    )
  }
  cpSync(join(ROOT, 'docs/pictures'), join(STAGE, 'public/pictures'), { recursive: true })
  writePage('examples.md', examplesPage())
}

/** A link of a document as it has to be in the site. */
function moved(link: string, source: string, place: string, all: ReadonlyMap<string, string>): string {
  const [path = '', anchor] = link.split('#')
  const target = posix.join(posix.dirname(source), path)
  const hash = anchor === undefined ? '' : `#${anchor}`
  if (target.startsWith('docs/pictures/')) return target.slice('docs'.length)
  if (target.startsWith('examples/')) {
    const example = target === 'examples/' ? '' : `#${basename(target, '.ts')}`
    return posix.relative(posix.dirname(place), 'examples.md') + example
  }
  const found = all.get(target)
  if (target === 'spec/FORMAT.md')
    return posix.relative(posix.dirname(place), 'specification/format.md') + hash
  if (found === undefined || !existsSync(join(ROOT, target)))
    throw new Error(`${source} links to ${link}, which is not a page of the site`)
  return posix.relative(posix.dirname(place), found) + hash
}

/** One page with every example, its first comment as the text. */
function examplesPage(): string {
  const files = readdirSync(join(ROOT, 'examples')).filter(
    (name) => name.endsWith('.ts') && !name.includes('.test.'),
  )
  const sections = files.map((name) => {
    const code = readFileSync(join(ROOT, 'examples', name), 'utf8')
    return `## ${basename(name, '.ts')}\n\n\`examples/${name}\`\n\n\`\`\`ts\n${code.trimEnd()}\n\`\`\`\n`
  })
  return `# Examples\n\nThe tests run each of these files.\n\n${sections.join('\n')}`
}

export function writePage(place: string, text: string): void {
  const file = join(STAGE, place)
  makeFolder(dirname(file))
  writeFile(file, text)
}

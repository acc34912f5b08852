/** The page of the fixtures: what each is about, and its contexts as a picture. */
import { join } from 'node:path'
import { type Fixture, loadFixtures } from '../../conformance/profile/fixtures.ts'
import { countOf } from '../../conformance/profile/pages/page.ts'
import { pictureOf } from '../../conformance/profile/pages/picture.ts'
import { makeFolder, writeFile } from '../../spec/write-file.ts'

const PICTURES = '/pictures/fixtures'

/** Writes the pictures below the folder of the public files, and returns the page as Markdown. */
export function fixturesPage(publicFolder: string): string {
  const fixtures = loadFixtures()
  makeFolder(join(publicFolder, PICTURES))
  for (const one of fixtures) writeFile(join(publicFolder, PICTURES, `${one.name}.svg`), pictureOf(one))
  return `# Fixtures

The applications that are asked over HTTP alone, one after the other. A box is a context: what is declared in it holds in it and in the
boxes inside it. \`touchstone fixtures show NAME\` prints the page of a fixture, with each context in words and all that is asked of it;
the guide is [Fixtures](../tools/fixtures.md).

${fixtures.map(section).join('\n')}`
}

function section(fixture: Fixture): string {
  const { name, title, parts } = fixture
  return `## ${name}

${title}. ${parts.length} contexts, ${countOf(fixture)} assertions.

![The contexts of ${name}](${PICTURES}/${name}.svg)
`
}

/** `npm run docs:site`: the documentation as a site, in `dist/site/`. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'vitepress'
import { writeSpecificationPages } from '../../spec/pages/write-pages.ts'
import { writeFile } from '../../spec/write-file.ts'
import { ROOT, STAGE, stagePages } from './stage.ts'
import { differencesPage } from './write-differences.ts'
import { endsPage } from './write-ends.ts'
import { fixturesPage } from './write-fixtures.ts'
import { functionsPage } from './write-functions.ts'
import { promisesPage } from './write-promises.ts'
import { writeReference } from './write-reference.ts'

/** Puts the explorer of a run beside the pages: the one that is given, else that of a run on four implementations. */
function addExplorer(report: string | undefined): void {
  const page = join(STAGE, 'public/explorer.html')
  if (report !== undefined) {
    writeFile(page, readFileSync(report))
    return
  }
  const names = ['touchstone', 'fastify-4.17', 'fastify-4.29', 'fastify-5']
  const chosen = names.flatMap((name) => ['--implementation', name])
  const args = [join(ROOT, 'dist/cli/touchstone.js'), 'conform', ...chosen, '--report', `html=${page}`]
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
  // 1: something is not as expected. The page shows it.
  if (status !== 0 && status !== 1) throw new Error(`touchstone conform ended with ${status}`)
}

/** The pages of the specification. Where the headings below the title begin at the third level, they move up by one. */
function writeSpecification(): void {
  const folder = join(STAGE, 'specification')
  for (const name of writeSpecificationPages(folder)) {
    const text = readFileSync(join(folder, name), 'utf8')
    if (!/^## /m.test(text)) writeFile(join(folder, name), text.replace(/^### /gm, '## '))
  }
  writeFile(join(folder, 'differences.md'), differencesPage())
  writeFile(join(folder, 'ends.md'), endsPage())
  writeFile(join(folder, 'functions.md'), functionsPage())
  writeFile(join(folder, 'promises.md'), promisesPage())
  writeFile(join(folder, 'fixtures.md'), fixturesPage(join(STAGE, 'public')))
}

/** The page of `--explorer`, which exists. Ends the process where it does not. */
function explorerPage(): string | undefined {
  try {
    const { explorer } = parseArgs({ options: { explorer: { type: 'string' } } }).values
    if (explorer !== undefined) accessSync(explorer, constants.R_OK)
    return explorer
  } catch (error) {
    process.stderr.write(
      `${(error as Error).message}\n\nnpm run docs:site -- [--explorer FILE]   FILE is a page that "touchstone conform --report html=FILE" wrote\n`,
    )
    process.exit(3)
  }
}

const explorer = explorerPage()
stagePages()
writeReference()
writeSpecification()
addExplorer(explorer)
await build(join(ROOT, 'docs'))

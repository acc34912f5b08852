/** `npm run docs:history`: writes the picture and the findings of `docs/project/history.md`, from a history where one is named. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { History } from '../../../conformance/report/history/history.ts'
import { writeFile } from '../../../spec/write-file.ts'
import { between } from '../docs.ts'
import { findingsText } from './document.ts'
import { type Finding, idle } from './findings.ts'
import { pictureOf } from './picture.ts'
import { type Stored, storedOf, textOf } from './stored.ts'

const docs = (path: string): string => fileURLToPath(new URL(`../../../../docs/${path}`, import.meta.url))
const DATA = docs('project/history.json')
const FINDINGS = docs('project/history-findings.json')
export const PAGE = docs('project/history.md')
export const PICTURE = docs('pictures/history.svg')
const MARKS = ['<!-- findings -->\n', '<!-- end of findings -->\n'] as const

export function readStored(): { stored: Stored; findings: Finding[] } {
  const [stored, findings] = [DATA, FINDINGS].map((file) => JSON.parse(readFileSync(file, 'utf8')))
  return { stored: stored as Stored, findings: findings as Finding[] }
}

/** The page as it has to be. */
export function pageOf(page: string, stored: Stored, findings: Finding[]): string {
  return between(page, ...MARKS, `${findingsText(stored, findings)}\n`)
}

/** Throws an error that names the file and what writes one, whatever is wrong with it. */
function readHistory(file: string): History {
  let why = 'its format is another one'
  try {
    const history = JSON.parse(readFileSync(file, 'utf8')) as History
    if (history.format === 1 && history.areas !== undefined) return history
  } catch (error) {
    why = (error as Error).message
  }
  throw new Error(
    `${file} is no history (${why}): touchstone history npm:fastify@4.0.0..5.12 --json FILE writes one`,
  )
}

function main([file, ...others]: string[]): number {
  if (others.length > 0) {
    process.stderr.write('name one file that touchstone history --json wrote, or none\n')
    return 3
  }
  if (file !== undefined) {
    const history = readHistory(file)
    writeFile(DATA, textOf(storedOf(history, process.version)))
  }
  const { stored, findings } = readStored()
  const unused = idle(stored, findings)
  if (unused.length > 0) throw new Error(`these findings explain nothing: ${unused.join('; ')}`)
  writeFile(PICTURE, pictureOf(stored, findings))
  writeFile(PAGE, pageOf(readFileSync(PAGE, 'utf8'), stored, findings))
  process.stdout.write('docs/project/history.md and docs/pictures/history.svg are written\n')
  return 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.exitCode = main(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 3
  }
}

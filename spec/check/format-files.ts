// The JSON files that people read and edit by hand: which of them are not formatted, and `npm run format:spec`, which writes them.

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { formatJson } from '../format.ts'
import { writeFile } from '../write-file.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** The JSON files of `spec/` and `conformance/`, relative to the repository. */
export function jsonFiles(): string[] {
  return ['spec', 'conformance'].flatMap((folder) =>
    readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((name) => name.endsWith('.json'))
      .sort(),
  )
}

/** The text of a file as it is and as it should be. */
export function formatOf(file: string): { is: string; should: string } {
  const is = readFileSync(ROOT + file, 'utf8')
  try {
    return { is, should: formatJson(JSON.parse(is)) }
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = jsonFiles()
  let written = 0
  for (const file of files) {
    try {
      const { is, should } = formatOf(file)
      if (is === should) continue
      writeFile(ROOT + file, should)
      written += 1
    } catch (error) {
      console.error((error as Error).message)
      process.exitCode = 1
    }
  }
  console.log(`${files.length} files, ${written} written`)
}

// Remembers that the specification of this checkout was checked against its schema: that takes longer than all else about reading it.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readData } from './packed.ts'
import { writeFile } from './write-file.ts'

const beside = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

const NOTE = beside('checked.txt')
/** What reads the files, makes rows of them, and checks these. */
const CODE = ['load.js', 'matrix.js'].map(beside)

export interface Checked {
  known: boolean
  /** Nothing was found. */
  keep(): void
}

/** Whether these files were checked, as they are now and by the code as it is now. */
export function checkedBefore(folder: string, files: string[], note = NOTE): Checked {
  // The published package has its data in one file, which is made of what was checked.
  if (!existsSync(`${folder}cases`)) return { known: true, keep: () => undefined }
  const hash = createHash('sha256')
  for (const file of CODE) if (existsSync(file)) hash.update(readFileSync(file))
  for (const file of files) hash.update(`\n${file}\n`).update(readData(folder + file))
  const digest = hash.digest('hex')
  return {
    known: existsSync(note) && readFileSync(note, 'utf8') === digest,
    keep() {
      try {
        writeFile(note, digest)
      } catch {
        // A folder that is read-only: it is checked each time.
      }
    },
  }
}

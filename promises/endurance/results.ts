/** The results of the last endurance run that was written down. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { writeFile } from '../../spec/write-file.ts'
import type { Course } from './course.ts'

export interface Results {
  minutes: number
  /** the day of the run, as YYYY-MM-DD */
  date: string
  node: string
  courses: Course[]
}

const FILE = fileURLToPath(new URL('../../../promises/endurance/results.json', import.meta.url))

export function readResults(): Results {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Results
}

export function writeResults(results: Results): void {
  writeFile(FILE, `${JSON.stringify(results, null, 2)}\n`)
}

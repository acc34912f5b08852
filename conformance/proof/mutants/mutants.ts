// The curated mutants of src/, each with the rules that it violates, and the rules that have none.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFile } from '../../contract/package.ts'
import { type Mutant, readMutantsIn } from '../trial/mutant.ts'

const FOLDER = packageFile('conformance/proof/mutants')
const WITHOUT = 'rules-without.json'

export function readMutants(): Mutant[] {
  return readMutantsIn(FOLDER, [WITHOUT])
}

/** The rules that no change of one place violates, with the reason. */
export function readRulesWithout(): Record<string, string> {
  return JSON.parse(readFileSync(join(FOLDER, WITHOUT), 'utf8')) as Record<string, string>
}

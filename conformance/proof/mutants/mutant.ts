// The curated mutants of src/: how they are written down, read and applied.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Mutant {
  readonly id: string
  /** The rules that it violates; cases of each of them have to notice. */
  readonly rules: readonly string[]
  readonly file: string
  /** The text that is replaced; it stands in the file exactly once. */
  readonly find: string
  readonly replace: string
  /** What an application would see. */
  readonly says: string
  /** Why no application could tell it from the original. */
  readonly equivalent?: string
  /** The file of mutants it stands in. */
  readonly area: string
}

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const FOLDER = join(ROOT, 'conformance/proof/mutants')
const WITHOUT = 'rules-without.json'

export function readMutants(): Mutant[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json') && name !== WITHOUT)
  return files.sort().flatMap((name) => {
    const mutants = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Omit<Mutant, 'area'>[]
    return mutants.map((mutant) => ({ ...mutant, area: name.replace(/\.json$/, '') }))
  })
}

/** The rules that no change of one place violates, with the reason. */
export function readRulesWithout(): Record<string, string> {
  return JSON.parse(readFileSync(join(FOLDER, WITHOUT), 'utf8')) as Record<string, string>
}

/** The source text with the mutant in it; throws where its text does not stand there once. */
export function mutated({ id, file, find, replace }: Mutant): string {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const places = text.split(find).length - 1
  if (places !== 1) throw new Error(`${id}: its text stands ${places} times in ${file}; right would be once`)
  if (find === replace) throw new Error(`${id}: it changes nothing`)
  return text.replace(find, () => replace)
}

/** Those whose id, file, area or a rule matches one of the patterns; `*` stands for any run of characters. */
export function chooseMutants(mutants: Mutant[], patterns: string[]): Mutant[] {
  if (patterns.length === 0) return mutants
  const tests = patterns.map(
    (pattern) => new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`),
  )
  return mutants.filter(({ id, file, area, rules }) =>
    tests.some((test) => [id, file, area, ...rules].some((text) => test.test(text))),
  )
}

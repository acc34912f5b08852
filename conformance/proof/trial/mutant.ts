// A mutant of src/ as data: one text of one file is replaced. How it is read, chosen and applied.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFile } from '../../contract/package.ts'

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

/** The mutants in the JSON files of a folder; each file is an area. */
export function readMutantsIn<M extends Mutant>(folder: string, except: string[] = []): M[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json') && !except.includes(name))
  return files.sort().flatMap((name) => {
    const mutants = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Omit<M, 'area'>[]
    return mutants.map((mutant) => ({ ...mutant, area: name.replace(/\.json$/, '') }) as M)
  })
}

/** The source text with the mutant in it; throws where its text does not stand there once. */
export function mutated({ id, file, find, replace }: Mutant): string {
  const text = readFileSync(packageFile(file), 'utf8')
  const places = text.split(find).length - 1
  if (places !== 1)
    throw new Error(`${id}: its text stands ${places} times in ${file} and must stand there once`)
  if (find === replace) throw new Error(`${id}: find and replace are equal, so it changes nothing`)
  return text.replace(find, () => replace)
}

/** Those whose id, file, area or a rule matches one of the patterns; `*` stands for any run of characters. */
export function chooseMutants<M extends Mutant>(mutants: M[], patterns: string[]): M[] {
  if (patterns.length === 0) return mutants
  const tests = patterns.map(
    (pattern) => new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`),
  )
  return mutants.filter(({ id, file, area, rules }) =>
    tests.some((test) => [id, file, area, ...rules].some((text) => test.test(text))),
  )
}

// A mutant of src/ as data: texts that are replaced. How it is read, chosen and applied.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFile } from '../../contract/package.ts'

export interface Edit {
  readonly file: string
  /** The text that is replaced; it stands in the file exactly once. */
  readonly find: string
  readonly replace: string
}

export interface Mutant {
  readonly id: string
  /** The rules that it violates; cases of each of them have to notice. */
  readonly rules: readonly string[]
  /** Made one after the other. */
  readonly edits: readonly Edit[]
  /** What an application would see. */
  readonly says: string
  /** Why no application could tell it from the original. */
  readonly equivalent?: string
  /** No case notices it yet: what such a case needs. */
  readonly open?: string
  /** Its text is not in the tree any more. */
  readonly gone?: boolean
  /** The file of mutants it stands in. */
  readonly area: string
}

/** A mutant as it is written: one of a single edit has the edit's properties itself. */
type Written<M extends Mutant> = Omit<M, 'area' | 'edits'> & (Edit | Pick<M, 'edits'>)

/** The mutants in the JSON files of a folder; each file is an area. */
export function readMutantsIn<M extends Mutant>(folder: string, except: string[] = []): M[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json') && !except.includes(name))
  return files.sort().flatMap((name) => {
    const mutants = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Written<M>[]
    return mutants.map((mutant) => asOfTree({ ...read(mutant), area: name.replace(/\.json$/, '') } as M))
  })
}

/** A mutant of an earlier tree, whose text is gone, tries nothing. */
function asOfTree<M extends Mutant>(mutant: M): M {
  return { ...mutant, gone: mutant.gone ?? !applies(mutant) }
}

function applies(mutant: Mutant): boolean {
  try {
    return mutated(mutant).size > 0
  } catch {
    return false
  }
}

function read<M extends Mutant>(written: Written<M>): object {
  if ('edits' in written) return written
  const { file, find, replace, ...mutant } = written
  return { ...mutant, edits: [{ file, find, replace }] }
}

/** The files that a mutant changes. */
export function filesOf({ edits }: Mutant): string[] {
  return [...new Set(edits.map(({ file }) => file))]
}

/** The text of each changed file with the mutant in it; throws where a text does not stand there once. */
export function mutated({ id, edits }: Mutant): Map<string, string> {
  const texts = new Map<string, string>()
  for (const { file, find, replace } of edits) {
    const text = texts.get(file) ?? readFileSync(packageFile(file), 'utf8')
    const places = text.split(find).length - 1
    if (places !== 1)
      throw new Error(`${id}: its text stands ${places} times in ${file} and must stand there once`)
    if (find === replace) throw new Error(`${id}: find and replace are equal, so it changes nothing`)
    texts.set(
      file,
      text.replace(find, () => replace),
    )
  }
  return texts
}

/** Those whose id, file, area or a rule matches one of the patterns; `*` stands for any run of characters. */
export function chooseMutants<M extends Mutant>(mutants: M[], patterns: string[]): M[] {
  if (patterns.length === 0) return mutants
  const tests = patterns.map(
    (pattern) => new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`),
  )
  return mutants.filter((mutant) => {
    const texts = [mutant.id, mutant.area, ...mutant.rules, ...filesOf(mutant)]
    return tests.some((test) => texts.some((text) => test.test(text)))
  })
}

// Compiles many mutants at once: one run of the compiler that looks at syntax alone.

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { packageFile } from '../../contract/package.ts'
import { type Mutant, mutated } from './mutant.ts'

export interface CompiledMutants {
  /** The compiled file of a mutant. */
  fileOf(mutant: Mutant): string
  remove(): void
}

// Types are not checked: the cases decide what a mutant does.
const SETTINGS = {
  compilerOptions: {
    target: 'es2023',
    lib: ['es2023'],
    types: [],
    module: 'nodenext',
    moduleDetection: 'force',
    rootDir: 'in',
    outDir: 'out',
    noCheck: true,
    noResolve: true,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
  },
  include: ['in'],
}

export function compileMutants(mutants: readonly Mutant[]): CompiledMutants {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-mutants-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(SETTINGS))
    for (const mutant of mutants) {
      const path = join(folder, 'in', mutant.id, mutant.file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, mutated(mutant))
    }
    const { status, stdout, error } = spawnSync(
      packageFile('node_modules/.bin/tsc'),
      ['-p', join(folder, 'tsconfig.json')],
      { encoding: 'utf8', maxBuffer: 2 ** 26 },
    )
    if (status !== 0) throw new Error(`mutants that do not compile:\n${error?.message ?? stdout}`)
  } catch (error) {
    remove()
    throw error
  }
  return {
    fileOf: ({ id, file }) => join(folder, 'out', id, file.replace(/\.ts$/, '.js')),
    remove,
  }
}

// Compiles many mutants at once: one run of the compiler that looks at syntax alone.

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageFile } from '../../contract/package.ts'
import type { Replaced } from './loader.ts'
import { filesOf, type Mutant, mutated } from './mutant.ts'

export interface CompiledMutants {
  /** The modules that a mutant changes, each with its compiled file. */
  modulesOf(mutant: Mutant): Replaced[]
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
      for (const [file, text] of mutated(mutant)) {
        const path = join(folder, 'in', mutant.id, file)
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, text)
      }
    }
    if (mutants.length === 0) return { modulesOf: () => [], remove }
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
    modulesOf: (mutant) =>
      filesOf(mutant).map((file) => {
        const made = file.replace(/\.ts$/, '.js')
        return {
          url: pathToFileURL(packageFile(`dist/${made}`)).href,
          file: join(folder, 'out', mutant.id, made),
        }
      }),
    remove,
  }
}

// The limits of the house as data. `rooms.ts` has who may import whom.

/**
 * The folders that are looked at. Tests (`*.test.ts`, `*.test-d.ts`) are leaves that nothing imports: they may import anything
 * but what lies behind `src/index.ts`, and their length is not limited.
 */
export const FOLDERS = [
  'src',
  'spec',
  'conformance',
  'fuzz',
  'cli',
  'property-tests',
  'against',
  'bench',
  'coverage',
  'ecosystem',
  'promises',
]

/** Casts in src/: one more is an error. */
export const CASTS = 60

/** What is over one of these is worth a look: it is told and fails nothing. */
export const SIZES = {
  functionLines: 80,
  fileLines: 400,
  filesInFolder: 20,
}

/** Files of src/ at the boundary with users' values, where `Loose` may stand. */
export const LOOSE_BOUNDARY: readonly string[] = []

/** The files beside the rooms of src/: they join the rooms, or stand below them. */
export const BESIDE_THE_ROOMS: readonly string[] = [
  'src/app.ts',
  'src/copies.ts',
  'src/deprecations.ts',
  'src/errors.ts',
  'src/front.ts',
  'src/index.ts',
  'src/late.ts',
  'src/line.ts',
  'src/life.ts',
  'src/log.ts',
  'src/not-found.ts',
  'src/option-values.ts',
  'src/safe-log.ts',
  'src/security.ts',
  'src/settings.ts',
  'src/statements.ts',
  'src/status-names.ts',
  'src/typebox.ts',
  'src/values.ts',
]

/** The libraries that one file of src/ each has to import. */
export const LIBRARIES = ['ajv', 'fast-json-stringify', 'find-my-way', 'light-my-request']

/** Who writes files without `spec/write-file.ts`, and why a torn one does no harm there. */
export const DIRECT_WRITERS: Readonly<Record<string, string>> = {
  'spec/write-file.ts': 'writes beside and renames',
  'cli/options/report-targets.ts': 'adds lines to FILE.part, which is renamed when it is whole',
  'fuzz/process/child.ts': 'the request under way: its length tells whether it is whole',
  'property-tests/programs/worker.ts': 'writes to stdout',
  'conformance/proof/stryker/tried.ts': 'a log of lines; a torn one is left out when it is read',
  'cli/package/build-commonjs.ts': 'dist/ is built anew',
  'cli/package/join-declarations.ts': 'dist/ is built anew',
  'cli/package/trim.ts': 'dist/ is built anew',
  'cli/package/test-package.ts': 'a temporary folder',
  'cli/package/try-commands.ts': 'a temporary folder',
  'cli/repository/code-blocks.ts': 'a temporary folder',
  'cli/site/stage.ts': 'copies pictures to dist/, which is built anew',
  'cli/published-types/run.ts': 'a cache that is checked against what is wanted',
  'ecosystem/install/columns.ts': 'a cache with a mark that is written last',
  'ecosystem/install/lock.ts': 'a lock: half a number is no process',
  'ecosystem/install/npm.ts': 'a cache with a mark that is written last',
  'ecosystem/install/package.ts': 'a cache with a mark that is written last',
  'ecosystem/tools/bench/child.ts': 'writes to stdout',
  'ecosystem/tools/bench/columns.ts': 'a cache with a mark that is written last',
  'ecosystem/tools/programs/middlewares.js': 'a temporary folder',
  'ecosystem/exercises/composition.js': 'a temporary folder',
  'ecosystem/exercises/replies.js': 'a temporary folder',
  'conformance/proof/notice/generic.ts': 'a temporary folder',
  'conformance/proof/notice/journal.ts': 'a log of lines',
  'conformance/proof/trial/compile-mutants.ts': 'a temporary folder',
  'bench/types/fixture.ts': 'a temporary folder',
}

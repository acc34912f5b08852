// The limits of the house as data: numbers, and what is still over its limit. `rooms.ts` has who may import whom.

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
  'bench',
  'coverage',
  'ecosystem',
  'promises',
]

export const LIMITS = {
  casts: 60,
  functionLines: 60,
  fileLines: 300,
  filesInFolder: 14,
  architectureLines: 180,
}

/** Files of src/ at the boundary with users' values, where `Loose` may stand. */
export const LOOSE_BOUNDARY: readonly string[] = []

/** The files beside the rooms of src/: they join the rooms, or stand below them. */
export const BESIDE_THE_ROOMS: readonly string[] = [
  'src/app.ts',
  'src/errors.ts',
  'src/front.ts',
  'src/index.ts',
  'src/life.ts',
  'src/log.ts',
  'src/not-found.ts',
  'src/router.ts',
  'src/settings.ts',
  'src/statements.ts',
  'src/typebox.ts',
  'src/values.ts',
]

/** The libraries that one file of src/ each has to import. */
export const LIBRARIES = ['ajv', 'fast-json-stringify', 'find-my-way', 'light-my-request']

/** Numbers that are over their limit today, by their name: each may fall and not grow. An empty list is the aim. */
export const PENDING: Readonly<Record<string, number>> = {}

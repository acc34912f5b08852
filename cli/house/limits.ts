// The limits of the house as data: numbers, who may import whom, and what is still to be mended.

/** The folders that are looked at. Test files (`*.test.ts`, `*.test-d.ts`) are leaves: nothing imports them, and only lines of code are limited. */
export const FOLDERS = ['src', 'spec', 'conformance', 'fuzz', 'cli', 'property-tests', 'bench', 'coverage']

export const LIMITS = {
  casts: 60,
  functionLines: 60,
  fileLines: 300,
  filesInFolder: 14,
  architectureLines: 160,
}

/** Files at the boundary with users' values, where `Loose` may stand. */
export const LOOSE_BOUNDARY: readonly string[] = []

/** Numbers of src/ that are over their limit while it is being rewritten: they may fall and not grow. */
export const PENDING: Readonly<Record<string, number>> = {}

/**
 * Who may import whom, beside itself: a key is a folder with what lies below it, or a file that counts as a room of its own.
 * ARCHITECTURE.md has the same table.
 */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  'src/errors.ts': [],
  'src/types': ['src/errors.ts'],
  'src/serve': ['src/types', 'src/errors.ts'],
  'src/boot': ['src/types', 'src/errors.ts'],
  'src/declare': ['src/serve', 'src/boot', 'src/types', 'src/errors.ts'],
  'src/compile': ['src/declare', 'src/serve', 'src/types', 'src/errors.ts'],
  'src/transport': ['src/serve', 'src/types', 'src/errors.ts'],
  'src/plugins': ['src/boot', 'src/types', 'src/errors.ts'],
  'src/router.ts': ['src/types', 'src/errors.ts'],
}

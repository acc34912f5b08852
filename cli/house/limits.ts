// The limits of the house as data: numbers, who may import whom, and what is still over its limit.

/**
 * The folders that are looked at. Tests (`*.test.ts`, `*.test-d.ts`) are leaves that nothing imports: they may import anything
 * but what lies behind `src/index.ts`, and their length is not limited.
 */
export const FOLDERS = ['src', 'spec', 'conformance', 'fuzz', 'cli', 'property-tests', 'bench', 'coverage']

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

/** Folders with more files than the limit, with how many they may have. */
export const FULL_FOLDERS: Readonly<Record<string, number>> = { 'src/types': 20 }

/** What every room of src/ may import. */
export const GROUND: readonly string[] = ['src/types', 'src/errors.ts', 'src/values.ts']

/**
 * Who may import whom beside itself, as in ARCHITECTURE.md. A key is a folder with the folders below it that have no key of
 * their own, or a file that counts as a room. From outside, `src` means `src/index.ts`.
 */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  'src/errors.ts': [],
  'src/values.ts': [],
  'src/types': ['src/errors.ts'],
  'src/serve': GROUND,
  'src/boot': GROUND,
  'src/declare': ['src/serve', 'src/boot', ...GROUND],
  'src/instance': ['src/declare', 'src/boot', ...GROUND],
  'src/compile': ['src/declare', 'src/serve', ...GROUND],
  'src/transport': ['src/serve', ...GROUND],
  'src/plugins': ['src/boot', ...GROUND],
  src: [
    'src/serve',
    'src/boot',
    'src/declare',
    'src/instance',
    'src/compile',
    'src/transport',
    'src/plugins',
    ...GROUND,
  ],
  spec: [],
  'spec/check': ['spec'],
  'spec/pages': ['spec'],
  conformance: [
    'spec',
    'conformance/contract',
    'conformance/wire',
    'conformance/judge',
    'conformance/language',
    'conformance/adapters',
    'conformance/suite',
    'conformance/run',
    'conformance/report',
    'conformance/formats',
  ],
  'conformance/contract': ['spec'],
  'conformance/markup': [],
  'conformance/wire': ['spec', 'conformance/contract'],
  'conformance/judge': ['spec', 'conformance/contract'],
  'conformance/language': ['spec', 'conformance/contract'],
  'conformance/protocol': ['spec', 'conformance/contract', 'conformance/wire', 'conformance/language'],
  'conformance/adapters': [
    'src',
    'spec',
    'conformance/contract',
    'conformance/wire',
    'conformance/language',
    'conformance/protocol',
  ],
  'conformance/suite': ['spec', 'conformance/judge', 'conformance/language'],
  'conformance/run': [
    'spec',
    'conformance/contract',
    'conformance/wire',
    'conformance/judge',
    'conformance/language',
    'conformance/protocol',
    'conformance/adapters',
    'conformance/suite',
  ],
  'conformance/doctor': [
    'spec',
    'conformance/contract',
    'conformance/wire',
    'conformance/adapters',
    'conformance/run',
  ],
  'conformance/report': [
    'spec',
    'conformance/contract',
    'conformance/markup',
    'conformance/wire',
    'conformance/judge',
    'conformance/run',
  ],
  'conformance/explorer': [
    'spec',
    'conformance/contract',
    'conformance/wire',
    'conformance/judge',
    'conformance/language',
    'conformance/run',
    'conformance/report',
  ],
  'conformance/formats': [
    'spec',
    'conformance/contract',
    'conformance/markup',
    'conformance/wire',
    'conformance/judge',
    'conformance/run',
    'conformance/report',
    'conformance/explorer',
  ],
  'conformance/fixtures': [
    'conformance/contract',
    'conformance/judge',
    'conformance/protocol',
    'conformance/adapters',
    'conformance/run',
  ],
  'conformance/proof': [
    'src',
    'spec',
    'conformance/contract',
    'conformance/markup',
    'conformance/wire',
    'conformance/judge',
    'conformance/adapters',
    'conformance/suite',
    'conformance/run',
  ],
  fuzz: ['fuzz/schema', 'fuzz/target', 'fuzz/engine', 'fuzz/phases', 'fuzz/report'],
  'fuzz/schema': ['conformance/contract'],
  'fuzz/target': ['src', 'conformance/contract', 'fuzz/schema'],
  'fuzz/engine': ['fuzz/schema', 'fuzz/target'],
  'fuzz/phases': ['fuzz/schema', 'fuzz/target', 'fuzz/engine'],
  'fuzz/report': ['conformance/markup', 'fuzz/target', 'fuzz/engine'],
  'fuzz/study': ['src', 'fuzz/schema'],
  'fuzz/process': ['conformance/adapters', 'fuzz'],
  cli: ['conformance/contract', 'cli/options', 'cli/commands'],
  'cli/options': [
    'spec',
    'conformance/contract',
    'conformance/markup',
    'conformance/wire',
    'conformance/judge',
    'conformance/adapters',
    'conformance/suite',
    'conformance/run',
    'conformance/report',
    'conformance/formats',
    'fuzz',
  ],
  'cli/serve': [
    'src',
    'spec',
    'conformance/contract',
    'conformance/judge',
    'conformance/run',
    'conformance/explorer',
    'conformance/formats',
    'cli/options',
  ],
  'cli/commands': [
    'spec',
    'conformance/contract',
    'conformance/markup',
    'conformance/wire',
    'conformance/judge',
    'conformance/protocol',
    'conformance/adapters',
    'conformance/run',
    'conformance/doctor',
    'conformance/report',
    'conformance/explorer',
    'conformance/formats',
    'fuzz',
    'fuzz/schema',
    'fuzz/study',
    'fuzz/process',
    'cli/options',
    'cli/serve',
  ],
  'cli/repository': [
    'src',
    'conformance/markup',
    'conformance/adapters',
    'conformance/run',
    'conformance/explorer',
    'conformance/formats',
    'cli/options',
    'cli/serve',
  ],
  'cli/package': [],
  'cli/site': ['src', 'spec/pages', 'cli/repository'],
  'cli/house': [],
  'property-tests': [
    'conformance/contract',
    'conformance/adapters',
    'property-tests/property',
    'property-tests/relations',
    'property-tests/differential',
    'property-tests/run',
  ],
  'property-tests/property': [
    'spec',
    'conformance/contract',
    'conformance/wire',
    'conformance/language',
    'fuzz/schema',
  ],
  'property-tests/arbitraries': ['spec', 'property-tests/property'],
  'property-tests/models': ['spec', 'fuzz/schema'],
  'property-tests/relations': [
    'spec',
    'conformance/contract',
    'conformance/wire',
    'fuzz/schema',
    'property-tests/property',
    'property-tests/arbitraries',
    'property-tests/models',
  ],
  'property-tests/differential': [
    'spec',
    'conformance/contract',
    'conformance/adapters',
    'property-tests/property',
    'property-tests/arbitraries',
    'property-tests/relations',
  ],
  'property-tests/run': ['spec', 'spec/check', 'conformance/adapters', 'property-tests/property'],
  'property-tests/planted': [
    'conformance/contract',
    'conformance/adapters',
    'conformance/proof',
    'property-tests',
    'property-tests/property',
    'property-tests/run',
  ],
  bench: ['src', 'fuzz'],
  coverage: ['spec', 'conformance/suite'],
}

/** The framework as the package has it: one module, which loads in less time than a hundred. */
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

const INDEX = fileURLToPath(new URL('../../src/index.js', import.meta.url))

/** Writes an entry with what it imports to a file two folders below the root of the package, as `dist/src/index.js` is. */
export function joinFramework(file: string, entry = INDEX): void {
  buildSync({
    entryPoints: [entry],
    outfile: file,
    allowOverwrite: true,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    // Without indentation, in lines that a stack trace can still tell apart. Names stay.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 120,
    logLevel: 'warning',
  })
}

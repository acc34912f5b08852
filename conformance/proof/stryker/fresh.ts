// The modules of src/ as one function: each call runs all of them anew, and what an earlier call made is free to go.

import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { compileFunction } from 'node:vm'
import { buildSync } from 'esbuild'

type Run = (exports: object, require: NodeJS.Require, module: { exports: object }, url: string) => void

/**
 * `entry`: the url of a module. The answer gives its exports, each time from fresh modules; packages are loaded once. `change`: makes
 * another text of that of all modules.
 */
export function freshly<Face extends object>(
  entry: string,
  change: (text: string) => string = (text) => text,
): () => Face {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'esnext',
    packages: 'external',
    keepNames: true, // functions tell their names
    treeShaking: false,
    define: { 'import.meta.url': '__url' },
    logLevel: 'warning',
  })
  const text = change(outputFiles[0]?.text ?? '')
  const run = compileFunction(text, ['exports', 'require', 'module', '__url']) as unknown as Run
  const require = createRequire(entry)
  return () => {
    const module = { exports: {} }
    run(module.exports, require, module, entry)
    return module.exports as Face
  }
}

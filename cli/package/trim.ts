/** The last step of `npm pack`: makes what was built smaller. The next `npm run build` writes everything anew. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { buildSync, transformSync } from 'esbuild'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const DIST = join(ROOT, 'dist')
/** The declarations that `exports` names. */
const ENTRIES = ['src/index.d.ts', 'src/typebox.d.ts', 'conformance/index.d.ts', 'fuzz/index.d.ts']
/** The code of the tools, whose comments are for those who change it. That of the framework keeps them. */
const TOOLS = ['cli', 'conformance', 'fuzz', 'spec']

function filesOf(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
    .sort()
}

/** The specification and the known differences in one compressed file: `spec/packed.ts` reads it. */
function packData(): void {
  const files = [
    ...filesOf(join(ROOT, 'spec/cases'), '.json'),
    ...filesOf(join(ROOT, 'conformance/expect'), '.json'),
  ]
  const texts = [...files, join(ROOT, 'spec/rules.json')].map((file) => [
    relative(ROOT, file).split(sep).join('/'),
    JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))),
  ])
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS }
  const packed = brotliCompressSync(JSON.stringify(Object.fromEntries(texts)), { params })
  writeFileSync(join(DIST, 'spec/data.json.br'), packed)
}

/** Removes the declarations that no public one refers to. */
function trimDeclarations(): void {
  const needed = new Set<string>()
  const visit = (file: string): void => {
    if (needed.has(file)) return
    needed.add(file)
    for (const [, specifier] of readFileSync(file, 'utf8').matchAll(
      /(?:from |import\(|import |module )['"](\.[^'"]+)['"]/g,
    ))
      visit(resolve(dirname(file), specifier!.replace(/\.[jt]s$/, '.d.ts')))
  }
  for (const entry of ENTRIES) visit(join(DIST, entry))
  for (const folder of ['src', ...TOOLS])
    for (const file of filesOf(join(DIST, folder), '.d.ts')) if (!needed.has(file)) rmSync(file)
}

/** The framework as one module: a file for each of its modules takes twice the space on disk. */
function joinFramework(): void {
  const index = join(DIST, 'src/index.js')
  buildSync({
    entryPoints: [index],
    outfile: index,
    allowOverwrite: true,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  })
  const kept = [index, join(DIST, 'src/typebox.js')]
  for (const file of filesOf(join(DIST, 'src'), '.js')) if (!kept.includes(file)) rmSync(file)
}

function trimCode(): void {
  for (const folder of TOOLS)
    for (const file of filesOf(join(DIST, folder), '.js')) {
      const { code } = transformSync(readFileSync(file, 'utf8'), {
        format: 'esm',
        target: 'es2023',
        minifyWhitespace: true,
      })
      writeFileSync(file, code)
    }
}

packData()
trimDeclarations()
joinFramework()
trimCode()

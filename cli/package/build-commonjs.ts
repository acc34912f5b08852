/** Writes `dist/commonjs/`: each entry point of the package as one CommonJS file, for tools that cannot `require` an ES module. */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { buildBundle } from './build-bundle.ts'

const DIST = fileURLToPath(new URL('../../', import.meta.url))
const OUT = join(DIST, 'commonjs')
const FRAMEWORK = join(DIST, 'src', 'index.js')

/** The entry points by the name of their file in `dist/commonjs/`. */
const ENTRIES = {
  touchstone: 'src/index.js',
  typebox: 'src/typebox.js',
  openapi: 'src/openapi.js',
  client: 'src/client/client.js',
  conformance: 'conformance/index.js',
  fuzz: 'fuzz/index.js',
}

const FACTORY =
  "module.exports = module.exports['module.exports']\nmodule.exports.default = module.exports.touchstone"

/**
 * Two corrections for code that moves into another file. `import.meta.url` stays the address of the original module, so that
 * files are found beside it. And the tools import the bundle of the framework instead of holding a second copy of it.
 */
function relocate(entry: string): Plugin {
  return {
    name: 'relocate',
    setup(bundler) {
      bundler.onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
        const isFramework = join(resolveDir, path) === FRAMEWORK && join(DIST, entry) !== FRAMEWORK
        return isFramework ? { path: './touchstone.cjs', external: true } : undefined
      })
      bundler.onLoad({ filter: /\.js$/ }, ({ path }) => {
        const code = readFileSync(path, 'utf8')
        if (!code.includes('import.meta.url')) return { contents: code }
        const from = JSON.stringify(relative(OUT, path).split(sep).join('/'))
        const imports =
          "import { pathToFileURL as toUrl } from 'node:url'; import { join as joinPath } from 'node:path'"
        return {
          contents: `${imports}\nconst importMetaUrl = toUrl(joinPath(__dirname, ${from})).href\n${code}`,
        }
      })
    },
  }
}

async function bundle(name: string, entry: string): Promise<void> {
  await build({
    entryPoints: [join(DIST, entry)],
    outfile: join(OUT, `${name}.cjs`),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    packages: 'external',
    // Under CommonJS the package runs in test runners alone. Names of functions and lines of the framework stay: stack traces tell them.
    minify: true,
    lineLimit: 120,
    ...(name === 'touchstone' ? { keepNames: true } : {}),
    define: { 'import.meta.url': 'importMetaUrl' },
    plugins: [relocate(entry)],
    // `require('touchstone')` is the factory, as it is where Node.js requires the ES module.
    // Tools that read the text, and no namespace of a module that is loaded later, see `default` then.
    ...(name === 'touchstone' ? { footer: { js: FACTORY } } : {}),
    logLevel: 'warning',
  })
}

/** The declarations of a bundle: the same types as those of the ES module, so that both can be mixed. */
async function declarations(name: string, entry: string): Promise<string> {
  const from = `'../${entry}' with { 'resolution-mode': 'import' }`
  if (name === 'typebox') return `import type {} from ${from}\nexport {}\n`
  const module: Record<string, unknown> = await import(pathToFileURL(join(DIST, entry)).href)
  const names = Object.keys(module).filter((key) => key !== 'default' && key !== 'module.exports')
  const lines = names.flatMap((key) => [
    `export declare const ${key}: typeof module.${key}`,
    // A name that is exported here hides the type of the same name that `export type *` brings. `module` is no namespace where the
    // module has an export `module.exports`.
    ...(isClass(module[key])
      ? [`import type { ${key} as ${key}Type } from ${from}`, `export type ${key} = ${key}Type`]
      : []),
  ])
  if ('default' in module) {
    lines.push('declare const factory: typeof module.default')
    lines.push(
      `declare const required: typeof factory & { ${names.map((key) => `${key}: typeof ${key}`).join('; ')} }`,
    )
    lines.push("export { factory as default, required as 'module.exports' }")
  }
  return `import type * as module from ${from}\nexport type * from ${from}\n${lines.join('\n')}\n`
}

function isClass(value: unknown): boolean {
  return typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value))
}

/** `touchstone/fastify`: the factory itself, under the types of Fastify 4.17, which are written by hand; `touchstone/5` and the files of an alias. */
async function fastifyEntries(): Promise<void> {
  const { default: factory } = await import(pathToFileURL(FRAMEWORK).href)
  const names = Object.keys(factory).filter((name) => name !== 'default')
  // Node.js reads the names of a CommonJS module from its text: without the second line an `import` could not name them.
  const named = `0 && (module.exports = { ${names.join(', ')} })\n`
  writeFileSync(join(OUT, 'fastify.cjs'), `module.exports = require('touchstone')\n${named}`)
  const alias = join(DIST, '../src/fastify/alias')
  writeFileSync(join(OUT, 'five.cjs'), readFileSync(join(alias, 'five.cjs'), 'utf8') + named)
  for (const name of ['errors.cjs', 'reply.cjs', 'symbols.cjs'])
    copyFileSync(join(alias, name), join(OUT, name))
  for (const name of ['fastify.d.cts', 'five.d.cts', 'lib.d.cts', 'module.d.cts'])
    copyFileSync(join(DIST, '../src/fastify', name), join(DIST, 'src/fastify', name))
}

/** `touchstone/conformance/language` is a part of `touchstone/conformance`, so that the interpreter is there once. */
async function languageEntry(): Promise<void> {
  const entry = 'conformance/language/interpreter.js'
  const module: Record<string, unknown> = await import(pathToFileURL(join(DIST, entry)).href)
  const names = Object.keys(module)
  const lines = names.map((name) => `exports.${name} = all.${name}\n`)
  writeFileSync(join(OUT, 'language.cjs'), `const all = require('./conformance.cjs')\n${lines.join('')}`)
  writeFileSync(join(OUT, 'language.d.cts'), await declarations('language', entry))
}

rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT)
for (const [name, entry] of Object.entries(ENTRIES)) {
  await bundle(name, entry)
  writeFileSync(join(OUT, `${name}.d.cts`), await declarations(name, entry))
}
await fastifyEntries()
await languageEntry()
await buildBundle()

/**
 * Writes `dist/bundle/touchstone.js`: the framework with its libraries as one ES module, for bundlers and for runtimes without
 * `node_modules`. All that is loaded later is imported statically, and what only a server of Node.js needs is left out.
 */
import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'

const DIST = fileURLToPath(new URL('../../', import.meta.url))
const ENTRY = join(DIST, 'src/index.js')
const OUT = join(DIST, 'bundle/touchstone.js')
const ORIGIN = 'createRequire(import.meta.url)'

const readSource = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

const missing = (what: string, instead: string): string =>
  `() => { throw new Error('${what} is not part of the build for Workers. ${instead}') }`

/** What takes the place of modules that only a server of Node.js needs, by the end of their path. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'src/engine/engine.js': 'export class Engine {}',
  'src/engine/node-side.js': 'export class NodeSide {}',
  'src/engine/reasons.js': 'export const understands = () => false',
  'src/transport/plain-server.js': readSource('server-of-workers.js'),
  'src/inject/library.js': ['injectByLibrary', 'objectsFor', 'setRead', 'cookiesOf']
    .map((name) => `export const ${name} = ${missing('light-my-request', 'Use app.fetch')}`)
    .join('\n'),
}

/** Libraries in whose place something smaller does. No pattern is examined: the analysis is larger than all the rest. */
const SMALLER: Readonly<Record<string, string>> = {
  'thread-stream': `module.exports = ${missing('a transport of pino', 'Give the logger a stream')}`,
  scslre: 'exports.analyse = () => ({ reports: [] })',
  '../../package.json': '',
}

/** Turns what is loaded later into what a bundler sees. */
function seen(code: string, path: string): string {
  const text = code
    .replace(`const load = ${ORIGIN};`, '')
    .replaceAll(/\bload\((?=['"]|mode ===)/g, 'require(')
    .replaceAll(`${ORIGIN}(`, 'require(')
    .replace(
      "require(mode === 'JTD' ? 'ajv/dist/jtd' : 'ajv')",
      "(mode === 'JTD' ? require('ajv/dist/jtd') : require('ajv'))",
    )
    .replace('load(name)', `(${missing('the library of this schema', 'Give a JSON schema')})()`)
  if (text.includes(ORIGIN)) throw new Error(`${path} loads a module in a way that no bundler sees`)
  return text
}

function adaptSources(version: string): Plugin {
  return {
    name: 'adapt-sources',
    setup(bundler) {
      bundler.onResolve({ filter: /^(scslre|thread-stream|\.\.\/\.\.\/package\.json)$/ }, ({ path }) => ({
        path,
        namespace: 'smaller',
      }))
      bundler.onLoad({ filter: /./, namespace: 'smaller' }, ({ path }) => ({
        contents: SMALLER[path] || `exports.version = ${JSON.stringify(version)}`,
      }))
      bundler.onLoad({ filter: /\/dist\/src\/.*\.js$/ }, ({ path }) => {
        const left = Object.keys(LEFT_OUT).find((end) => path.replaceAll('\\', '/').endsWith(end))
        return { contents: left === undefined ? seen(readFileSync(path, 'utf8'), path) : LEFT_OUT[left]! }
      })
    },
  }
}

/** The modules of Node.js by the names under which code asks for them. */
const BUILTINS = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]))

/** `require` for the libraries: an ES module has none, and what they ask for of Node.js is imported before. */
function requireOf(names: readonly string[]): string {
  const plain = [...new Set(names.map((name) => name.replace('node:', '')))].sort()
  const imports = plain.map((name, index) => `import * as node${index} from 'node:${name}'`)
  const entries = plain.map((name, index) => `'${name}': node${index}`)
  return `${imports.join('\n')}
const nodeModules = { ${entries.join(', ')} }
const require = (name) => {
  const found = nodeModules[name.replace('node:', '')]
  if (found === undefined) throw new Error('there is no module ' + name)
  return found.default ?? found
}`
}

/** Builds it, and returns nothing. The first pass finds out which modules of Node.js are asked for. */
export async function buildBundle(): Promise<void> {
  const { version }: { version: string } = JSON.parse(readFileSync(join(DIST, '../package.json'), 'utf8'))
  const options = {
    entryPoints: [ENTRY],
    outfile: OUT,
    bundle: true,
    format: 'esm' as const,
    target: 'es2023',
    conditions: ['node'],
    mainFields: ['main'],
    external: [...BUILTINS],
    plugins: [adaptSources(version)],
    minify: true,
    lineLimit: 120,
    metafile: true,
    logLevel: 'warning' as const,
  }
  const { metafile } = await build({ ...options, write: false })
  const asked = Object.values(metafile?.inputs ?? {}).flatMap(({ imports }) =>
    imports.filter(({ kind, external }) => external === true && kind === 'require-call'),
  )
  const names = asked.map(({ path }) => path).filter((path) => BUILTINS.has(path))
  await build({ ...options, banner: { js: requireOf(names) } })
}

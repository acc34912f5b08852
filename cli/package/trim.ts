/** The last step of `npm pack`: makes what was built smaller. The next `npm run build` writes everything anew. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { joinDeclarations, joinFolder } from './join-declarations.ts'
import { joinFramework } from './join-framework.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const DIST = join(ROOT, 'dist')
/** The declarations that `exports` names. */
const ENTRIES = [
  'src/index.d.ts',
  'src/fastify/fastify.d.cts',
  'src/fastify/five.d.cts',
  'src/typebox.d.ts',
  'src/openapi.d.ts',
  'src/client/client.d.ts',
  'conformance/index.d.ts',
  'conformance/language/interpreter.d.ts',
  'fuzz/index.d.ts',
]
const PAGE = join(DIST, 'conformance/explorer/page')
/** The folders of the tools. */
const TOOLS = ['cli', 'conformance', 'fuzz', 'spec']

function filesOf(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
    .sort()
}

/** With one space for each level, and one before the lines of a comment: a file that is a little longer than a block takes another one on disk. */
function narrow(text: string): string {
  const levels = text.replace(/^(?: {4})+/gm, (indent) => ' '.repeat(indent.length / 4))
  return levels.replace(/^ +(?=\*)/gm, ' ')
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
    for (const file of filesOf(join(DIST, folder), '.d.ts')) {
      if (!needed.has(file)) rmSync(file)
      else writeFileSync(file, narrow(readFileSync(file, 'utf8')))
    }
}

/** The members of `touchstone/5` merge into the joined declarations, which export what these members name. */
function mergeMembersOfFive(): void {
  const index = join(DIST, 'src/fastify/index.d.ts')
  const members = join(DIST, 'src/fastify/five/members.d.ts')
  const names: string[] = []
  const text = readFileSync(members, 'utf8')
    .replace(/^import type \{([^}]*)\} from '\.\.\/[^']+';\n/gm, (_, list: string) => {
      names.push(...list.split(',').map((name) => name.trim()))
      return ''
    })
    .replaceAll("'../base/names.ts'", "'../index.ts'")
  writeFileSync(members, `import type { ${names.join(', ')} } from '../index.ts';\n${text}`)
  const joined = readFileSync(index, 'utf8')
  const hidden = names.filter(
    (name) => !new RegExp(`^export (?:declare )?(?:interface|type|class) ${name}\\b`, 'm').test(joined),
  )
  if (hidden.length > 0) writeFileSync(index, `${joined}export type { ${hidden.join(', ')} };\n`)
}

/** The framework as one module: a file for each of its modules takes twice the space on disk. */
function trimFramework(): void {
  const index = join(DIST, 'src/index.js')
  joinFramework(index)
  const openApi = join(DIST, 'src/openapi.js')
  joinFramework(openApi, openApi)
  const kept = [index, openApi, join(DIST, 'src/typebox.js'), ...filesOf(join(DIST, 'src/client'), '.js')]
  for (const file of filesOf(join(DIST, 'src'), '.js')) if (!kept.includes(file)) rmSync(file)
}

/** The files of the tools that are started or imported by their path. Everything else is joined. */
const STARTED = [
  'cli/touchstone.js',
  'conformance/index.js',
  'conformance/language/interpreter.js',
  'fuzz/index.js',
  'conformance/run/child.js',
  'fuzz/process/child.js',
  'fuzz/study/child.js',
]
const CHUNKS = join(DIST, 'cli/chunks')

/**
 * Code that moves into another file keeps the address of its module, beside which it looks for files. `import.meta.filename` is
 * the new place; from there Node.js finds the package by its name, and so do imports of the framework.
 */
const keepAddresses: Plugin = {
  name: 'keep-addresses',
  setup(bundler) {
    bundler.onResolve({ filter: /src\/index\.js$/ }, () => ({ path: 'touchstone', external: true }))
    bundler.onLoad({ filter: /\.js$/ }, ({ path }) => {
      const code = readFileSync(path, 'utf8')
      if (!code.includes('import.meta.url')) return { contents: code }
      const from = JSON.stringify(relative(ROOT, path).split(sep).join('/'))
      return {
        contents: `import { createRequire as requireOf } from 'node:module'
import { pathToFileURL as toUrl } from 'node:url'
const moduleUrl = new URL(${from}, toUrl(requireOf(import.meta.filename).resolve('touchstone/package.json'))).href
${code}`,
      }
    })
  },
}

/** How a command is loaded. */
const COMMAND = /import\(['"]\.\/commands\/([\w/-]+)\.js['"]\)/g

/**
 * All commands as one module: each of its own would make a file of everything that only some of them share, and a file takes
 * whole blocks on disk.
 */
const joinCommands: Plugin = {
  name: 'join-commands',
  setup(bundler) {
    const names = new Set<string>()
    bundler.onLoad({ filter: /dist\/cli\/touchstone\.js$/ }, ({ path }) => {
      const code = readFileSync(path, 'utf8')
      for (const [, name] of code.matchAll(COMMAND)) names.add(name!)
      return { contents: code.replace(COMMAND, "import('./all-commands.js').then((all) => all['$1'])") }
    })
    bundler.onResolve({ filter: /\/all-commands\.js$/ }, ({ path }) => ({ path, namespace: 'joined' }))
    bundler.onLoad({ filter: /./, namespace: 'joined' }, () => ({
      contents: [...names].map((name) => `export * as '${name}' from './commands/${name}.js'`).join('\n'),
      resolveDir: join(DIST, 'cli'),
    }))
  },
}

/** The tools in a few files, without the comments for those who change them. */
async function joinTools(): Promise<void> {
  rmSync(CHUNKS, { recursive: true, force: true }) // those of an earlier run
  await build({
    entryPoints: STARTED.map((file) => join(DIST, file)),
    outdir: DIST,
    outbase: DIST,
    chunkNames: 'cli/chunks/[hash]',
    allowOverwrite: true,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    define: { 'import.meta.url': 'moduleUrl' },
    minifyWhitespace: true,
    minifySyntax: true,
    minifyIdentifiers: true,
    // In lines: node prints the line of an error that is not caught.
    lineLimit: 120,
    plugins: [joinCommands, keepAddresses],
    logLevel: 'warning',
  })
  const kept = new Set(STARTED.map((file) => join(DIST, file)))
  for (const folder of TOOLS)
    for (const file of filesOf(join(DIST, folder), '.js')) {
      const joined = !kept.has(file) && !file.startsWith(PAGE) && !file.startsWith(CHUNKS)
      if (joined) rmSync(file)
    }
}

trimDeclarations()
joinDeclarations(
  ENTRIES.filter((file) => /^(?:conformance|fuzz)\//.test(file)).map((file) => join(DIST, file)),
)
joinFolder(join(DIST, 'src/fastify/index.d.ts'))
mergeMembersOfFive()
// The tools take parts of the framework in, such as what explains a request, before these are gone.
await joinTools()
trimFramework()

// Puts ES modules together into one script, without a build: each becomes a function that is called with what it imports.

import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Module {
  name: string
  imports: string[]
  code: string
}

const IMPORT = /^import\s+\{([^}]*)\}\s+from\s+'(\.\.?\/[^']+)'\n?/gm
const EXPORT = /^export (?=(?:async )?(?:function|const|let|class)\b)/gm

/** The script that begins with `entry`, found like everything that it imports by its file name in one of the folders. */
export function bundle(entry: string, folders: URL[]): string {
  const modules: Module[] = []
  visit(entry, folders, modules, [])
  return modules.map(({ name, code }) => `// ${name}\n${code}`).join('\n')
}

function visit(name: string, folders: URL[], modules: Module[], path: string[]): void {
  if (path.includes(name)) throw new Error(`import circle: ${[...path, name].join(' -> ')}`)
  if (modules.some((module) => module.name === name)) return
  const module = read(name, folders)
  for (const imported of module.imports) visit(imported, folders, modules, [...path, name])
  modules.push(module)
}

function read(name: string, folders: URL[]): Module {
  const file = folders.map((folder) => fileURLToPath(new URL(name, folder))).find(existsSync)
  if (file === undefined)
    throw new Error(`the page needs ${name}, which is not beside this package's dist folder`)
  const imports: string[] = []
  const source = readFileSync(file, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '')
  const body = source.replace(IMPORT, (_, names: string, from: string) => {
    imports.push(basename(from))
    const list = names.split(',').map((one) => one.trim().replace(/\s+as\s+/, ': '))
    return `const { ${list.filter(Boolean).join(', ')} } = ${variableOf(basename(from))}\n`
  })
  const exported = [...body.matchAll(/^export (?:async )?(?:function\*?|const|let|class) ([\w$]+)/gm)]
  const code = body.replace(EXPORT, '').replace(/^export \{\s*\};?\s*$/gm, '')
  const left = /^(?:export|import)\b.*$|^export (?:const|let) [{[].*$/m.exec(
    /^export (?:const|let) [{[]/m.test(body) ? body : code,
  )
  if (left)
    throw new Error(`${name} has "${left[0]}", which the page cannot take: only named imports and exports.`)
  const names = exported.map(([, one]) => one).join(', ')
  return { name, imports, code: `const ${variableOf(name)} = (() => {\n${code}\nreturn { ${names} }\n})()` }
}

function variableOf(name: string): string {
  return `$${name.replace(/\.js$/, '').replace(/\W/g, '_')}`
}

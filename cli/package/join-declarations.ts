/** The declarations of a tool as one file: a file for each of its modules takes a whole block on disk, and most are short. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'

const IMPORT = /^(?:import|export)(?: type)? (?:\{([^}]*)\}|[^;'{]*) from ['"]([^'"]+)['"];\n/gm
const DECLARED =
  /^(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class|function|const|namespace) (\w+)/gm

/** Joins what each of these files leads to into it, and removes the others. Throws where two modules declare the same name. */
export function joinDeclarations(entries: readonly string[]): void {
  const joined = new Map(entries.map((entry) => [entry, joinedOf(entry)]))
  for (const [entry, { text, modules }] of joined) {
    for (const file of modules) if (!joined.has(file)) rmSync(file, { force: true })
    writeFileSync(entry, text)
  }
}

function joinedOf(entry: string): { text: string; modules: readonly string[] } {
  const modules: string[] = []
  const imports = new Set<string>()
  const exported: string[] = []
  const owners = new Map<string, string>()
  const bodies: string[] = []
  const visit = (file: string): void => {
    if (modules.includes(file)) return
    modules.push(file)
    const text = readFileSync(file, 'utf8')
    for (const [, name] of text.matchAll(DECLARED)) claim(owners, name!, file)
    const body = text.replace(IMPORT, (line, names: string | undefined, from: string) => {
      if (!from.startsWith('.')) imports.add(line)
      else visit(resolve(dirname(file), from.replace(/\.[jt]s$/, '.d.ts')))
      if (file === entry && line.startsWith('export')) exported.push(...namesOf(names ?? '', line))
      return ''
    })
    bodies.push(file === entry ? body : body.replace(/^export \{\s*\};\n/gm, '').replace(/^export /gm, ''))
  }
  visit(entry)
  return { text: `${[...imports].join('')}${bodies.join('')}export { ${exported.join(', ')} };\n`, modules }
}

function claim(owners: Map<string, string>, name: string, file: string): void {
  const other = owners.get(name)
  if (other !== undefined && other !== file)
    throw new Error(
      `${relative('', other)} and ${relative('', file)} both declare ${name}: rename one of them`,
    )
  owners.set(name, file)
}

function namesOf(names: string, line: string): string[] {
  const list = names.split(',').map((name) => name.trim().replace(/^type /, ''))
  const wrong = list.find((name) => name.includes(' '))
  if (wrong !== undefined || names === '')
    throw new Error(`exports are named as they are declared, and this is not: ${line.trim()}`)
  return list.filter((name) => name !== '')
}

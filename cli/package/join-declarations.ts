/** The declarations of a tool as one file: a file for each of its modules takes a whole block on disk, and most are short. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'

const IMPORT = /^(?:import|export)(?: type)? (?:\{([^}]*)\}|[^;'{]*) from ['"]([^'"]+)['"];\n/gm
const DECLARED =
  /^(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class|function|const|namespace) (\w+)/gm

/** What a module merges into another one. */
const MERGED = /^declare module '\.[^']*' \{\n([\s\S]*?)\n\}$/gm
const merged = (_: string, body: string): string => body.replace(/^ +(?=interface )/gm, 'export ')

/** Joins what each of these files leads to into it, and removes the others. Throws where two modules declare the same name. */
export function joinDeclarations(entries: readonly string[]): void {
  const joined = new Map(entries.map((entry) => [entry, joinedOf(entry)]))
  for (const [entry, { text, modules }] of joined) {
    for (const file of modules) if (!joined.has(file)) rmSync(file, { force: true })
    writeFileSync(entry, text)
  }
}

/**
 * Joins the modules below the folder of an entry into it. The entry exports some of them whole; what lies outside of the folder
 * stays there. Throws where two modules declare the same name.
 */
export function joinFolder(entry: string): void {
  const folder = dirname(entry)
  const modules: string[] = []
  const whole = new Set([entry])
  const outside = new Map<string, Set<string>>()
  const owners = new Map<string, string>()
  const bodies = new Map<string, string>()
  const visit = (file: string): void => {
    const body = entered(file, modules, owners)?.replace(
      IMPORT,
      (line, names: string | undefined, from: string) => {
        const target = from.startsWith('.') ? resolve(dirname(file), from.replace(/\.[jt]s$/, '.d.ts')) : null
        if (target?.startsWith(`${folder}/`)) {
          if (line.startsWith('export')) whole.add(target)
          visit(target)
          return ''
        }
        if (line.startsWith('export') || names === undefined) return line // of the entry, whose place stays
        const place = target === null ? from : relative(folder, target).replace(/\.d\.ts$/, '.ts')
        const known = outside.get(place) ?? new Set()
        outside.set(place, known)
        for (const name of names.split(',')) if (name.trim() !== '') known.add(name.trim())
        return ''
      },
    )
    if (body !== undefined)
      bodies.set(file, body.replace(/^export \{\s*\};\n|^\/\/# sourceMappingURL=.*$/gm, '').trimEnd())
  }
  visit(entry)
  const imports = [...outside].map(
    ([from, names]) => `import type { ${[...names].join(', ')} } from '${from}';`,
  )
  const parts = [...bodies].map(([file, body]) =>
    (whole.has(file) ? body : body.replace(/^export /gm, '')).replace(MERGED, merged),
  )
  for (const file of modules) rmSync(file)
  writeFileSync(entry, `${[...imports, ...parts].join('\n')}\n`)
}

function joinedOf(entry: string): { text: string; modules: readonly string[] } {
  const modules: string[] = []
  const imports = new Set<string>()
  const exported: string[] = []
  const owners = new Map<string, string>()
  const bodies: string[] = []
  const visit = (file: string): void => {
    const body = entered(file, modules, owners)?.replace(
      IMPORT,
      (line, names: string | undefined, from: string) => {
        if (!from.startsWith('.')) imports.add(line)
        else visit(resolve(dirname(file), from.replace(/\.[jt]s$/, '.d.ts')))
        if (file === entry && line.startsWith('export')) exported.push(...namesOf(names ?? '', line))
        return ''
      },
    )
    if (body === undefined) return
    bodies.push(file === entry ? body : body.replace(/^export \{\s*\};\n/gm, '').replace(/^export /gm, ''))
  }
  visit(entry)
  const body = reachable(bodies.join(''), exported)
  return { text: `${[...imports].join('')}${body}export { ${exported.join(', ')} };\n`, modules }
}

/** The declarations that the exported ones name, and those that these name. */
function reachable(text: string, exported: readonly string[]): string {
  const statements = text.split(
    /^(?=\/\*\*|(?:export |declare |abstract )*(?:interface|type|class|function|const|namespace) \w)/m,
  )
  // A comment belongs to what follows it.
  const whole: string[] = []
  for (const one of statements) {
    const before = whole.at(-1)
    if (before?.startsWith('/**') && before.search(DECLARED) < 0) whole[whole.length - 1] = before + one
    else whole.push(one)
  }
  const named = whole.map((one) => [...one.matchAll(DECLARED)].map(([, name]) => name!))
  const wanted = new Set(exported)
  const kept = new Set<number>()
  for (let size = -1; size < kept.size; ) {
    size = kept.size
    for (const [at, names] of named.entries()) {
      const isWanted =
        names.length === 0 || whole[at]!.startsWith('export ') || names.some((name) => wanted.has(name))
      if (kept.has(at) || !isWanted) continue
      kept.add(at)
      for (const [word] of whole[at]!.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/\w+/g)) wanted.add(word)
    }
  }
  return whole.filter((_, at) => kept.has(at)).join('')
}

/** The text of a module that is visited for the first time; its names are claimed. */
function entered(file: string, modules: string[], owners: Map<string, string>): string | undefined {
  if (modules.includes(file)) return undefined
  modules.push(file)
  const text = readFileSync(file, 'utf8')
  for (const [, name] of text.matchAll(DECLARED)) claim(owners, name!, file)
  return text
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

// Reads source files into the facts that the house counts: imports, functions, casts, reads in brackets.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { parseSync } from 'oxc-parser'

/** Something in a file that is counted, with its first line. */
export interface Place {
  line: number
  text: string
}

export interface FileFacts {
  /** Relative to the repository. */
  path: string
  isTest: boolean
  lines: number
  /** Files of the repository that it imports, types included. */
  imports: string[]
  /** Packages that it imports, by their names. */
  libraries: string[]
  /** modules of node, without `node:` */
  nodeModules: string[]
  functions: (Place & { length: number })[]
  /** `x as T`; `as const` is none. */
  casts: (Place & { hasReason: boolean })[]
  loose: Place[]
  /** `x['name']`, where `x.name` could stand. */
  bracketReads: Place[]
  /** Lines that are written to a logger without the guard of `src/safe-log.ts`. */
  unguardedLogs: Place[]
  /** Functions of node:fs that write a file: imported, or called on a module. */
  writers: Place[]
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** The report of the coverage, which is not in the repository. */
const GENERATED = /^coverage[\\/](report|tmp)[\\/]/

export function readFacts(root: string, folders: readonly string[]): FileFacts[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|js|mjs)$/.test(name) && !GENERATED.test(`${folder}/${name}`))
      .sort()
      .map((name) => {
        const path = posix.join(folder, name.replaceAll('\\', '/'))
        return factsOf(path, readFileSync(join(root, path), 'utf8'))
      }),
  )
}

export function factsOf(path: string, text: string): FileFacts {
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`)
  const lineOf = lineFinder(text)
  const commented = new Set(comments.flatMap(({ start, end }) => [lineOf(start), lineOf(end)]))
  const facts: FileFacts = {
    path,
    isTest: /\.test(-d)?\.ts$/.test(path),
    lines: text.split('\n').length - 1,
    imports: [],
    libraries: [],
    nodeModules: [],
    functions: [],
    casts: [],
    loose: [],
    bracketReads: [],
    unguardedLogs: [],
    writers: [],
  }
  const lines = text.split('\n')
  visit(program as unknown as Node, (node) => {
    const line = lineOf(node.start)
    const place = { line, text: (lines[line - 1] ?? '').trim() }
    for (const specifier of importsOf(node)) addImport(facts, specifier)
    if (FUNCTIONS.has(node.type)) facts.functions.push({ ...place, length: lineOf(node.end) - line + 1 })
    if (isCast(node))
      facts.casts.push({ ...castPlace(node, lineOf, lines), hasReason: hasReason(node, lineOf, commented) })
    if (node.type === 'Identifier' && node['name'] === 'Loose') facts.loose.push(place)
    if (isBracketRead(node, text)) facts.bracketReads.push(place)
    if (isUnguardedLog(node, text)) facts.unguardedLogs.push(place)
    const writer = writerOf(node)
    if (writer !== null) facts.writers.push({ line, text: writer })
  })
  return facts
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

function isCast(node: Node): boolean {
  if (node.type === 'TSTypeAssertion') return true
  if (node.type !== 'TSAsExpression') return false
  const target = node['typeAnnotation'] as Node & { typeName?: { name?: string } }
  return !(target.type === 'TSTypeReference' && target.typeName?.name === 'const')
}

/** A cast stands where its type begins: an expression over several lines has it at its end. */
function castPlace(node: Node, lineOf: (offset: number) => number, lines: string[]): Place {
  const line = lineOf((node['typeAnnotation'] as Node).start)
  return { line, text: (lines[line - 1] ?? '').trim() }
}

/** A comment on a line of the cast, or on the line above it. */
function hasReason(node: Node, lineOf: (offset: number) => number, commented: Set<number>): boolean {
  for (let line = lineOf(node.start) - 1; line <= lineOf(node.end); line++)
    if (commented.has(line)) return true
  return false
}

/** Where a dot would do; the names of headers are data, whatever they look like. */
function isBracketRead(node: Node, text: string): boolean {
  if (node.type !== 'MemberExpression' || node['computed'] !== true) return false
  const { type, value } = node['property'] as Node
  if (type !== 'Literal' || typeof value !== 'string' || !/^[\p{L}_$][\p{L}\d_$]*$/u.test(value)) return false
  const { start, end } = node['object'] as Node
  return !/\bheaders\??$/.test(text.slice(start, end))
}

const LEVELS = /^(trace|debug|info|warn|error|fatal)$/
/** Values of the class of `src/safe-log.ts`: that of an exchange, a new one, a field, and a variable of its type. The controller of a web stream is no logger. */
const GUARDED = /^(x\.log|this\.#log|controller|new SafeLog\(.*\))$/s

function isUnguardedLog(node: Node, text: string): boolean {
  if (node.type !== 'CallExpression') return false
  const callee = node['callee'] as Node & { property?: { type: string; name?: string } }
  if (callee.type !== 'MemberExpression' || callee.property?.type !== 'Identifier') return false
  if (!LEVELS.test(callee.property.name ?? '')) return false
  const { start, end } = callee['object'] as Node
  const receiver = text.slice(start, end)
  return !GUARDED.test(receiver) && !(receiver === 'log' && /\blog(: SafeLog| = new SafeLog)/.test(text))
}

const WRITERS = /^(writeFile|appendFile|copyFile|cp|rename|truncate|writev?)(Sync)?$|^createWriteStream$/

/** The function of node:fs that is imported, or taken off a module: `fs.writeFileSync`. */
function writerOf(node: Node): string | null {
  if (node.type === 'ImportDeclaration') {
    const from = (node['source'] as Node & { value: string }).value
    if (!/^(node:)?fs(\/promises)?$/.test(from)) return null
    const names = (node['specifiers'] as (Node & { imported?: { name?: string } })[]).map(
      (one) => one.imported?.name,
    )
    return names.filter((name) => name !== undefined && WRITERS.test(name)).join(', ') || null
  }
  if (node.type !== 'MemberExpression' || node['computed'] === true) return null
  const { name } = node['property'] as Node & { name?: string }
  const { name: object } = node['object'] as Node & { name?: string }
  return object !== undefined && /^(fs|fsp|promises)$/.test(object) && WRITERS.test(name ?? '')
    ? `${object}.${name}`
    : null
}

/** What a node imports, re-exports or requires: types included. */
function importsOf(node: Node): string[] {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return stringsIn(node['source'])
    case 'CallExpression':
      return isRequire(node['callee'] as Node) ? stringsIn((node['arguments'] as Node[])[0]) : []
    default:
      return []
  }
}

/** `require('x')`, `requireFrom('x')`, `load('x')`, `createRequire(url)('x')`. */
function isRequire(callee: Node): boolean {
  if (callee.type === 'Identifier') return /^(require\w*|load)$/.test(String(callee['name']))
  if (callee.type !== 'CallExpression') return false
  const inner = callee['callee'] as Node
  return inner.type === 'Identifier' && inner['name'] === 'createRequire'
}

/** The strings of an argument, which may choose between several. */
function stringsIn(node: unknown): string[] {
  const found: string[] = []
  if (node === null || node === undefined) return found
  visit(node as Node, ({ type, value }) => {
    if (type === 'Literal' && typeof value === 'string') found.push(value)
  })
  return found
}

function addImport(facts: FileFacts, specifier: string): void {
  if (specifier.startsWith('node:')) {
    facts.nodeModules.push(specifier.slice('node:'.length))
    return
  }
  if (specifier.startsWith('.')) {
    const target = posix.join(dirname(facts.path), specifier)
    if (/\.(ts|js|mjs)$/.test(target)) facts.imports.push(target)
    return
  }
  const parts = specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1)
  facts.libraries.push(parts.join('/'))
}

function visit(node: Node, enter: (node: Node) => void): void {
  enter(node)
  for (const value of Object.values(node)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && typeof one === 'object' && typeof (one as Node).type === 'string')
        visit(one as Node, enter)
    }
  }
}

/** From an offset to its line, which is counted from 1. */
function lineFinder(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] as number) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}

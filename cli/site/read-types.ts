/** Reads the public types of `src/types/`: interfaces, their members and type aliases, each with its documentation comment. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { type Documentation, readComment } from './read-comment.ts'

export interface Member {
  name: string
  /** Its declarations as they are written: several for overloads. */
  signatures: string[]
  documentation: Documentation
}

export interface Declaration {
  /** The file without its folder and its ending: `reply`. */
  file: string
  name: string
  /** The declaration up to its members, or the whole alias. */
  signature: string
  documentation: Documentation
  members: Member[]
}

type Node = Extract<
  ReturnType<typeof parseSync>['program']['body'][number],
  { type: 'ExportNamedDeclaration' }
>
type Interface = Extract<Node['declaration'], { type: 'TSInterfaceDeclaration' }>
type Signature = Interface['body']['body'][number]

/** A file with what is needed to cut texts out of it. */
interface Source {
  file: string
  text: string
  comments: readonly { start: number; end: number; value: string }[]
}

/** Everything that the files of a folder export, in the order of the files and within them. */
export function readTypes(folder: string, files = readdirSync(folder)): Declaration[] {
  return files
    .filter((name) => name.endsWith('.ts') && !name.includes('.test-d.'))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      const { program, comments } = parseSync(name, text)
      const blocks = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
      const source: Source = { file: basename(name, '.ts'), text, comments: blocks }
      return program.body.flatMap((node) => declarationOf(node, source))
    })
}

function declarationOf(node: { type: string; start: number }, source: Source): Declaration[] {
  if (node.type !== 'ExportNamedDeclaration') return []
  const { declaration, start } = node as Node
  const documentation = commentBefore(start, source)
  if (declaration?.type === 'TSTypeAliasDeclaration') {
    const signature = cut(source, declaration.start, declaration.end)
    return [{ file: source.file, name: declaration.id.name, signature, documentation, members: [] }]
  }
  if (declaration?.type !== 'TSInterfaceDeclaration') return []
  const signature = cut(source, declaration.start, declaration.body.start).trim()
  const members = membersOf(declaration.body.body, source)
  return [{ file: source.file, name: declaration.id.name, signature, documentation, members }]
}

/** The members of an interface; overloads count as one. */
function membersOf(body: readonly Signature[], source: Source): Member[] {
  const members = new Map<string, Member>()
  for (const one of body) {
    const name = nameOf(one, source)
    const documentation = commentBefore(one.start, source)
    const found = members.get(name)
    const signature = cut(source, one.start, one.end)
    if (found === undefined) members.set(name, { name, signatures: [signature], documentation })
    else {
      if (!documentation.deprecated) found.signatures.push(signature)
      if (found.documentation.text === '') found.documentation = documentation
    }
  }
  return [...members.values()]
}

function nameOf(one: Signature, { text }: Source): string {
  if (one.type === 'TSCallSignatureDeclaration') return '()'
  if (one.type === 'TSConstructSignatureDeclaration') return 'new ()'
  if (one.type === 'TSIndexSignature') return '[key]'
  const name = text.slice(one.key.start, one.key.end)
  return 'computed' in one && one.computed ? `[${name}]` : name
}

/** A piece of the text without its comments and without the indentation of its place. */
function cut({ text, comments }: Source, start: number, end: number): string {
  let result = ''
  let at = start
  for (const comment of comments) {
    if (comment.start < start || comment.end > end) continue
    result += text.slice(at, comment.start).trimEnd()
    at = comment.end
  }
  result += text.slice(at, end)
  const indentation = /^ */.exec(text.slice(text.lastIndexOf('\n', start) + 1, start))![0]
  const lines = result.split('\n').filter((line) => !/^\s*\/\//.test(line))
  return lines
    .map((line) => (line.startsWith(indentation) ? line.slice(indentation.length) : line))
    .join('\n')
}

/** The documentation comment that ends where a declaration begins. */
function commentBefore(start: number, { text, comments }: Source): Documentation {
  const comment = comments.findLast(({ end }) => end <= start)
  const between = comment === undefined ? '-' : text.slice(comment.end, start)
  const belongs = between.split('\n').every((line) => /^\s*(\/\/.*)?$/.test(line)) && !/\n\s*\n/.test(between)
  return readComment(belongs ? comment!.value : '')
}

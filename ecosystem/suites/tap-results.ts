/** Reads what a test file printed in the Test Anything Protocol as results by name. */
import { Parser, type Result } from 'tap-parser'
import type { Runner } from '../packages/packages.ts'

/** Passed or not, by the full name of the test. A test that was skipped, or is to be done, is not in it. */
export type Results = Map<string, boolean>

interface Block {
  name: string
  asserts: Result[]
  children: Block[]
}

export function readTap(text: string, runner: Runner): Results {
  const root = parse(text)
  const results: Results = new Map()
  const add = (name: string, ok: boolean): void => {
    let unique = name
    for (let at = 2; results.has(unique); at++) unique = `${name} (${at})`
    results.set(unique, ok)
  }
  if (runner === 'node') collectPoints(root, '', add)
  else collectBlocks(root, '', add)
  return results
}

function parse(text: string): Block {
  const root: Block = { name: '', asserts: [], children: [] }
  const parser = new Parser({ strict: false })
  watch(parser, root)
  parser.end(text)
  return root
}

function watch(parser: Parser, block: Block): void {
  parser.on('assert', (result: Result) => block.asserts.push(result))
  parser.on('child', (child: Parser) => {
    const inner: Block = { name: child.name, asserts: [], children: [] }
    block.children.push(inner)
    watch(child, inner)
  })
}

type Add = (name: string, ok: boolean) => void

const counts = ({ skip, todo }: Result): boolean => !skip && !todo

/** With node:test a test is a result without results below it. */
function collectPoints(block: Block, path: string, add: Add): void {
  for (const result of block.asserts) {
    const inner = block.children.find(({ name }) => name === result.name)
    if (inner !== undefined && inner.asserts.length > 0) collectPoints(inner, join(path, inner.name), add)
    else if (counts(result)) add(join(path, result.name), result.ok)
  }
}

/** With tap a test is a block with assertions of its own: what its subtests say is told of them. */
function collectBlocks(block: Block, path: string, add: Add): void {
  const left = block.children.map(({ name }) => name)
  const own = block.asserts.filter((result) => {
    const at = left.indexOf(result.name)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  const counted = own.filter(counts)
  if (counted.length > 0)
    add(
      path === '' ? '(the file)' : path,
      counted.every(({ ok }) => ok),
    )
  for (const child of block.children) collectBlocks(child, join(path, child.name), add)
}

function join(path: string, name: string): string {
  const text = name.trim() || '(without a name)'
  return path === '' ? text : `${path} › ${text}`
}

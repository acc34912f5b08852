// Finds circles in a graph: between files, and between the folders in which they lie.

import { dirname } from 'node:path'
import type { FileFacts } from './facts.ts'

export type Graph = Map<string, Set<string>>

export function fileGraph(files: readonly FileFacts[]): Graph {
  return new Map(files.map(({ path, imports }) => [path, new Set(imports)]))
}

/**
 * A folder is the directory of a file, so a folder and its subfolder are two, and may not import each other. A file of `apart`
 * counts as a folder of its own. Tests are left out: nothing imports them.
 */
export function folderGraph(files: readonly FileFacts[], apart: readonly string[]): Graph {
  const folderOf = (path: string): string => (apart.includes(path) ? path : dirname(path))
  const graph: Graph = new Map()
  for (const { path, imports, isTest } of files) {
    if (isTest) continue
    const from = folderOf(path)
    const targets = graph.get(from) ?? new Set()
    graph.set(from, targets)
    for (const one of imports) if (folderOf(one) !== from) targets.add(folderOf(one))
  }
  return graph
}

/** One circle for each set of nodes that reach each other, as `a -> b -> a`. */
export function circlesOf(graph: Graph): string[] {
  const reached = new Map([...graph.keys()].map((node) => [node, reachableFrom(graph, node)]))
  const circles: string[] = []
  const told = new Set<string>()
  for (const node of [...graph.keys()].sort()) {
    if (told.has(node) || !reached.get(node)?.has(node)) continue
    for (const other of graph.keys())
      if (reached.get(node)?.has(other) && reached.get(other)?.has(node)) told.add(other)
    circles.push([...pathBack(graph, node), node].join(' -> '))
  }
  return circles
}

function reachableFrom(graph: Graph, start: string): Set<string> {
  const seen = new Set<string>()
  const queue = [...(graph.get(start) ?? [])]
  for (const node of queue) {
    if (seen.has(node)) continue
    seen.add(node)
    queue.push(...(graph.get(node) ?? []))
  }
  return seen
}

/** The shortest way from a node to itself. */
function pathBack(graph: Graph, start: string): string[] {
  const queue: string[][] = [[start]]
  const seen = new Set<string>()
  for (const path of queue) {
    for (const next of graph.get(path.at(-1) as string) ?? []) {
      if (next === start) return path
      if (seen.has(next)) continue
      seen.add(next)
      queue.push([...path, next])
    }
  }
  return [start]
}

// Turns a case with a matrix into its rows: substitutes `$m`, `$m?` and `{{…}}`, and names each row.

import type { Case, Json } from './case.ts'

export interface Row {
  /** `case` or `case[row]`. */
  id: string
  body: Case
}

/** A substitution that names nothing in the matrix; `pointer` is inside the case. */
export class MatrixError extends Error {
  pointer: string
  constructor(pointer: string, message: string) {
    super(message)
    this.pointer = pointer
  }
}

type Bindings = Record<string, Json>

const DROP = Symbol('drop')

export function rowsOf(body: Case): Row[] {
  if (!body.matrix) return [{ id: body.id, body }]
  return productOf(Object.entries(body.matrix)).map((row) => {
    const { matrix: _, ...rest } = body
    const expanded = substitute(rest as unknown as Json, row.bindings, '') as unknown as Case
    expanded.rules = [...new Set([...expanded.rules, ...row.rules])]
    return { id: `${body.id}[${row.names.join(',')}]`, body: expanded }
  })
}

interface Combination {
  names: string[]
  rules: string[]
  bindings: Bindings
}

function productOf(axes: [string, Json[]][]): Combination[] {
  let rows: Combination[] = [{ names: [], rules: [], bindings: {} }]
  for (const [axis, values] of axes) {
    rows = rows.flatMap((row) =>
      values.map((value) => ({
        names: [...row.names, nameOf(value)],
        rules: [...row.rules, ...rulesOf(value)],
        bindings: { ...row.bindings, [axis]: value },
      })),
    )
  }
  return rows
}

function nameOf(value: Json): string {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return String(value['id'])
  return String(value)
}

function rulesOf(value: Json): string[] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return []
  const rules = value['rules']
  return Array.isArray(rules) ? rules.map(String) : []
}

function substitute(node: Json, bindings: Bindings, pointer: string): Json | typeof DROP {
  if (typeof node === 'string') return interpolate(node, bindings, pointer)
  if (node === null || typeof node !== 'object') return node
  if (Array.isArray(node)) {
    const items: Json[] = []
    for (const [index, item] of node.entries()) {
      const value = substitute(item, bindings, `${pointer}/${index}`)
      if (value !== DROP) items.push(value)
    }
    return items
  }
  return substituteObject(node, bindings, pointer)
}

function substituteObject(
  node: Record<string, Json>,
  bindings: Bindings,
  pointer: string,
): Json | typeof DROP {
  const keys = Object.keys(node)
  if (keys.length === 1 && (keys[0] === '$m' || keys[0] === '$m?')) {
    const found = lookup(bindings, String(node[keys[0]]))
    if (found !== undefined) return structuredClone(found)
    if (keys[0] === '$m?') return DROP
    throw new MatrixError(pointer, `the matrix has no ${String(node['$m'])}`)
  }
  const result: Record<string, Json> = {}
  for (const key of keys) {
    const value = substitute(node[key] as Json, bindings, `${pointer}/${escapePointer(key)}`)
    // A key such as __proto__ is data here, and an assignment would not keep it.
    if (value !== DROP) {
      const name = interpolate(key, bindings, pointer)
      Object.defineProperty(result, name, { value, enumerable: true, configurable: true, writable: true })
    }
  }
  return result
}

function interpolate(text: string, bindings: Bindings, pointer: string): string {
  if (!text.includes('{{')) return text
  return text.replace(/\{\{([\w.-]+)\}\}/g, (_, path: string) => {
    const value = lookup(bindings, path)
    if (value === undefined) throw new MatrixError(pointer, `the matrix has no ${path}`)
    return value !== null && typeof value === 'object' ? nameOf(value) : String(value)
  })
}

function lookup(bindings: Bindings, path: string): Json | undefined {
  let value: Json | undefined = bindings
  for (const key of path.split('.')) {
    if (value === null || typeof value !== 'object' || value === undefined) return undefined
    value = Array.isArray(value) ? value[Number(key)] : Object.hasOwn(value, key) ? value[key] : undefined
  }
  return value
}

export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

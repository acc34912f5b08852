// Turns a case as it is written into its rows: fills in its matrix and its tables, and names each row.

import type {
  Case,
  CaseFile,
  CaseSource,
  Exchange,
  ExchangeChoice,
  ExchangeTable,
  Json,
  Table,
  ValueCase,
} from './case.ts'
import { isExchangeTable, isTable, rowsOfTable } from './table.ts'
import { expandValues, isValueCase } from './values.ts'

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

export function rowsOf(written: CaseSource | ValueCase, tables: CaseFile['tables'] = {}): Row[] {
  if (isValueCase(written)) return rowsOf(expandValues(written))
  const { matrix, exchanges, ...others } = written
  const rest = { ...others, level: others.level ?? ('MUST' as const) }
  if (!matrix)
    return [{ id: others.id, body: inLine({ ...rest, exchanges: exchangesOf(exchanges, tables, null) }) }]
  return productOf(Object.entries(matrix).map(([axis, values]) => axisOf(axis, values, tables))).map(
    ({ names, rules, bindings }) => {
      const body = { ...(substitute(rest as unknown as Json, bindings, '') as unknown as Case) }
      body.rules = [...new Set([...body.rules, ...rules])]
      body.exchanges = exchangesOf(exchanges, tables, bindings)
      // An id that names its row itself is the whole id.
      return {
        id: others.id.includes('{{') ? body.id : `${others.id}[${names.join(',')}]`,
        body: inLine(body),
      }
    },
  )
}

/** An application of the line of Fastify 5 says so. */
function inLine(body: Case): Case {
  const { options = {} } = body.app
  if (body.line !== 5 || options === null || typeof options !== 'object' || Array.isArray(options))
    return body
  return { ...body, app: { ...body.app, options: { line: 5, ...options } } }
}

function axisOf(axis: string, given: Json[] | Table | string, tables: CaseFile['tables']): [string, Json[]] {
  const pointer = `/matrix/${axis}`
  const values = typeof given === 'string' ? tables?.[given] : given
  if (values === undefined) throw new MatrixError(pointer, `the file has no table ${String(given)}`)
  return [axis, isTable(values) ? cellsOf(values, pointer) : values]
}

/** The exchanges of one row; without a matrix only those of tables are filled in. */
function exchangesOf(
  written: CaseSource['exchanges'],
  tables: CaseFile['tables'],
  bindings: Bindings | null,
): Exchange[] {
  // What is no list is for the schema to refuse.
  if (!Array.isArray(written)) return written
  return written.flatMap((one, index) => {
    const pointer = `/exchanges/${index}`
    if (isExchangeTable(one)) return tableExchanges(one, tables, bindings ?? {}, pointer)
    return [bindings === null ? one : fillIn(one, bindings, pointer)]
  })
}

function tableExchanges(
  { table, each }: ExchangeTable,
  tables: CaseFile['tables'],
  bindings: Bindings,
  pointer: string,
): Exchange[] {
  const named = typeof table === 'string' ? tables?.[table] : table
  if (!isTable(named)) throw new MatrixError(`${pointer}/table`, `the file has no table ${String(table)}`)
  return cellsOf(named, `${pointer}/table`).flatMap((row) => {
    const names = { ...bindings, row }
    return each.flatMap((one) => {
      const chosen = 'if' in one ? choose(one, names, pointer) : one
      return chosen === undefined ? [] : [fillIn(chosen, names, pointer)]
    })
  })
}

function choose(choice: ExchangeChoice, bindings: Bindings, pointer: string): Exchange | undefined {
  const there = lookup(bindings, interpolate(choice.if, bindings, pointer)) !== undefined
  return there ? choice.then : choice.else
}

function fillIn(exchange: Exchange, bindings: Bindings, pointer: string): Exchange {
  return substitute(exchange as unknown as Json, bindings, pointer) as unknown as Exchange
}

function cellsOf(table: Table, pointer: string): Json[] {
  try {
    return rowsOfTable(table)
  } catch (error) {
    throw new MatrixError(pointer, (error as Error).message)
  }
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
    const found = lookup(bindings, interpolate(String(node[keys[0]]), bindings, pointer))
    if (found !== undefined) return found
    if (keys[0] === '$m?') return DROP
    throw new MatrixError(pointer, `the matrix has no ${String(node['$m'])}`)
  }
  const result: Record<string, Json> = {}
  for (const key of keys) {
    const value = substitute(node[key] as Json, bindings, `${pointer}/${escapePointer(key)}`)
    if (value === DROP) continue
    const name = interpolate(key, bindings, pointer)
    // It is data here, and an assignment would not keep it. To define each property takes four times as long.
    if (name === '__proto__')
      Object.defineProperty(result, name, { value, enumerable: true, configurable: true, writable: true })
    else result[name] = value
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
  return /[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key
}

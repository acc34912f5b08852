// Tables: rows of values under the names of columns, for an axis of a matrix and for exchanges of one shape.

import type { ExchangeTable, Json, Table } from './case.ts'

/** What stands in the cell of a row that has no value for this column. */
const EMPTY = '✗'

export type Row = { [column: string]: Json }

export function isTable(value: unknown): value is Table {
  const table = value as Partial<Table> | null
  return typeof table === 'object' && Array.isArray(table?.columns) && Array.isArray(table.rows)
}

export function isExchangeTable(value: unknown): value is ExchangeTable {
  return typeof value === 'object' && value !== null && 'table' in value
}

/** The rows as objects; throws where a row has more or fewer cells than there are columns. */
export function rowsOfTable({ columns, rows }: Table): Row[] {
  return rows.map((cells, index) => {
    if (!Array.isArray(cells) || cells.length !== columns.length) {
      throw new TypeError(
        `row ${index} of the table has not ${columns.length} cells: ${JSON.stringify(cells)}`,
      )
    }
    const named = columns.map((column, cell): [string, Json] => [column, cells[cell] as Json])
    return Object.fromEntries(named.filter(([, value]) => value !== EMPTY))
  })
}

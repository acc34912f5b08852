/** The shapes of scalars. */
import { Unknown } from './output.ts'
import type { Shape } from './shape.ts'

export const BARE: Readonly<Record<string, Shape>> = {
  null: { kind: 'null' },
  text: { kind: 'text' },
  integer: { kind: 'integer' },
  number: { kind: 'number' },
  boolean: { kind: 'boolean' },
  any: { kind: 'any' },
}
const DATES = {
  'date-time': { kind: 'date', format: 'date-time' },
  date: { kind: 'date', format: 'date' },
  time: { kind: 'date', format: 'time' },
} as const

export function textShape(format: unknown): Shape {
  if (format === 'unsafe') throw new Unknown('a text that is not escaped')
  if (format === 'date-time' || format === 'date' || format === 'time') return DATES[format]
  return BARE.text!
}

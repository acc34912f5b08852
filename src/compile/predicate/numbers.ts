/** Draft 7, 6.2: the keywords of numbers. */
import { bare, type Family, type Judge, limitOf, NO, sequence, YES } from './verdict.ts'

export const NUMBER_KEYWORDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']

export const numbers: Family = (schema) => {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const least = limitOf(minimum, Number.NEGATIVE_INFINITY)
  const most = limitOf(maximum, Number.POSITIVE_INFINITY)
  const above = limitOf(exclusiveMinimum, Number.NEGATIVE_INFINITY)
  const below = limitOf(exclusiveMaximum, Number.POSITIVE_INFINITY)
  if (least === null || most === null || above === null || below === null) return null
  const judges: Judge[] = []
  if (minimum !== undefined || maximum !== undefined)
    judges.push((value) => (isBetween(value, least, most) ? YES : NO))
  if (exclusiveMinimum !== undefined || exclusiveMaximum !== undefined)
    judges.push((value) => (typeof value === 'number' && value > above && value < below ? YES : NO))
  if (multipleOf !== undefined) {
    const step = limitOf(multipleOf, 1)
    if (step === null || step <= 0) return null
    judges.push((value) => (typeof value === 'number' && isMultiple(value, step) ? YES : NO))
  }
  return bare(sequence(judges))
}

function isBetween(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && value >= least && value <= most
}

/** As ajv: it reads the quotient as text, so a very large or small one is no multiple, and 0.3 is none of 0.1. */
function isMultiple(value: number, step: number): boolean {
  const quotient = value / step
  return quotient === Number.parseInt(String(quotient), 10)
}

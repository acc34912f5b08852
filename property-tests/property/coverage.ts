/** Which keywords of a schema were met in which part of an exchange, and how that ended. */
import { isDeepStrictEqual } from 'node:util'
import { type Schema, type SchemaOrBoolean, subschemas } from '../../fuzz/schema/walk.ts'

export type CoveredPart = 'body' | 'querystring' | 'params' | 'headers' | 'response'
/** `refused`: this keyword was the one that did it. */
export type CoveredOutcome = 'taken' | 'changed' | 'refused'

export const PARTS: readonly CoveredPart[] = ['body', 'querystring', 'params', 'headers', 'response']
export const OUTCOMES: readonly CoveredOutcome[] = ['taken', 'changed', 'refused']

/** The keywords of draft 7 that the generators know, in the order of the specification. */
export const KEYWORDS: readonly string[] = [
  'type', 'nullable', 'enum', 'const', 'default',
  'multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum',
  'maxLength', 'minLength', 'pattern', 'format',
  'items', 'additionalItems', 'maxItems', 'minItems', 'uniqueItems', 'contains',
  'maxProperties', 'minProperties', 'required', 'properties', 'patternProperties', 'additionalProperties',
  'dependencies', 'propertyNames',
  'if', 'then', 'else', 'allOf', 'anyOf', 'oneOf', 'not',
  'definitions', '$id', '$ref',
] // biome-ignore format: one line for each section of the specification

export class Coverage {
  readonly counts = new Map<string, number>()

  static key(keyword: string, part: CoveredPart, outcome: CoveredOutcome): string {
    return `${keyword} ${part} ${outcome}`
  }

  /** Whether no schema was met: of the properties that have none. */
  get isEmpty(): boolean {
    return this.counts.size === 0
  }

  count(keyword: string, part: CoveredPart, outcome: CoveredOutcome): number {
    return this.counts.get(Coverage.key(keyword, part, outcome)) ?? 0
  }

  /** A value was taken as it is, or after a change: all keywords of the schema had their say. */
  passed(schema: SchemaOrBoolean, part: CoveredPart, outcome: 'taken' | 'changed'): void {
    for (const keyword of keywordsOf(schema)) this.#add(keyword, part, outcome)
  }

  /** A part was read as one value and reached the handler as another, or as the same. */
  taken({ schema, part }: { schema: SchemaOrBoolean; part: CoveredPart }, read: unknown, got: unknown): void {
    // Headers that no schema asked for are read and not told: what was told is held against what was read under its names.
    const names = Object.keys((got ?? {}) as object)
    const before =
      part === 'headers' ? Object.fromEntries(names.map((name) => [name, (read as never)[name]])) : read
    this.passed(schema, part, isDeepStrictEqual(before ?? null, got ?? null) ? 'taken' : 'changed')
  }

  refused(keyword: string, part: CoveredPart): void {
    this.#add(keyword, part, 'refused')
  }

  #add(keyword: string, part: CoveredPart, outcome: CoveredOutcome): void {
    const key = Coverage.key(keyword, part, outcome)
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1)
  }
}

function keywordsOf(schema: SchemaOrBoolean, found = new Set<string>()): Set<string> {
  if (typeof schema === 'boolean') return found
  for (const key of Object.keys(schema)) if (KEYWORDS.includes(key)) found.add(key)
  for (const { schema: inner } of subschemas(schema)) keywordsOf(inner as Schema, found)
  return found
}

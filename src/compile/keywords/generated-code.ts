/** The option `codeGeneration: false`: tells which schemas need code that a library generates, and the keyword that does. */
import type { Logger } from '../../types/logger.ts'
import { isObject, type Properties } from '../../values.ts'
import { eachSubschema, type SchemaObject } from '../json-schema/references.ts'
import { warn } from './unsafe-patterns.ts'

interface NeededCode {
  readonly library: 'ajv' | 'fast-json-stringify'
  readonly method: unknown
  readonly url: unknown
  /** such as `body`, or `response 200` */
  readonly part: string
  /** what needs the library; empty: nothing does */
  readonly why: string
}
/** Null: code may be generated, and nothing is told. */
export type ReportCode = ((needed: NeededCode) => void) | null

export function reportCode(
  options: { readonly codeGeneration: boolean },
  log: { readonly logger: Logger; readonly logged: boolean },
): ReportCode {
  if (options.codeGeneration) return null
  return ({ library, method, url, part, why }) => {
    if (why === '') return
    const message = `codeGeneration is false, and ${library} generates code for the ${part} schema of ${String(method)}:${String(url)} because of ${why}`
    warn(log, 'TSTWRN002', { library, method, url, part, why }, message)
  }
}

let forbids: boolean | null = null

/** Whether the process forbids to generate code, as `--disallow-code-generation-from-strings` does. */
export function forbidsCode(): boolean {
  if (forbids !== null) return forbids
  try {
    new Function('')
    forbids = false
  } catch {
    forbids = true
  }
  return forbids
}

/** Why a schema is not known without a library; empty: it is. */
export function whyUnknown(schema: unknown, isKnown: (schema: unknown) => boolean): string {
  if (isKnown(schema)) return ''
  return isObject(schema) ? keywordOf(schema, '#', isKnown) : 'its form'
}

/** The first keyword without which an unknown schema were known, if all schemas beside its own were empty. */
function keywordOf(schema: SchemaObject, pointer: string, isKnown: (schema: unknown) => boolean): string {
  const inside: [step: string, child: SchemaObject][] = []
  eachSubschema(schema, (child, step) => inside.push([step, child]))
  const bare = inside.reduce((one, [step]) => replaced(one, step, {}), schema)
  if (isKnown(bare)) {
    for (const [step, child] of inside) {
      const isKnownHere = (one: unknown): boolean => isKnown(replaced(bare, step, one))
      if (!isKnownHere(child)) return keywordOf(child, pointer + step, isKnownHere)
    }
    return `keywords at ${pointer} together`
  }
  const keywords = Object.entries(bare).sort(([a], [b]) => Number(a === 'type') - Number(b === 'type'))
  const keyword =
    keywords.find((one) => isKnown(Object.fromEntries(keywords.filter((other) => other !== one)))) ??
    keywords.find(([key]) => key !== 'type') // there are several
  return keyword === undefined ? `keywords at ${pointer} together` : `'${keyword[0]}' at ${pointer}`
}

/** A copy of a schema with another schema at one step. */
function replaced(schema: SchemaObject, step: string, child: unknown): SchemaObject {
  const [, keyword = '', name] = /^\/([^/]+)(?:\/(.*))?$/s.exec(step) ?? []
  const own = schema[keyword]
  if (name === undefined) return { ...schema, [keyword]: child }
  if (Array.isArray(own)) return { ...schema, [keyword]: own.with(Number(name), child) }
  const map: Properties = { ...Object(own), [name.replace(/~1/g, '/').replace(/~0/g, '~')]: child }
  return { ...schema, [keyword]: map }
}

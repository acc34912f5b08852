/** The option `codeGeneration`: when code may be generated for a schema, and which schemas need code of a library, with the keyword that does. */
import { errorCodes } from '../../errors.ts'
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
/** Null: nothing is told. */
export type ReportCode = ((needed: NeededCode) => void) | null

/**
 * When code is generated for a schema:
 * `needed`   when a request needs it
 * `ready`    at once, since none may be generated later
 * `library`  never for a schema that needs no library
 * `refused`  never
 */
export type Generation = 'needed' | 'ready' | 'library' | 'refused'

/** The option `codeGeneration` of an application. */
export class CodePolicy {
  #when: Generation
  readonly report: ReportCode

  constructor(when: Generation, report: ReportCode = null) {
    this.#when = when
    this.report = report
  }

  get when(): Generation {
    return this.#when
  }

  /** The application is ready. */
  seal(): void {
    if (this.#when === 'ready') this.#when = 'refused'
  }

  /** Calls what generates code for a schema; where that is not allowed, throws an error which names the library and the keyword. */
  generate<T>(library: NeededCode['library'], why: () => string, make: () => T): T {
    const refuse = (reason: string): Error =>
      new errorCodes.FST_ERR_CODE_GENERATION(library, `a schema because of ${why()}`, reason)
    if (this.#when === 'refused')
      throw refuse("codeGeneration is 'ready': the application is ready. Declare the schema in a route")
    try {
      return make()
    } catch (error) {
      if (!(error instanceof EvalError)) throw error
      const forbidden = 'this process forbids it: --disallow-code-generation-from-strings'
      throw Object.assign(refuse(forbidden), { cause: error })
    }
  }
}

export function codePolicy(
  options: { readonly codeGeneration: boolean | 'ready' },
  log: { readonly logger: Logger; readonly logged: boolean },
): CodePolicy {
  if (options.codeGeneration === false) return new CodePolicy('library', reportCode(log))
  return new CodePolicy(options.codeGeneration === 'ready' ? 'ready' : 'needed')
}

function reportCode(log: { readonly logger: Logger; readonly logged: boolean }): NonNullable<ReportCode> {
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

// What `touchstone fuzz-schema` does: reads the schemas, studies one of them and prints what was found.

import { readFileSync } from 'node:fs'
import { toJson, visible } from '../../../conformance/markup/escape.ts'
import { isSchema, type Schema, type SchemaOrBoolean } from '../../../fuzz/schema/walk.ts'
import { type Study, StudyError } from '../../../fuzz/study/study.ts'
import { studyText } from '../../../fuzz/study/text.ts'
import { StudyEndedError, studyWithin } from '../../../fuzz/study/within.ts'
import { endAtInterrupt } from '../../../spec/interrupt.ts'
import type { ValuesOf } from '../../options/command.ts'
import type { STUDY_OPTIONS } from '../../options/fuzz/study-help.ts'
import { complain, say } from '../../options/say.ts'
import { countOf, EXIT, timeOf, UsageError } from '../../options/usage.ts'

/** Its own exit code: here 2 is a schema that does not compile, or takes too long, not an adapter that failed. */
const CANNOT_BE_STUDIED = 2

export async function runStudy(values: ValuesOf<typeof STUDY_OPTIONS>, file: string): Promise<number> {
  const name = values.at === undefined ? file : `${file}#${values.at}`
  const schema = schemaAt(readJson(file), values.at, file)
  const shared = Object.fromEntries((values.shared ?? []).map(sharedFrom))
  const runs = countOf('runs', values.runs, 200)
  const seed = countOf('seed', values.seed, 1)
  const most = countOf('most', values.most, 12)
  const limit = timeOf(values['max-time'] ?? '60s')
  endAtInterrupt()
  let found: Study
  try {
    found = await studyWithin(limit, schema, { shared, runs, seed })
  } catch (error) {
    const compiles = error instanceof StudyEndedError
    if (!(compiles || error instanceof StudyError)) throw error
    complain(`${name} ${compiles ? 'cannot be studied' : 'does not compile'}: ${visible(error.message)}\n`)
    return CANNOT_BE_STUDIED
  }
  say(values.json ? `${toJson(found, 2)}\n` : studyText(found, { name, most }))
  if (found.taken.length === 0) {
    const reasons = found.hints.filter(({ id }) => id === 'impossible').length
    complain(
      `${name} accepts none of the ${found.tried} values that were tried: ${reasons > 0 ? 'see "no value fits" above' : 'if one fits, give it in "examples"'}.\n`,
    )
    return EXIT.nothing
  }
  return found.disagreements.length === 0 ? EXIT.ok : EXIT.unexpected
}

function readJson(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`)
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${(error as Error).message}`)
  }
}

function schemaAt(document: unknown, pointer: string | undefined, file: string): SchemaOrBoolean {
  let value = document
  for (const token of (pointer ?? '').split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
      throw new UsageError(
        `${file} has nothing at ${pointer}: write a JSON pointer such as /definitions/user.`,
      )
    value = (value as Record<string, unknown>)[key]
  }
  if (isSchema(value) || typeof value === 'boolean') return value
  throw new UsageError(
    `${file} has no schema${pointer === undefined ? '' : ` at ${pointer}`}: a schema is an object, or true or false.`,
  )
}

function sharedFrom(file: string): [string, Schema] {
  const schema = readJson(file)
  if (isSchema(schema) && typeof schema['$id'] === 'string') return [schema['$id'], schema]
  throw new UsageError(`${file} is not a shared schema: it has no $id that a reference could name.`)
}

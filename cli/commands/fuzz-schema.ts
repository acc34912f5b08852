// `touchstone fuzz-schema`: one schema, what it accepts, what coercion changes, and where validator and serializer disagree.

import { readFileSync } from 'node:fs'
import { toJson, visible } from '../../conformance/markup/escape.ts'
import { isSchema, type Schema, type SchemaOrBoolean } from '../../fuzz/schema/walk.ts'
import { type Study, StudyError } from '../../fuzz/study/study.ts'
import { studyText } from '../../fuzz/study/text.ts'
import { StudyEndedError, studyWithin } from '../../fuzz/study/within.ts'
import { endAtInterrupt } from '../../spec/interrupt.ts'
import { defineCommand, type ValuesOf } from '../options/command.ts'
import { complain, say } from '../options/say.ts'
import { countOf, EXIT, timeOf, UsageError } from '../options/usage.ts'

const HELP = `touchstone fuzz-schema FILE.json [--shared FILE.json]… [OPTION]…

Studies one JSON Schema with the framework: what it accepts, what coercion changes, what it rejects and with which message, and
where the serializer does not return what the validator accepted.

  --at POINTER      the schema at this JSON pointer, such as /definitions/user
  --shared FILE     a schema with an $id that references name; may be repeated
  --runs N          random values, beside those at the edges (200)
  --seed N          other random values (1)
  --most N          maximum lines of each list (12)
  --max-time TIME   end a study that takes longer, such as 30s or 10m (60s)
  --json            print the whole study as JSON
  --help

Exit codes: 0 validator and serializer agree, 1 they disagree or validation loses data, 2 the schema does not compile or takes too
long, 3 wrong usage, 6 no value was found that the schema accepts, 130 interrupted.
`

/** Its own exit code: here 2 is a schema that does not compile, or takes too long, not an adapter that failed. */
const CANNOT_BE_STUDIED = 2

const OPTIONS = {
  at: { type: 'string' },
  shared: { type: 'string', multiple: true },
  runs: { type: 'string' },
  seed: { type: 'string' },
  most: { type: 'string' },
  'max-time': { type: 'string' },
  json: { type: 'boolean' },
} as const

export const command = defineCommand({
  name: 'fuzz-schema',
  help: HELP,
  examples: [
    ['touchstone fuzz-schema user.json', 'what the schema accepts, changes and rejects'],
    ['touchstone fuzz-schema api.json --at /definitions/user --json', 'one schema of a document, as JSON'],
  ],
  options: OPTIONS,
  run: fuzzSchema,
})

async function fuzzSchema(values: ValuesOf<typeof OPTIONS>, positionals: string[]): Promise<number> {
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0)
    throw new UsageError('touchstone fuzz-schema takes one file with a schema.', HELP)
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

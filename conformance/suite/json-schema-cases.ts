/**
 * The official JSON Schema Test Suite, draft 7, as cases: each of its schemas is a body schema and each instance a body; and each
 * valid instance is a payload behind its schema as a response schema, which must come out as it went in. The suite is not
 * part of this project: a folder of it has to be given.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { App, Case, Exchange, Json, Program } from '../../spec/case.ts'
import type { LoadedCase } from '../../spec/load.ts'
import type { Rule } from '../../spec/rule.ts'

interface Group {
  description: string
  schema: Json
  tests: { description: string; data: Json; valid: boolean }[]
}

/** The folder that was given holds no suite. */
export class JsonSchemaSuiteError extends Error {
  override name = 'JsonSchemaSuiteError'
}

const VALIDATED = 'JSON-SCHEMA-VALIDATED'
const WRITTEN = 'JSON-SCHEMA-WRITTEN'

export const JSON_SCHEMA_RULES: Rule[] = [
  ruleOf(
    VALIDATED,
    'A body schema accepts and refuses what draft 7 of JSON Schema says, where nothing is coerced.',
  ),
  ruleOf(WRITTEN, 'A value that is valid against a response schema leaves its serializer unchanged.'),
]

function ruleOf(id: string, text: string): Rule {
  const at = { document: 'JSON Schema Test Suite', section: 'draft 7' }
  return { id, area: 'json-schema', source: 'json-schema', level: 'MUST', text, at, testable: true }
}

/** Nothing is changed on its way, so that the schema alone decides. `strict` would refuse keywords that are no error. */
const OPTIONS: Json = {
  jsonShorthand: false,
  onProtoPoisoning: 'ignore',
  onConstructorPoisoning: 'ignore',
  ajv: {
    customOptions: {
      coerceTypes: false,
      useDefaults: false,
      removeAdditional: false,
      strict: false,
      logger: false,
    },
  },
}

/** The cases of the suite in `folder`, the one with `tests/` and `remotes/`. Throws a JsonSchemaSuiteError where there is none. */
export function jsonSchemaCases(folder: string): LoadedCase[] {
  const tests = join(folder, 'tests/draft7')
  if (!existsSync(tests))
    throw new JsonSchemaSuiteError(
      `There is no JSON Schema Test Suite in ${folder}: it would have a folder tests/draft7, as a checkout of json-schema-org/JSON-Schema-Test-Suite has.`,
    )
  const remotes = remoteSchemas(join(folder, 'remotes'))
  const known = new Set<string>()
  return jsonFiles(tests).flatMap((file) => {
    const name = relative(tests, file).replaceAll('\\', '/')
    return groupsOf(file).flatMap((group) => casesOf(name, group, remotes, known))
  })
}

function groupsOf(file: string): Group[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Group[]
  } catch (error) {
    throw new JsonSchemaSuiteError(`${file} is not a part of a suite: ${(error as Error).message}`)
  }
}

function casesOf(file: string, group: Group, remotes: Json[], known: Set<string>): LoadedCase[] {
  const slug = unique(`${slugOf(file.replace(/\.json$/, ''))}-${slugOf(group.description)}`, known)
  const level = file.startsWith('optional/') ? ('SHOULD' as const) : ('MUST' as const)
  const about = { source: 'json-schema' as const, level }
  const shared: Program = JSON.stringify(group.schema).includes('$ref')
    ? [{ addSchemas: { $literal: remotes } }]
    : []
  const loaded = (body: Case): LoadedCase => ({
    id: body.id,
    area: 'json-schema',
    file: `json-schema/${file}`,
    body,
  })
  const cases = [
    loaded({ ...validation(slug, group, shared), ...about, prose: `${group.description}: validated.` }),
  ]
  const writable = group.tests.filter(({ data, valid }) => valid && isSerialized(data))
  if (writable.length > 0 && typeof group.schema === 'object')
    cases.push(
      loaded({
        ...writing(slug, { ...group, tests: writable }, shared),
        ...about,
        prose: `${group.description}: written.`,
      }),
    )
  return cases
}

type Story = Pick<Case, 'id' | 'rules' | 'app' | 'exchanges'>

function validation(slug: string, { schema, tests }: Group, shared: Program): Story {
  const app: App = {
    options: OPTIONS,
    do: [...shared, { post: '/', schema: { body: { $literal: schema } }, do: [{ send: 'taken' }] }],
  }
  const known = new Set<string>()
  const exchanges = tests.map(
    ({ description, data, valid }): Exchange => ({
      id: unique(slugOf(description), known),
      polarity: valid ? 'positive' : 'negative',
      send: { method: 'POST', url: '/', text: JSON.stringify(data), contentType: 'application/json' },
      expect: { status: valid ? 200 : 400 },
    }),
  )
  return { id: `jsts-${slug}`, rules: [VALIDATED], app, exchanges }
}

function writing(slug: string, { schema, tests }: Group, shared: Program): Story {
  const routes = tests.map(({ data }, index) => ({
    get: `/${index}`,
    schema: { response: { 200: { $literal: schema } } },
    do: [{ send: { $literal: data } }],
  }))
  const known = new Set<string>()
  const exchanges = tests.map(
    ({ description, data }, index): Exchange => ({
      id: unique(slugOf(description), known),
      polarity: 'positive',
      send: { url: `/${index}` },
      expect: { status: 200, json: { $literal: data } },
    }),
  )
  return {
    id: `jsts-written-${slug}`,
    rules: [WRITTEN],
    app: { options: OPTIONS, do: [...shared, ...routes] },
    exchanges,
  }
}

/** Texts and null are sent as they are: no serializer sees them. */
function isSerialized(data: Json): boolean {
  return data !== null && typeof data !== 'string'
}

function slugOf(text: string): string {
  const words = text.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return words.replace(/^-+|-+$/g, '') || 'unnamed'
}

function unique(wanted: string, known: Set<string>): string {
  let id = wanted
  for (let number = 2; known.has(id); number++) id = `${wanted}-${number}`
  known.add(id)
  return id
}

/** The schemas that the suite would fetch: they are shared schemas instead, nothing is ever fetched. */
function remoteSchemas(folder: string): Json[] {
  if (!existsSync(folder)) return []
  const other = /draft(3|4|6|2019-09|2020-12)\/|v1\//
  return jsonFiles(folder)
    .map((file) => ({
      path: relative(folder, file).replaceAll('\\', '/'),
      schema: JSON.parse(readFileSync(file, 'utf8')) as Json,
    }))
    .filter(({ path, schema }) => !other.test(path) && typeof schema === 'object')
    .map(({ path, schema }) => ({
      $id: `http://localhost:1234/${path}`,
      ...(schema as { [key: string]: Json }),
    }))
}

function jsonFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => join(folder, file))
    .sort()
}

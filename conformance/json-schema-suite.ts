/**
 * The official JSON Schema Test Suite, draft 7, through a framework: each schema is a body schema, each instance a body.
 * The suite is not part of this project: a folder of it has to be given.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Framework {
  addSchema(schema: unknown): unknown
  post(url: string, options: unknown, handler: unknown): unknown
  ready(): Promise<unknown>
  inject(request: unknown): Promise<{ statusCode: number; body: string }>
  close(): Promise<unknown>
}
export type FrameworkFactory = (options: unknown) => Framework

interface Group {
  description: string
  schema: unknown
  tests: { description: string; data: unknown; valid: boolean }[]
}

/** Known differences: the beginning of an id, and why it is so. */
export interface KnownDifference {
  match: string
  reason: string
}

export interface SuiteResult {
  readonly passed: number
  readonly known: readonly string[]
  /** what differs and is not listed */
  readonly unexpected: readonly string[]
  /** what is listed and differs nowhere */
  readonly stale: readonly string[]
}

const KNOWN = fileURLToPath(new URL('../../conformance/expect/json-schema-draft7.json', import.meta.url))

/** The known differences of the validator that touchstone takes by default. */
export function knownDifferences(): KnownDifference[] {
  return JSON.parse(readFileSync(KNOWN, 'utf8')) as KnownDifference[]
}

/** Coercion, defaults and removal off: what is tried is the schema alone. `strict` would refuse keywords that are no error. */
const OPTIONS = {
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

/** Runs the suite that lies in `folder` (the one with `tests/` and `remotes/`). */
export async function runJsonSchemaSuite(
  folder: string,
  create: FrameworkFactory,
  known: readonly KnownDifference[],
): Promise<SuiteResult> {
  const tests = join(folder, 'tests/draft7')
  if (!existsSync(tests)) {
    throw new Error(`there is no JSON Schema Test Suite in ${folder}: it has a folder tests/draft7`)
  }
  const remotes = remoteSchemas(join(folder, 'remotes'))
  const differs: string[] = []
  let passed = 0
  for (const file of jsonFiles(tests)) {
    for (const group of JSON.parse(readFileSync(file, 'utf8')) as Group[]) {
      const outcome = await runGroup(
        `${relative(tests, file)} / ${group.description}`,
        group,
        remotes,
        create,
      )
      passed += outcome.passed
      differs.push(...outcome.differs)
    }
  }
  const isKnown = (id: string) => known.some(({ match }) => id.startsWith(match))
  return {
    passed,
    known: differs.filter(isKnown),
    unexpected: differs.filter((id) => !isKnown(id)),
    stale: known.map(({ match }) => match).filter((match) => !differs.some((id) => id.startsWith(match))),
  }
}

async function runGroup(name: string, group: Group, remotes: readonly unknown[], create: FrameworkFactory) {
  const app = create(OPTIONS)
  const differs: string[] = []
  try {
    if (JSON.stringify(group.schema).includes('$ref')) for (const schema of remotes) app.addSchema(schema)
    app.post('/', { schema: { body: group.schema } }, async () => 'ok')
    await app.ready()
  } catch (error) {
    await app.close()
    return {
      passed: 0,
      differs: group.tests.map(({ description }) => `${name} / ${description}: ${(error as Error).message}`),
    }
  }
  for (const { description, data, valid } of group.tests) {
    const headers = { 'content-type': 'application/json' }
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/',
      headers,
      payload: JSON.stringify(data),
    })
    if (statusCode !== (valid ? 200 : 400)) differs.push(`${name} / ${description}: ${statusCode}`)
  }
  await app.close()
  return { passed: group.tests.length - differs.length, differs }
}

/** The schemas that the suite would fetch: they are shared schemas instead, nothing is ever fetched. */
function remoteSchemas(folder: string): unknown[] {
  if (!existsSync(folder)) return []
  const other = /draft(3|4|6|2019-09|2020-12)\/|v1\//
  return jsonFiles(folder)
    .map((file) => ({
      path: relative(folder, file),
      schema: JSON.parse(readFileSync(file, 'utf8')) as object,
    }))
    .filter(({ path, schema }) => !other.test(path) && typeof schema === 'object')
    .map(({ path, schema }) => ({ $id: `http://localhost:1234/${path}`, ...schema }))
}

function jsonFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => join(folder, file))
    .sort()
}

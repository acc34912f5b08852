// Cases of values: schemas, and the values that are asked under each. They become an application with a route for each schema.

import type {
  CaseSource,
  Exchange,
  Expectation,
  Json,
  Program,
  SendForm,
  Statement,
  ValueCase,
  ValueGroup,
  ValueTest,
} from './case.ts'

/** How many values a route writes by hand before it is asked `often`. */
const OFTEN = 205

export function isValueCase(source: object): source is ValueCase {
  return 'in' in source
}

/** The schemas of a case with their tests: several, or the one that stands in the case itself. */
export function groupsOf({ schema, tests, values }: ValueCase): ValueGroup[] {
  return values ?? [{ schema: schema ?? {}, tests: tests ?? [] }]
}

/** The case as an application and exchanges. */
export function expandValues(source: ValueCase): CaseSource {
  const { in: at, schema: _, tests: __, values: ___, options, shared = [], ...rest } = source
  const place = placeOf(at)
  const asked = groupsOf(source).map((group) => ask(group, place, source))
  const added: Statement[] = shared.map((schema) => ({ addSchema: schema }))
  const routes = asked.flatMap((one) => one.routes)
  return {
    ...rest,
    app: { ...(options === undefined ? {} : { options }), do: [...added, ...routes] },
    exchanges: [...asked.flatMap(({ first }) => first), ...asked.flatMap(({ again }) => again)],
  }
}

/** Where the value is: the whole of a part, or a property of it. */
export interface Place {
  part: 'body' | 'querystring' | 'params' | 'headers' | 'response'
  property: string | undefined
}

export function placeOf(at: ValueCase['in']): Place {
  const [part, property] = at.split('.')
  return { part: part as Place['part'], property }
}

/** The routes of one schema and their exchanges; `again` are those of tests that are asked once more, after all others. */
function ask(
  group: ValueGroup,
  place: Place,
  source: ValueCase,
): { routes: Statement[]; first: Exchange[]; again: Exchange[] } {
  const rules = group.rules === undefined ? {} : { rules: [...new Set([...source.rules, ...group.rules])] }
  const name = idOf(group.description)
  const writes = place.part === 'response'
  const asked = group.tests.map((test) => {
    const id = [name, idOf(test.description)].filter(Boolean).join('-')
    return { test, id, url: writes && group.tests.length > 1 ? `/${id}` : `/${name}` }
  })
  const exchange = ({ test, id, url }: (typeof asked)[number], again: boolean): Exchange => ({
    id: again ? `${id}-again` : id,
    polarity: test.polarity ?? (test.refused === undefined ? 'positive' : 'negative'),
    ...rules,
    send: sendOf(test, again && test.again === 'often' ? `${url}?often` : url, place),
    expect: expectOf(test, place),
  })
  return {
    routes: writes
      ? asked.map(({ test, url }) => writingRoute(url, group.schema, test))
      : [readingRoute(`/${name}`, group.schema, place)],
    first: asked.map((one) => exchange(one, false)),
    again: asked.filter(({ test }) => test.again !== undefined).map((one) => exchange(one, true)),
  }
}

/** A description as an id. */
function idOf(description = ''): string {
  return description
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** A route that answers with the value as its handler sees it. */
function readingRoute(url: string, schema: Json, { part, property }: Place): Statement {
  const judged = property === undefined ? schema : { type: 'object', properties: { [property]: schema } }
  const seen = ['request', part === 'querystring' ? 'query' : part]
  const shown: Json =
    property === undefined
      ? { is: { $get: seen } }
      : part === 'headers'
        ? { [property]: { $get: [...seen, property] } }
        : { $get: seen }
  const path = part === 'params' ? `${url.replace(/\/$/, '')}/:${property}` : url
  const verb = part === 'body' ? { post: path } : { get: path }
  return { ...verb, schema: { [part]: judged }, do: [{ send: shown }] }
}

/** A route that answers with the value of a test. */
function writingRoute(url: string, schema: Json, { data = null, again }: ValueTest): Statement {
  const often: Program = [
    { let: ['turns', { $repeat: ['x', OFTEN] }] },
    { call: ['turns.split', ''], as: 'turns' },
    { call: ['turns.fill', { $get: 'value' }] },
    { call: ['turns.forEach', { $call: ['reply.getSerializationFunction', 200] }] },
  ]
  const answer: Program =
    again === 'often'
      ? [
          { let: ['value', data] },
          { if: { $defined: 'request.query.often' }, then: often },
          { return: { $get: 'value' } },
        ]
      : [{ return: data }]
  return { get: url, schema: { response: { 200: schema } }, do: answer }
}

function sendOf({ data, sent }: ValueTest, url: string, { part, property }: Place): SendForm {
  const all: Json = property === undefined ? (data ?? null) : data === undefined ? {} : { [property]: data }
  if (part === 'response') return { url }
  if (part === 'body') return { method: 'POST', url, json: all }
  if (part === 'headers') return { url, headers: all as Record<string, Json> }
  if (part === 'params')
    return { url: `${url.replace(/\/$/, '')}/${sent ?? encodeURIComponent(String(data))}` }
  const pairs = Object.entries(all ?? {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${name}=${encodeURIComponent(String(one))}`),
  )
  const query = sent ?? pairs.join('&')
  return { url: query === '' ? url : `${url}?${query}` }
}

function expectOf(test: ValueTest, { part, property = 'is' }: Place): Expectation {
  const writes = part === 'response'
  const { refused, text } = test
  if (refused === true) return { status: writes ? 500 : 400 }
  if (refused !== undefined && writes)
    return { status: 500, json: { statusCode: 500, error: 'Internal Server Error', message: refused } }
  if (refused !== undefined) {
    const head = { statusCode: 400, code: 'FST_ERR_VALIDATION', error: 'Bad Request' }
    return { status: 400, json: { ...head, message: refused } }
  }
  if (text !== undefined) return { status: 200, text: writes ? text : `{"${property}":${text}}` }
  const value = 'becomes' in test ? test.becomes : test.data
  if (value === undefined) return { status: 200, json: {} }
  return { status: 200, json: writes ? value : { [property]: value } }
}

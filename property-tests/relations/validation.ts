/** F6 and F7: what a part of a request becomes, and who is refused, is what the written table and draft 7 say of the wire. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { breaking } from '../../fuzz/schema/breaking.ts'
import { edgesOf } from '../../fuzz/schema/edges.ts'
import { fitting } from '../../fuzz/schema/fitting.ts'
import { Oracle, type Verdict } from '../../fuzz/schema/oracle.ts'
import { type Part, write } from '../../fuzz/schema/wire.ts'
import type { Json, Program, SendForm } from '../../spec/case.ts'
import { value as anyValue, OBJECTS, PLAIN, QUIET, SCALARS, type Schema } from '../arbitraries/schemas.ts'
import { jsonOf, Running, type Seen } from '../property/observe.ts'
import type { Property, Scenario, World } from '../property/property.ts'

/** A schema for one part, and what is sent there. */
export interface Validated {
  part: Part
  schema: Schema
  values: unknown[]
}

const CLASSES: Readonly<Record<Part, fc.Arbitrary<Schema>>> = {
  body: fc.oneof(OBJECTS.flat, OBJECTS.nested, OBJECTS.refs),
  querystring: PLAIN,
  params: SCALARS,
  headers: SCALARS,
}

function valuesFor(schema: Schema): fc.Arbitrary<unknown[]> {
  const around = { root: schema, shared: {} }
  const edges = edgesOf(schema, around).map(({ value }) => value)
  const one = fc.oneof(
    fitting(schema, around),
    breaking(schema, around).map(({ value }) => value),
    anyValue,
    ...(edges.length > 0 ? [fc.constantFrom(...edges)] : []),
  )
  return fc.array(one, { minLength: 1, maxLength: 6 })
}

const validated: fc.Arbitrary<Validated> = fc
  .constantFrom<Part>('body', 'body', 'querystring', 'params', 'headers')
  .chain((part) =>
    CLASSES[part].chain((schema) =>
      fc.record({ part: fc.constant(part), schema: fc.constant(schema), values: valuesFor(schema) }),
    ),
  )
  .map((one) => JSON.parse(JSON.stringify(one)) as Validated)

const NAMES: Readonly<Record<Part, string>> = {
  body: 'request.body',
  querystring: 'request.query',
  params: 'request.params',
  headers: 'request.headers',
}

/** `query` in the context of an error, `querystring` in its message: R2. */
const CONTEXTS: Readonly<Record<Part, string>> = {
  body: 'body',
  querystring: 'query',
  params: 'params',
  headers: 'headers',
}

/** The default of maxParamLength: no route has a longer parameter. */
const LONGEST_PARAM = 100

/** In each request, and so before each schema of headers. */
const ALWAYS = { host: 'localhost:80', 'user-agent': 'touchstone-conformance' }

/** Headers that no schema asked for are there too: only the names of the schema are looked at. */
const HEADERS = ['a', 'b', 'c', 'd', 'extra', 'p1']

/** What a handler tells of a part. */
export function gotOf(part: Part): Json {
  return part === 'headers' ? { $pick: [{ $get: NAMES[part] }, HEADERS] } : { $get: NAMES[part] }
}

export function urlOf(part: Part): string {
  return part === 'params' ? '/:a/:b/:c/:d' : '/'
}

function programOf({ part, schema }: Validated): Program {
  const method = part === 'body' ? 'post' : 'get'
  return [
    {
      setErrorHandler: [
        { code: 400 },
        { trace: { $get: 'error.validationContext' } },
        { send: { message: { $get: 'error.message' }, isValidation: { $defined: 'error.validation' } } },
      ],
    },
    {
      [method]: urlOf(part),
      schema: { [part]: schema } as Json,
      do: [{ trace: 'handler' }, { send: { got: gotOf(part) } }],
    },
  ]
}

/** A value on its wire, and what the other end reads before a schema is asked; null where there is no way to send it. */
export function sendOf(part: Part, value: unknown): { send: SendForm; read: unknown } | null {
  if (part === 'params') {
    const all = { a: '0', b: '0', c: '0', d: '0', ...(value as object) }
    const wired = write(
      'params',
      Object.fromEntries(Object.entries(all).filter(([name]) => /^[abcd]$/.test(name))),
    )
    if (!wired?.fields) return null
    if (Object.values(wired.fields).some((text) => text.length > LONGEST_PARAM)) return null
    return {
      send: { url: `/${['a', 'b', 'c', 'd'].map((name) => wired.fields?.[name]).join('/')}` },
      read: wired.read,
    }
  }
  const wired = write(part, value)
  if (!wired) return null
  if (part === 'body')
    return {
      send: { method: 'POST', url: '/', text: wired.text ?? '', contentType: 'application/json' },
      read: wired.read,
    }
  if (part === 'querystring') return { send: { url: wired.text ? `/?${wired.text}` : '/' }, read: wired.read }
  return {
    send: { url: '/', headers: { ...wired.fields } },
    read: { ...ALWAYS, ...(wired.read as object) },
  }
}

/** A part without a prototype key, which the framework refuses before any schema: that is another property. */
function isPoisoned(read: unknown): boolean {
  return /"__proto__"|"constructor"/.test(JSON.stringify(read) ?? '')
}

async function each(
  value: Validated,
  world: World,
  look: (
    seen: Seen,
    verdict: Verdict,
    read: unknown,
    ask: (send: SendForm) => Promise<Seen>,
  ) => Promise<void> | void,
): Promise<void> {
  const oracle = new Oracle(value.schema)
  const running = await Running.boot({ options: QUIET, do: programOf(value) }, world)
  try {
    for (const one of value.values) {
      const wired = sendOf(value.part, one)
      if (!wired || isPoisoned(wired.read)) continue
      const verdict = oracle.judge(wired.read)
      if (verdict.valid === 'unknown') continue
      await look(await running.ask(wired.send), verdict, wired.read, (send) => running.ask(send))
    }
  } finally {
    await running.close()
  }
}

function scenarioOf(value: Validated): Scenario {
  const sends = value.values.flatMap((one) => sendOf(value.part, one)?.send ?? [])
  return { app: { options: QUIET, do: programOf(value) }, sends }
}

const plain = (one: unknown): unknown => JSON.parse(JSON.stringify(one ?? null))

/** What the handler was given, as far as it travels: of headers only the names that are looked at. */
function expectedOf(part: Part, value: unknown): unknown {
  if (part !== 'headers') return plain(value)
  const own = Object.entries(value as object).filter(([name]) => HEADERS.includes(name))
  return Object.fromEntries(own)
}

export const coercion: Property<Validated> = {
  id: 'F6',
  title: 'an accepted value becomes what the table says: coerced once, unchanged where it was valid',
  precondition:
    'no oneOf, anyOf, not, if, dependencies, contains, propertyNames: the table is silent where schemas meet',
  catches:
    'the order of coercion, lists that are wrapped or opened, defaults that are not filled in, unvalidated values',
  rules: ['VAL-3'],
  runs: 60,
  arbitrary: validated,
  check: (value, world) => {
    const oracle = new Oracle(value.schema)
    return each(value, world, async (seen, verdict, read, ask) => {
      if (verdict.valid !== true) return
      const told = JSON.stringify(read)
      assert.equal(seen.answer?.status, 200, `${value.part} ${told} is taken: ${seen.answer?.text}`)
      const { got } = jsonOf(seen) as { got: unknown }
      assert.deepEqual(got, expectedOf(value.part, verdict.value), `what ${value.part} ${told} becomes`)
      world.coverage.taken(value, read, got)
      if (value.part !== 'body') return
      assert.ok(oracle.accepts(got), `what ${told} became is right by draft 7: ${JSON.stringify(got)}`)
      const again = await ask({ method: 'POST', url: '/', json: got as Json })
      assert.deepEqual((jsonOf(again) as { got: unknown }).got, got, `${told}, sent a second time`)
    })
  },
  scenarios: (value) => [scenarioOf(value)],
}

export const refusal: Property<Validated> = {
  id: 'F7',
  title: 'what draft 7 refuses after coercion is a 400 that names the part, and no handler sees it',
  precondition: 'as for F6: where schemas meet on one value the table does not decide',
  catches: 'validation that is passed by, the wrong part or context, crashes in a validator',
  rules: ['VAL-1', 'ERR-2'],
  runs: 60,
  arbitrary: validated,
  check: (value, world) =>
    each(value, world, (seen, verdict, read) => {
      const told = `${value.part} ${JSON.stringify(read)}`
      if (verdict.valid === true) return
      world.coverage.refused(verdict.valid === false ? verdict.keyword : 'none', value.part)
      assert.equal(seen.answer?.status, 400, `${told} is refused: ${seen.answer?.text}`)
      assert.deepEqual(seen.trace, [CONTEXTS[value.part]], `who heard of ${told}`)
      const { message, isValidation } = jsonOf(seen) as { message: string; isValidation: boolean }
      assert.ok(isValidation, `${told}: the error has its validation`)
      assert.match(message, new RegExp(`^${value.part}[ /.]`), `${told}: the message names the part`)
    }),
  scenarios: (value) => [scenarioOf(value)],
}

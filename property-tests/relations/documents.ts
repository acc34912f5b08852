/** F21: schemas in several documents mean what a resolver of our own makes of them, in every part of a request and in the response. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { Oracle } from '../../fuzz/schema/oracle.ts'
import type { Json, Program, SendForm, Statement } from '../../spec/case.ts'
import { type Documents, documents } from '../arbitraries/documents.ts'
import { QUIET } from '../arbitraries/schemas.ts'
import { observe } from '../property/observe.ts'
import type { Property, Scenario } from '../property/property.ts'

const PARTS = ['body', 'querystring', 'params', 'headers', 'response'] as const

interface Referred extends Documents {
  part: (typeof PARTS)[number]
  values: Json[]
}

const value = fc.constantFrom<Json>(
  5, 1, 'x', '1', '7', 'xy', true, null, 1.5, { v: 5 }, { v: 'x' }, { v: '3' }, { v: { v: 1 } }, { v: [1, 'x'] }, { v: { v: 'x', w: 1 } }, ['1'], [{ v: '1' }], [], {}, { w: 1, v: '6' },
) // biome-ignore format: a list of values

function documentOf({ shared, routes, part, values }: Referred): Scenario {
  const program: Program = shared.map((one) => ({ addSchema: one as Json }))
  const sends: SendForm[] = []
  for (const way of ['own', 'inlined'] as const)
    for (const [number, route] of routes.entries()) {
      const path = `/${way}/${number}`
      if (part === 'response') {
        const handlers = values.map(
          (v, at): Statement => ({
            if: { $eq: [{ $get: 'request.query.at' }, String(at)] },
            then: [{ send: { $literal: { v } } }],
          }),
        )
        program.push({ get: path, schema: { response: { 200: route[way] } }, do: handlers })
        sends.push(...values.map((_, at) => ({ url: `${path}?at=${at}` })))
        continue
      }
      const read: Json = { $get: `request.${part === 'querystring' ? 'query' : part}` }
      const got: Json = part === 'headers' ? { $pick: [read, ['v', 'w']] } : read
      const url = part === 'params' ? `${path}/:v` : path
      program.push({ post: url, schema: { [part]: route[way] }, do: [{ send: { got } }] })
      sends.push(...values.map((v) => sendOf(part, path, v)))
    }
  return { app: { options: QUIET, do: program }, sends }
}

function sendOf(part: Referred['part'], path: string, v: Json): SendForm {
  const text = encodeURIComponent(typeof v === 'string' ? v : JSON.stringify(v))
  if (part === 'body') return { method: 'POST', url: path, json: { v } }
  if (part === 'params') return { method: 'POST', url: `${path}/${text}` }
  if (part === 'headers') return { method: 'POST', url: path, headers: { v: text } }
  return { method: 'POST', url: `${path}?v=${text}` }
}

export const referring: Property<Referred> = {
  id: 'F21',
  title: 'schemas in several documents mean what an independent resolver makes of them',
  precondition:
    'no reference leads to itself without a step into the value; a document is named by its own $id',
  catches:
    'equal names of two documents that are taken for one, base URIs that are lost, lookups in the wrong order, references behind combinators',
  rules: ['REF-1', 'REF-2', 'REF-3', 'REF-4', 'REF-5', 'REF-7'],
  runs: 20,
  arbitrary: fc
    .record({
      documents,
      part: fc.constantFrom('body', 'body', 'response', 'response', ...PARTS),
      values: fc.array(value, { minLength: 2, maxLength: 6 }),
    })
    .map(({ documents: all, ...rest }) => ({ ...all, ...rest })),
  async check(one, world) {
    const scenario = documentOf(one)
    const seen = await observe(scenario, world)
    // The validator refuses two documents of one URI; whether both are needed is its own matter.
    fc.pre(!/resolves to more than one schema|already exists/.test(JSON.stringify(seen.boot)))
    assert.equal(seen.boot, null, 'the boot')
    const oracles = one.routes.map(({ inlined }) => new Oracle(inlined))
    const half = seen.exchanges.length / 2
    for (const [at, referred] of seen.exchanges.slice(0, half).entries()) {
      const inlined = seen.exchanges[half + at]!
      const [number, v] = [Math.floor(at / one.values.length), one.values[at % one.values.length]]
      const what = `route ${number}, ${one.part} ${JSON.stringify(v)}`
      // What does not fit a response schema is refused, or written somehow: that is the serializer's to choose.
      const fails = referred.answer?.status === 500 || inlined.answer?.status === 500
      if (one.part === 'response' && fails && !oracles[number]!.accepts({ v })) continue
      assert.equal(referred.answer?.status, inlined.answer?.status, what)
      // What is refused is told with places in the schema, which differ by construction.
      if (inlined.answer?.status === 200) assert.equal(referred.answer?.text, inlined.answer?.text, what)
    }
  },
  scenarios: (one) => [documentOf(one)],
}

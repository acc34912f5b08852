/** Objects that a program hands over: several places can mean the same one, and all of them have to stay as they are. */
import fc from 'fast-check'
import type { Json, Program } from '../../spec/case.ts'

const object = (properties: Json, more: { [key: string]: Json } = {}): Json => ({
  type: 'object',
  properties,
  ...more,
})

/** By name. Each is the value of a `let` of the root program. */
const OBJECTS = {
  cookies: ['k=1', 'l=2'],
  config: { own: 1, list: [1, 2] },
  metadata: { fastify: '>=3' },
  limits: { bodyLimit: 1000 },
  parser: { parseAs: 'string' },
  numbers: object({ n: { type: 'integer' } }),
  texts: object({ a: { type: 'string' } }),
  queried: { query: object({ n: { type: 'integer' } }) },
  short: { body: { n: { type: 'integer' } } },
  answers: { response: { 200: object({ a: { type: 'string' } }), 201: object({ n: { type: 'integer' } }) } },
  headers: { 'x-a': 'given', 'x-c': 'c' },
  payload: { a: 'given', n: 3, nested: { list: [1] } },
} as const satisfies { [name: string]: Json }

export type GivenName = keyof typeof OBJECTS
const NAMES = Object.keys(OBJECTS) as GivenName[]

/** The one object of this name, or a copy of it. */
export function given(...names: readonly GivenName[]): fc.Arbitrary<Json> {
  return fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...names).map((name): Json => ({ $get: name })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...names).map((name): Json => structuredClone(OBJECTS[name]) as Json),
    },
  )
}

/** The statements that name the objects which a program uses. */
export function namesOf(program: Program): Program {
  const text = JSON.stringify(program)
  return NAMES.filter((name) => text.includes(`{"$get":"${name}"}`)).map((name) => ({
    let: [name, structuredClone(OBJECTS[name]) as Json],
  }))
}

/** The objects that a program names, as they are by now, and as they were. */
export function givenOf(program: Program): { shown: Json; expected: Json } {
  const used = program.flatMap((one) =>
    one.let !== undefined && one.let[0] in OBJECTS ? [one.let[0] as GivenName] : [],
  )
  const shown = Object.fromEntries(used.map((name): [string, Json] => [name, { $get: name }]))
  const expected = Object.fromEntries(used.map((name): [string, Json] => [name, OBJECTS[name] as Json]))
  return { shown, expected }
}

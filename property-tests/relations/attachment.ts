/** F11: `attachValidation` reports the same rejection in another way; several schemas may apply to one value. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { breaking } from '../../fuzz/schema/breaking.ts'
import { fitting } from '../../fuzz/schema/fitting.ts'
import type { Part } from '../../fuzz/schema/wire.ts'
import type { Json, Program, Statement } from '../../spec/case.ts'
import { MEETING } from '../arbitraries/meeting.ts'
import { value as anyValue, OBJECTS, PLAIN, QUIET, SCALARS, type Schema } from '../arbitraries/schemas.ts'
import { jsonOf, observe } from '../property/observe.ts'
import type { Property, Scenario } from '../property/property.ts'
import { gotOf, sendOf, urlOf, type Validated } from './validation.ts'

const CLASSES: Readonly<Record<Part, fc.Arbitrary<Schema>>> = {
  body: fc.oneof({ arbitrary: MEETING.nested, weight: 2 }, OBJECTS.combinators, OBJECTS.refs),
  querystring: fc.oneof({ arbitrary: MEETING.plain, weight: 2 }, PLAIN),
  params: fc.oneof({ arbitrary: MEETING.scalars, weight: 2 }, SCALARS),
  headers: fc.oneof({ arbitrary: MEETING.scalars, weight: 2 }, SCALARS),
}

const judged: fc.Arbitrary<Validated> = fc
  .constantFrom<Part>('body', 'body', 'querystring', 'params', 'headers')
  .chain((part) =>
    CLASSES[part].chain((schema) => {
      const around = { root: schema, shared: {} }
      const one = fc.oneof(
        { arbitrary: fitting(schema, around), weight: 3 },
        breaking(schema, around).map(({ value }) => value),
        anyValue,
      )
      return fc.record({
        part: fc.constant(part),
        schema: fc.constant(schema),
        values: fc.array(one, { minLength: 1, maxLength: 6 }),
      })
    }),
  )
  .map((one) => JSON.parse(JSON.stringify(one)) as Validated)

/** What is told of a refusal, from where it is found. */
const told = (error: string): Json => ({
  refused: { $get: `${error}.validationContext` },
  message: { $get: `${error}.message` },
  keyword: { $get: `${error}.validation.0.keyword` },
})

function attached({ part, schema, values }: Validated): [Scenario, Scenario] {
  const method = part === 'body' ? 'post' : 'get'
  const route = { [method]: urlOf(part), schema: { [part]: schema } as Json }
  const echo: Program = [{ send: { got: gotOf(part) } }]
  const refusing: Statement = { setErrorHandler: [{ code: 418 }, { send: told('error') }] }
  const looking: Statement = {
    if: { $defined: 'request.validationError' },
    then: [{ code: 418 }, { send: told('request.validationError') }],
    else: echo,
  }
  const sends = values.flatMap((one) => sendOf(part, one)?.send ?? [])
  const app = (...program: Program): Scenario => ({ app: { options: QUIET, do: program }, sends })
  return [
    app(refusing, { ...route, do: echo }),
    app(refusing, { ...route, options: { attachValidation: true }, do: [looking] }),
  ]
}

export const attachment: Property<Validated> = {
  id: 'F11',
  title: 'with attachValidation the same requests are refused, for the same reason',
  precondition: 'none',
  catches: 'a second path of validation with other results',
  rules: ['RTO-attachValidation'],
  runs: 60,
  arbitrary: judged,
  async check(value, world) {
    const [refusing, attaching] = attached(value)
    const [one, other] = [await observe(refusing, world), await observe(attaching, world)]
    assert.deepEqual(other.boot, one.boot)
    const reads = value.values.flatMap((each) => {
      const wired = sendOf(value.part, each)
      return wired ? [wired.read] : []
    })
    for (const [at, { answer }] of one.exchanges.entries()) {
      assert.equal(other.exchanges[at]?.answer?.status, answer?.status, JSON.stringify(refusing.sends[at]))
      const seen = jsonOf(one.exchanges[at]!)
      assert.deepEqual(jsonOf(other.exchanges[at]!), seen)
      const { keyword, got } = seen as { keyword?: string; got?: unknown }
      if (keyword !== undefined) world.coverage.refused(keyword, value.part)
      else if (answer?.status === 200) world.coverage.taken(value, reads[at], got)
    }
  },
  scenarios: (value) => attached(value),
}

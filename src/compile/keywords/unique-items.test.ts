/** The keyword gives the verdict and the error of ajv's own for every list, and its time grows with the length only. */
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Validate } from '../../serve/plan.ts'
import { equalItems, type KeywordHost, replaceUniqueItems } from './unique-items.ts'

const load = createRequire(import.meta.url)
const Ajv: new (
  options: object,
) => KeywordHost & {
  compile(schema: object): Validate
  RULES: { rules: { rules: { keyword: string }[] }[] }
} = load('ajv').default
const equal = load('ajv/dist/runtime/equal').default

function pairOf(options: object) {
  const [theirs, ours] = [new Ajv(options), new Ajv(options)]
  replaceUniqueItems(ours, load('ajv')._, equal)
  return { theirs, ours }
}

// ajv reads these keys of the data as members of the object. Equal items with them are unique there, or fail with a TypeError.
const MEMBERS = /"(constructor|valueOf|toString|__proto__)"/
const scalar = fc.oneof(fc.constantFrom(0, -0, 1, '1', '', null, true, false, 'a'), fc.double(), fc.string())
const { item } = fc.letrec((tie) => ({
  item: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('item'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', '"'), tie('item'), { maxKeys: 3, noNullPrototype: true }),
  ),
}))
const list = fc
  .array(item, { maxLength: 8 })
  .chain((items) => fc.tuple(fc.constant(items), fc.shuffledSubarray(items), fc.nat(items.length)))
  .map(([items, again, at]) => [...items.slice(0, at), ...structuredClone(again), ...items.slice(at)])
  .filter((items) => !MEMBERS.test(JSON.stringify(items)))

test('every list has the verdict and the error of the keyword of ajv', () => {
  const schemas = [
    { uniqueItems: true },
    {
      type: 'array',
      uniqueItems: true,
      items: { type: ['object', 'array', 'string', 'number', 'boolean', 'null'] },
    },
    { type: 'array', uniqueItems: false },
    { type: 'array', uniqueItems: true, items: { type: ['string', 'null'] }, minItems: 3 },
  ]
  for (const options of [{ strict: false }, { strict: false, allErrors: true, coerceTypes: 'array' }]) {
    const { theirs, ours } = pairOf(options)
    for (const schema of schemas) {
      const [their, our] = [theirs.compile(schema), ours.compile(schema)]
      const same = (items: unknown[]): void => {
        const [a, b] = [structuredClone(items), structuredClone(items)]
        assert.deepEqual([our(a), our.errors, a], [their(b), their.errors, b])
      }
      fc.assert(fc.property(list, same), { numRuns: 300 })
    }
  }
})

test('a flag from the data works, as with ajv', () => {
  const { theirs, ours } = pairOf({ $data: true })
  const schema = {
    type: 'object',
    properties: { flag: {}, list: { type: 'array', uniqueItems: { $data: '1/flag' } } },
  }
  const [their, our] = [theirs.compile(schema), ours.compile(schema)]
  for (const flag of [true, false, 'x', undefined]) {
    for (const items of [
      [{}, {}],
      [{}, []],
    ]) {
      const value = { flag, list: items }
      assert.deepEqual([our(value), our.errors], [their(value), their.errors])
    }
  }
})

test('it stands where the keyword of ajv stands: after the items, which are converted before', () => {
  const { theirs, ours } = pairOf({})
  const order = (ajv: typeof theirs) =>
    ajv.RULES.rules.map(({ rules }) =>
      rules.map(({ keyword }) => keyword).filter((one) => one !== 'required'),
    )
  assert.deepEqual(order(ours), order(theirs))
})

test('equal items are found whatever keys they have, and values that are no JSON are compared', () => {
  const none = (): boolean => assert.fail('items of JSON are not compared with each other')
  const member = '{"valueOf":1,"constructor":{"a":1},"__proto__":2}'
  assert.deepEqual(equalItems([JSON.parse(member), 1, JSON.parse(member)], none), { i: 2, j: 0 })
  assert.deepEqual(equalItems(['a', ['a'], '["a",]', [['a']], Number.NaN, null, Number.NaN], none), {
    i: 6,
    j: 4,
  })
  assert.equal(equalItems([{ a: 1, b: [] }, { a: 1, b: {} }, { a: '1', b: [] }, 1n, 1, '1'], none), null)
  assert.deepEqual(equalItems([new Date(1), new Date(2), new Date(1)], equal), { i: 2, j: 0 })
  assert.equal(equalItems([{ at: new Date(1) }, { at: new Date(2) }], equal), null)
})

test('the number of looks at the items grows with their number, not with its square', () => {
  const looksAt = (length: number): number => {
    let looks = 0
    const get = (target: object, key: PropertyKey): unknown => {
      looks++
      return Reflect.get(target, key)
    }
    const watched = (n: number): object => new Proxy({ n }, { get })
    equalItems(
      Array.from({ length }, (_, n) => watched(n)),
      equal,
    )
    return looks
  }
  assert.equal(looksAt(2000), 2 * looksAt(1000))
})

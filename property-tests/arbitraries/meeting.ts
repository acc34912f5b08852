/** Schemas of which several apply to one value, in every part: the validator decides what coercion does. */
import fc from 'fast-check'
import { combinator, name, OBJECTS, PATTERNS, PLAIN, SCALARS, type Schema, scalar } from './schemas.ts'

/** What a whole object has to do with several schemas at once. */
const meeting: fc.Arbitrary<Schema> = fc.oneof(
  fc
    .tuple(name, name, name)
    .map(([test, yes, no]) => ({ if: needs(test), then: needs(yes), else: needs(no) })),
  fc.tuple(name, scalar).map(([one, yes]) => ({ if: needs(one), then: { properties: { [one]: yes } } })),
  fc.tuple(name, name).map(([one, other]) => ({ anyOf: [needs(one), needs(other)] })),
  fc.tuple(name, name).map(([one, other]) => ({ oneOf: [needs(one), needs(other)] })),
  fc.tuple(name, scalar).map(([one, schema]) => ({ allOf: [{ properties: { [one]: schema } }] })),
  name.map((one) => ({ not: needs(one) })),
  fc.tuple(name, name).map(([from, to]) => ({ dependencies: { [from]: [to] } })),
  fc
    .tuple(name, name, scalar)
    .map(([from, to, schema]) => ({ dependencies: { [from]: { properties: { [to]: schema } } } })),
  fc.constantFrom(...PATTERNS, '^[a-p]').map((pattern) => ({ propertyNames: { pattern } })),
)

function needs(property: string): Schema {
  return { required: [property] }
}

function met(object: fc.Arbitrary<Schema>, property: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  return fc
    .tuple(object, meeting, fc.option(fc.tuple(name, property), { nil: undefined }))
    .map(([schema, whole, one]) => {
      const properties = { ...(schema['properties'] as Schema), ...(one ? { [one[0]]: one[1] } : {}) }
      return { ...schema, properties, ...whole }
    })
}

const several = fc.tuple(scalar, scalar)
/** Several schemas for a text: of a query, a param or a header. */
const meetingScalar: fc.Arbitrary<Schema> = fc.oneof(
  several.map((branches) => ({ anyOf: branches })),
  several.map((branches) => ({ oneOf: branches })),
  several.map((branches) => ({ allOf: branches })),
  scalar.map((not) => ({ not })),
  fc.tuple(scalar, scalar, scalar).map(([test, yes, no]) => ({ if: test, then: yes, else: no })),
)

/** Objects as a whole, and properties of them, that several schemas judge. */
export const MEETING: Readonly<Record<'nested' | 'plain' | 'scalars', fc.Arbitrary<Schema>>> = {
  nested: met(OBJECTS.nested, combinator),
  plain: met(
    PLAIN,
    fc.oneof(
      meetingScalar,
      scalar.map((contains) => ({ type: 'array', contains })),
    ),
  ),
  scalars: met(SCALARS, meetingScalar),
}

// The metaschema is compiled once for all instances that would compile it alike.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { shareMetaschema } from './metaschema.ts'

const DRAFT_7 = 'http://json-schema.org/draft-07/schema'

function instance(options: object): Ajv {
  const ajv = new Ajv(options)
  shareMetaschema(ajv, { ...options })
  return ajv
}

test('instances without other options share what the first one compiled', () => {
  const first = instance({ coerceTypes: 'array', useDefaults: true })
  const second = instance({ coerceTypes: false, removeAdditional: 'all', allErrors: false })
  assert.equal(second.getSchema(DRAFT_7), first.getSchema(DRAFT_7))
  assert.throws(
    () => second.compile({ type: 'wrong' }),
    /data\/type must be equal to one of the allowed values/,
  )
  assert.throws(() => first.compile({ minLength: '1' }), /data\/minLength must be integer/)
  assert.equal(second.compile({ $ref: `${DRAFT_7}#` })({ type: 'nothing' }), false)
})

test('an instance that finds all errors, or has options that may change it, compiles its own', () => {
  const first = instance({})
  for (const options of [{ allErrors: true }, { formats: {} }, { strict: false }])
    assert.notEqual(instance(options).getSchema(DRAFT_7), first.getSchema(DRAFT_7), JSON.stringify(options))
})

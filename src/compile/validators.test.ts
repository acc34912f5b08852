/** A process warning, which no request shows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileParts, type PartSource } from './validators.ts'

test('a part with the value undefined causes a warning with its name, an absent part does not', async () => {
  const seen: (Error & { code?: string })[] = []
  const listen = (warning: Error): void => void seen.push(warning)
  process.on('warning', listen)
  const source = { method: 'POST', url: '/x' } as unknown as PartSource // no part is compiled
  assert.equal(compileParts({ body: undefined }, source).validate, null)
  assert.equal(compileParts({}, source).validate, null)
  await new Promise(setImmediate)
  process.off('warning', listen)
  const told = 'The body schema of POST:/x is present but undefined: nothing validates it'
  assert.deepEqual(
    seen.map(({ name, code, message }) => ({ name, code, message })),
    [{ name: 'FastifyWarning', code: 'FSTWRN001', message: told }],
  )
})

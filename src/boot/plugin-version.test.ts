/** A plugin is checked against `app.version`, as an application may have redefined it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fp from 'fastify-plugin'
import touchstone, { type Plugin } from '../index.ts'

const later: Plugin = fp(async () => {}, { fastify: '^4.19.0', name: 'later' })

test('a plugin for a later 4.x is refused, and taken where the application says that it has this version', async () => {
  const refusing = touchstone()
  refusing.register(later)
  await assert.rejects(async () => refusing.ready(), { code: 'FST_ERR_PLUGIN_VERSION_MISMATCH' })

  const taking = touchstone()
  Object.defineProperty(taking, 'version', { value: '4.29.1' })
  taking.register(async (child) => void child.register(later))
  await taking.ready()
  assert.ok(taking.version === '4.29.1')
})

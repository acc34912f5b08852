/** A plugin is checked against the lines of the interface, or `app.version` where an application has redefined it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fp from 'fastify-plugin'
import touchstone, { type Plugin } from '../index.ts'

const later: Plugin = fp(async () => {}, { fastify: '^4.30.0', name: 'later' })
const next: Plugin = fp(async () => {}, { fastify: '5.x', name: 'next' })

test('a plugin for a later 4.x is refused, and taken where the application says that it has this version', async () => {
  const refusing = touchstone()
  refusing.register(later)
  await assert.rejects(async () => refusing.ready(), { code: 'FST_ERR_PLUGIN_VERSION_MISMATCH' })

  const taking = touchstone()
  Object.defineProperty(taking, 'version', { value: '4.30.1' })
  taking.register(async (child) => void child.register(later))
  await taking.ready()
  assert.ok(taking.version === '4.30.1')
})

test('where the application says its version, only that counts', async () => {
  const app = touchstone()
  Object.defineProperty(app, 'version', { value: '4.29.1' })
  app.register(next)
  await assert.rejects(async () => app.ready(), {
    code: 'FST_ERR_PLUGIN_VERSION_MISMATCH',
    message: "fastify-plugin: next - expected '5.x' fastify version, '4.29.1' is installed",
  })
  const candidate = touchstone()
  Object.defineProperty(candidate, 'version', { value: '5.0.0-rc.1' })
  candidate.register(next)
  await candidate.ready() // it counts as a 5.0.0
})

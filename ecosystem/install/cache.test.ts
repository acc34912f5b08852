/** `npm ci` must not delete what minutes have installed. */
import assert from 'node:assert/strict'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { cacheFolder } from './cache.ts'

test('the cache is in the folder that the environment names, and in no node_modules', () => {
  assert.equal(cacheFolder({ TOUCHSTONE_ECOSYSTEM_CACHE: '/own', XDG_CACHE_HOME: '/xdg' }), '/own')
  assert.equal(cacheFolder({ XDG_CACHE_HOME: '/xdg' }), join('/xdg', 'touchstone-ecosystem'))
  for (const unset of [{}, { XDG_CACHE_HOME: '', TOUCHSTONE_ECOSYSTEM_CACHE: '' }])
    assert.equal(cacheFolder(unset), join(homedir(), '.cache', 'touchstone-ecosystem'))
})

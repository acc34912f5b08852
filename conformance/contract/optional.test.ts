// A missing optional peer is named with the command that installs it; other errors of a package stay what they are.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importOptional, loadOptional, MissingPackageError } from './optional.ts'

const missing = (error: unknown): boolean =>
  error instanceof MissingPackageError &&
  error.message ===
    'touchstone fuzz needs the package no-such-package, which is not installed: npm install --save-dev no-such-package'

test('a package that is not installed is told with the command that installs it', async () => {
  assert.throws(() => loadOptional('no-such-package', 'touchstone fuzz'), missing)
  // @ts-expect-error: there is no such package
  const load = (): Promise<unknown> => import('no-such-package')
  await assert.rejects(importOptional('no-such-package', 'touchstone fuzz', load), missing)
})

test('a package that fails in another way keeps its error', async () => {
  const broken = new Error("Cannot find module './part.js'")
  const load = (): Promise<never> => Promise.reject(broken)
  await assert.rejects(importOptional('fast-check', 'touchstone fuzz', load), broken)
})

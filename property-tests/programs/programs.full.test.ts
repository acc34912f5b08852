/** More random programs than the quick test has time for. */
import { test } from 'node:test'
import { assertNothingUnknown } from './nothing-unknown.ts'

test('300 programs: nothing without a known cause', { timeout: 240_000 }, () =>
  assertNothingUnknown(300, 'programs'),
)

test('100 live programs: nothing without a known cause', { timeout: 240_000 }, () =>
  assertNothingUnknown(100, 'live programs'),
)

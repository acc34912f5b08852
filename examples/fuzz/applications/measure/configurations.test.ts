/** Each application has a configuration in its folder that the command reads: its identities. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { APPLICATIONS } from '../all.ts'

for (const { name, identities } of APPLICATIONS)
  test(`${name}/touchstone.config.json has the identities of the application`, () => {
    const file = new URL(
      `../../../../../examples/fuzz/applications/${name}/touchstone.config.json`,
      import.meta.url,
    )
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { fuzz: { identities } })
  })

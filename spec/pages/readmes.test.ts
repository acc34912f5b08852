// The READMEs of the areas are those of the rules and cases as they are.

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { specificationFolder } from '../load.ts'
import { buildReadmes } from './readmes.ts'

const folder = specificationFolder()
const readmes = buildReadmes()

test('each area has a README, and it is current', () => {
  const old = [...readmes].filter(
    ([file, text]) => !existsSync(folder + file) || readFileSync(folder + file, 'utf8') !== text,
  )
  assert.deepEqual(
    old.map(([file]) => file),
    [],
    'npm run spec:update writes them',
  )
})

test('each link to a file leads to one', () => {
  const dead = [...readmes].flatMap(([file, text]) =>
    [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)]
      .map(([, to = '']) => to)
      .filter((to) => !to.startsWith('https:') && !existsSync(join(folder, dirname(file), to)))
      .map((to) => `${file}: ${to}`),
  )
  assert.deepEqual(dead, [])
})

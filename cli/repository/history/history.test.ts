/** The page and the picture of the history are those of their data, and each change is explained or listed. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Change } from '../../../conformance/report/history/history.ts'
import { findingsText } from './document.ts'
import { explain, type Finding, idle } from './findings.ts'
import { pictureOf } from './picture.ts'
import { countOf, type Stored, storedOf, textOf } from './stored.ts'
import { PAGE, PICTURE, pageOf, readStored } from './write.ts'

const { stored, findings } = readStored()

test('page and picture are written from the stored history', () => {
  const page = readFileSync(PAGE, 'utf8')
  assert.equal(page, pageOf(page, stored, findings), 'npm run docs:history writes it')
  assert.equal(readFileSync(PICTURE, 'utf8'), pictureOf(stored, findings), 'npm run docs:history writes it')
  assert.ok(stored.versions.every((version) => page.includes(version)))
  for (const version of stored.whole) assert.ok(page.split('## The findings')[0]?.includes(version), version)
})

test('each change is explained or listed, and each explanation explains something', () => {
  assert.deepEqual(idle(stored, findings), [])
  const sum = (counts: number[]): number => counts.reduce((total, one) => total + one, 0)
  const told = explain(stored, findings).flatMap(({ explained, rest }) => [
    ...explained.map(({ keeps, breaks }) => keeps + breaks),
    ...rest.map(countOf),
  ])
  assert.equal(sum(told), sum(stored.changes.map(countOf)))
  for (const { rest } of explain(stored, findings))
    for (const { rule } of rest) assert.ok(findingsText(stored, findings).includes(`\`${rule}\``), rule)
  const marks = findings.flatMap(({ mark }) => mark ?? [])
  assert.equal(new Set(marks).size, marks.length)
})

test('a history becomes the data, the list and the picture', () => {
  const change: Omit<Change, 'id'> = {
    from: '1.0.0',
    to: '2.0.0',
    rules: ['R-1'],
    before: 'keeps',
    after: 'breaks',
  }
  const small: Stored = storedOf(
    {
      format: 1,
      name: 'mine',
      digest: 'd',
      versions: ['1.0.0', '2.0.0'],
      changes: [
        { ...change, id: 'a[x]#one', message: 'fail at /status: expected 200, got 500' },
        { ...change, id: 'a[y]#one' },
        { ...change, id: 'b#two' },
      ],
      rules: [{ rule: 'R-1', area: 'hooks', text: 'A rule.', kept: [] }],
      areas: {
        hooks: [
          [3, 3, 0],
          [0, 3, 0],
        ],
      },
    },
    'v20',
  )
  assert.deepEqual(small.changes[0]?.cases, { a: 2, b: 1 })
  assert.deepEqual(JSON.parse(textOf(small)), small)
  assert.match(
    findingsText(small, []),
    /^### 2\.0\.0: 3 not any more\n\n- `R-1` not any more: `a` \(2\), `b`; now: `\/status: expected 200, got 500`$/,
  )
  const why: Finding = { version: '2.0.0', title: 'It <is> so', text: 'Because.', match: ['a'], mark: 'A' }
  assert.match(
    findingsText(small, [why]),
    /- \*\*It <is> so\*\* \(2 not any more\)\. Because\.\n\nBesides:\n\n- `R-1` not any more: `b`/,
  )
  const picture = pictureOf(small, [why])
  assert.match(picture, /class="down">−3<[\s\S]*A<\/tspan> 2\.0\.0: It &lt;is&gt; so/)
  assert.deepEqual(idle(small, [{ ...why, match: ['c'] }]), ['2.0.0: It <is> so'])
})

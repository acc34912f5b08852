/** What V8 counts, read as branches: new ones, ones seen again, and how many there are. */
import assert from 'node:assert/strict'
import { Session } from 'node:inspector'
import { test } from 'node:test'
import { Coverage, countBranches } from './coverage.ts'

type Ranges = [from: number, to: number, count: number][]

/** A coverage of one function from 0 to 100, with what V8 says at each look. */
function counted(...looks: { url?: string; ranges: Ranges }[]): Coverage {
  return new Coverage('file:///app/', (method) => {
    if (method !== 'Profiler.takePreciseCoverage') return {}
    const { url = 'file:///app/a.js', ranges } = looks.shift() ?? { ranges: [[0, 100, 0]] as Ranges }
    const counts = ranges.map(([startOffset, endOffset, count]) => ({ startOffset, endOffset, count }))
    return { result: [{ url, functions: [{ ranges: counts }] }] }
  })
}

test('a block is new the first time that it runs, and seen when it runs again', () => {
  const coverage = counted(
    {
      ranges: [
        [0, 100, 3],
        [20, 40, 0],
      ],
    },
    {
      ranges: [
        [0, 100, 1],
        [20, 40, 0],
      ],
    },
    {
      ranges: [
        [0, 100, 2],
        [20, 40, 1],
        [25, 30, 0],
      ],
    },
    {
      ranges: [
        [0, 100, 2],
        [20, 40, 0],
      ],
    },
    {
      ranges: [
        [0, 100, 2],
        [30, 40, 0],
      ],
    },
  )
  assert.deepEqual(
    [...coverage.look().values()],
    [
      [
        [0, 20],
        [40, 100],
      ],
    ],
  )
  assert.equal(coverage.look().size, 0)
  const fresh = coverage.look()
  assert.deepEqual(
    [...fresh.values()],
    [
      [
        [20, 25],
        [30, 40],
      ],
    ],
  )
  assert.equal(coverage.sees(fresh), false)
  assert.equal(coverage.sees(fresh), true)
  // The function, 20 to 40, 25 to 30 in it, and what was left out from 30 on: all of them ran.
  assert.deepEqual(coverage.counts(), { reached: 4, known: 4 })
})

test('only files of the folder count, without packages and fresh applications', () => {
  for (const url of [
    'file:///other/a.js',
    'file:///app/node_modules/b/b.js',
    'file:///app/a.js?touchstone-fuzz=1',
    'node:http',
  ])
    assert.equal(counted({ url, ranges: [[0, 100, 1]] }).look().size, 0, url)
  assert.equal(counted({ url: '/app/b.cjs', ranges: [[0, 100, 1]] }).look().size, 1)
  assert.equal(counted({ url: 'file:///app/a.js?v=2', ranges: [[0, 100, 1]] }).look().size, 1)
})

test('after the end nothing is new', () => {
  const coverage = counted(
    {
      ranges: [
        [0, 100, 1],
        [20, 40, 0],
      ],
    },
    { ranges: [[0, 100, 1]] },
  )
  coverage.look()
  coverage.stop()
  assert.equal(coverage.look().size, 0)
  assert.deepEqual(coverage.counts(), { reached: 1, known: 2 })
})

test('where V8 counts nothing a sentence says why', async (context) => {
  context.mock.method(Session.prototype, 'connect', () => {
    throw new Error('the inspector is not available')
  })
  const told: string[] = []
  assert.equal(await countBranches('/app', (why) => told.push(why)), null)
  assert.match(told.join(), /^The branches of the code are not counted, .*: the inspector is not available$/)
})

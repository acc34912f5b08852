// Writes the ids that are new into spec/ids.lock; refuses where one that was given out is gone. Run it when cases were added.

import { writeFileSync } from 'node:fs'
import { loadSuite } from '../spec/load.ts'
import { lockedIds, lockFile, readLock } from './lint-suite.ts'

const suite = loadSuite()
const locked = readLock()
const gone = lockedIds(suite, locked)
if (gone.length > 0) {
  process.stderr.write(`${gone.map((problem) => problem.problem).join('\n')}\n`)
  process.exitCode = 4
} else {
  const all = new Set([
    ...locked,
    ...suite.cases.map((one) => one.body.id),
    ...suite.retired.map((one) => one.id),
  ])
  writeFileSync(lockFile(), `${[...all].sort().join('\n')}\n`)
  process.stdout.write(`${all.size} ids, ${all.size - locked.length} of them new\n`)
}

// Writes new ids to spec/ids.lock; fails if a locked id is gone. With --check it only reports new ids.

import { loadSuite } from '../../spec/load.ts'
import { writeFile } from '../../spec/write-file.ts'
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
  const fresh = all.size - locked.length
  if (process.argv.includes('--check')) {
    process.stdout.write(fresh === 0 ? 'ids.lock is current\n' : `${fresh} ids are not in ids.lock\n`)
    process.exitCode = fresh === 0 ? 0 : 1
  } else {
    writeFile(lockFile(), `${[...all].sort().join('\n')}\n`)
    process.stdout.write(`${all.size} ids, ${fresh} of them new\n`)
  }
}

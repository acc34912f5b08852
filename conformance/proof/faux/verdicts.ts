// The verdicts on the faux implementations; `npm run faux` prints them and writes them anew.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Json } from '../../../spec/case.ts'
import { formatJson } from '../../../spec/format.ts'
import { writeFile } from '../../../spec/write-file.ts'
import { packageFile } from '../../contract/package.ts'
import { inParallel, runTrial } from '../trial/trial.ts'
import { FAUX } from './all.ts'
import type { Task } from './trial-child.ts'
import type { FauxVerdict } from './verdict.ts'

const FILE = packageFile('conformance/proof/faux/verdicts.json')

export type Verdicts = Record<string, FauxVerdict>

export function readVerdicts(): Verdicts {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Verdicts
}

/** Some of them hang until their timeout, so several processes wait at the same time. */
const PROCESSES = 3
/** Milliseconds for a third of them, which take a tenth of it. */
const LIMIT = 300_000

export async function tryAll(): Promise<Verdicts> {
  const names = FAUX.map(({ name }) => name)
  const shares = Array.from({ length: PROCESSES }, (_, share) =>
    names.filter((_, at) => at % PROCESSES === share),
  )
  const all: Verdicts = {}
  await inParallel(shares, PROCESSES, async (share) => {
    const script = new URL('./trial-child.js', import.meta.url)
    const order = { replaced: [], task: { names: share } }
    const result = await runTrial<Task, Verdicts>(order, { script, limit: LIMIT })
    if (result.kind !== 'answer')
      throw new Error(`The faux implementations ${share.join(', ')}: ${result.why}.`)
    Object.assign(all, result.answer)
  })
  return Object.fromEntries(names.flatMap((name) => (all[name] ? [[name, all[name]]] : [])))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const verdicts = await tryAll()
  writeFile(FILE, formatJson(verdicts as unknown as Json))
  for (const [name, { noticed, of, first }] of Object.entries(verdicts))
    process.stdout.write(
      `${name.padEnd(26)} ${noticed} of ${of}${first === null ? '' : `, first ${first}`}\n`,
    )
}

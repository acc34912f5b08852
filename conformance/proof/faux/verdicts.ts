// The verdicts that are expected of the faux implementations; `node dist/conformance/proof/faux/verdicts.js` writes them anew.

import { fork } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { FAUX } from './all.ts'
import type { Trial } from './trial-child.ts'
import type { FauxVerdict } from './verdict.ts'

const FILE = fileURLToPath(new URL('../../../../conformance/proof/faux/verdicts.json', import.meta.url))

export type Verdicts = Record<string, FauxVerdict>

export function readVerdicts(): Verdicts {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Verdicts
}

/** Some of them hang until their time is up: several processes wait for that at the same time. */
const PROCESSES = 3

/** Tries all of them on the cases of known verdicts; those that have none are tried on some that are chosen. */
export async function tryAll(known: Verdicts = {}): Promise<Verdicts> {
  const shares = await Promise.all(Array.from({ length: PROCESSES }, (_, share) => tryShare(share, known)))
  const all: Verdicts = Object.assign({}, ...shares)
  return Object.fromEntries(FAUX.flatMap(({ name }) => (all[name] ? [[name, all[name]]] : [])))
}

/** Tries every third of them, say, from the given one on. */
function tryShare(share: number, known: Verdicts): Promise<Verdicts> {
  const task: Trial = {
    names: FAUX.map(({ name }) => name).filter((_, at) => at % PROCESSES === share),
    chosen: Object.fromEntries(Object.entries(known).map(([name, { cases }]) => [name, cases])),
  }
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('./trial-child.js', import.meta.url)), [], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: ['--no-warnings', '--no-deprecation'],
    })
    child.send(task)
    let verdicts: Verdicts | null = null
    child.once('message', (message: Verdicts) => {
      verdicts = message
    })
    child.once('exit', (code) => {
      if (verdicts) resolve(verdicts)
      else reject(new Error(`the process of the faux implementations ended with ${code}`))
    })
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const verdicts = await tryAll()
  writeFileSync(FILE, `${JSON.stringify(verdicts, null, 1)}\n`)
  for (const [name, { outcomes, rules }] of Object.entries(verdicts))
    process.stdout.write(`${name.padEnd(26)} ${JSON.stringify(outcomes)} ${rules.length} rules\n`)
}

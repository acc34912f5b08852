// The verdicts that are expected of the faux implementations; `node dist/conformance/faux/verdicts.js` writes them anew.

import { fork } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FauxVerdict } from './verdict.ts'

const FILE = fileURLToPath(new URL('../../../conformance/faux/verdicts.json', import.meta.url))

export type Verdicts = Record<string, FauxVerdict>

export function readVerdicts(): Verdicts {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Verdicts
}

/** Tries all of them on the cases of known verdicts; those that have none are tried on some that are chosen. */
export function tryAll(known: Verdicts = {}): Promise<Verdicts> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('./trial-child.js', import.meta.url)), [], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: ['--no-warnings', '--no-deprecation'],
    })
    child.send(Object.fromEntries(Object.entries(known).map(([name, { cases }]) => [name, cases])))
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

/** `npm run properties`: runs the properties until the time is up or the run is interrupted; failing values are saved. */
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadBuiltIn } from '../conformance/adapters/registry.ts'
import { attribute } from '../conformance/contract/faults.ts'
import { INTERRUPTED, interruption } from '../spec/interrupt.ts'
import { makeFolder, writeFile } from '../spec/write-file.ts'
import { Coverage } from './property/coverage.ts'
import type { AnyProperty, World } from './property/property.ts'
import { SEED } from './property/settings.ts'
import { PROPERTIES } from './registry.ts'
import { type Failure, replay, search, seedOf } from './run/check.ts'
import { type Entry, entryOf, idOf, save } from './run/corpus.ts'
import { coveragePicture, coverageTable } from './run/coverage-picture.ts'
import { append, caseOf } from './run/promote.ts'

const HELP = `npm run properties [-- options]
  --max-time T     how long: 30s, 10m, 1h (without it: until Ctrl-C)
  --rounds N       how often each property runs, instead of a time; the same seed prints the same lines
  --property ID    one of ${PROPERTIES.map(({ id }) => id).join(' ')}; may be repeated
  --seed N         the master seed; with --path the seed of the property, as a failure prints it
  --path P         one value, and what it shrinks to, as a failure prints it
  --continue       continue after a failure
  --coverage       write the picture of the keywords to docs/pictures/keyword-coverage.svg
  --promote ID     print a case for spec/, made from a value of the corpus
  --to FILE        append it to this file of cases instead, such as spec/cases/validation/keywords.json
`
const PICTURE = fileURLToPath(new URL('../../docs/pictures/keyword-coverage.svg', import.meta.url))
/** How long one property may take in one round, shrinking included. */
const SLICE = 120_000

interface Chosen {
  properties: readonly AnyProperty[]
  milliseconds: number
  rounds: number
  seed: number
  path: string | undefined
  goOn: boolean
  coverage: boolean
  promote: string | undefined
  to: string | undefined
}

class Usage extends Error {}

function choose(args: string[]): Chosen {
  const { values } = parseArgs({
    args,
    options: {
      'max-time': { type: 'string' },
      rounds: { type: 'string' },
      property: { type: 'string', multiple: true },
      seed: { type: 'string' },
      path: { type: 'string' },
      continue: { type: 'boolean' },
      coverage: { type: 'boolean' },
      promote: { type: 'string' },
      to: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) throw new Usage('')
  const wanted = values.property ?? []
  for (const id of wanted)
    if (!PROPERTIES.some((one) => one.id === id)) throw new Usage(`--property is ${id}, which there is not`)
  if (values.path !== undefined && wanted.length !== 1) throw new Usage('--path needs one --property')
  if (values.to !== undefined && values.promote === undefined)
    throw new Usage('--to says where a case goes, and --promote ID which one: give both')
  return {
    properties: wanted.length === 0 ? PROPERTIES : PROPERTIES.filter(({ id }) => wanted.includes(id)),
    milliseconds:
      values['max-time'] === undefined ? Number.POSITIVE_INFINITY : durationOf(values['max-time']),
    rounds: values.rounds === undefined ? Number.POSITIVE_INFINITY : integer('--rounds', values.rounds),
    seed: values.seed === undefined ? SEED : integer('--seed', values.seed),
    path: values.path,
    goOn: values.continue ?? false,
    coverage: values.coverage ?? false,
    promote: values.promote,
    to: values.to,
  }
}

function integer(option: string, text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value)) throw new Usage(`${option} is ${text} and must be an integer`)
  return value
}

function durationOf(text: string): number {
  const [, count, unit] = /^(\d+)(s|m|h)$/.exec(text) ?? []
  if (!count || !unit) throw new Usage(`--max-time is ${text}; right would be 30s, 10m or 1h`)
  return Number(count) * { s: 1000, m: 60_000, h: 3_600_000 }[unit as 's']
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Progress, which is never the same twice, goes where results do not. */
function progress(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${text}` : `${text}\n`)
}

function report(failure: Failure): void {
  const entry: Entry = {
    property: failure.property,
    value: failure.value,
    seed: failure.seed,
    path: failure.path,
    fastCheck: '4',
    found: new Date().toISOString().slice(0, 10),
    status: 'open',
    why: failure.why,
  }
  save(entry)
  tell(`\n✗ ${failure.property}: ${failure.why}`)
  tell(`  ${JSON.stringify(failure.value)}`)
  tell(
    `  saved as ${idOf(failure.property, failure.value)}, after ${failure.shrinks} steps of shrinking; again:`,
  )
  tell(`  npm run properties -- --property ${failure.property} --seed=${failure.seed} --path ${failure.path}`)
}

async function run(chosen: Chosen, world: World, stopped: AbortSignal): Promise<number> {
  const began = performance.now()
  const left = (): number => chosen.milliseconds - (performance.now() - began)
  const failed = new Set<string>()
  let executions = 0
  for (const property of chosen.properties)
    for (const { entry, why } of await replay(property, world)) {
      executions++
      const id = idOf(entry.property, entry.value)
      if (why !== null)
        tell(
          `✗ ${property.id}: the saved value ${id} fails${entry.status === 'fixed' ? ' again' : ''}: ${why}`,
        )
      if (why !== null) failed.add(property.id)
      else if (entry.status === 'open') tell(`✓ ${property.id}: the saved value ${id} holds now`)
    }
  let round = 0
  for (; round < chosen.rounds && left() > 0 && !stopped.aborted; round++) {
    for (const property of chosen.properties) {
      if (left() <= 0 || stopped.aborted) break
      const seed = chosen.path === undefined ? seedOf(chosen.seed, property.id, round) : chosen.seed
      const limit = Math.min(SLICE, Math.max(1, left()))
      const runs = chosen.path === undefined ? property.runs : 1
      const outcome = await search(property, world, { seed, runs, path: chosen.path, limit })
      executions += outcome.executions
      const seconds = (performance.now() - began) / 1000
      const rates = `${executions} executions, ${Math.round(executions / seconds)}/s, ${world.requests} requests`
      progress(`${Math.round(seconds)} s  round ${round + 1}  ${property.id}  ${rates}`)
      if (!outcome.failure) continue
      failed.add(property.id)
      report(outcome.failure)
      if (!chosen.goOn) return summary(chosen, executions, round + 1, failed)
    }
    if (chosen.path !== undefined) break
  }
  return summary(chosen, executions, round, failed)
}

function summary(chosen: Chosen, executions: number, rounds: number, failed: Set<string>): number {
  progress('')
  const wrong = failed.size === 0 ? 'nothing found' : `found something in ${[...failed].join(', ')}`
  tell(
    `seed ${chosen.seed}, ${rounds} rounds of ${chosen.properties.length} properties, ${executions} executions: ${wrong}`,
  )
  return failed.size === 0 ? 0 : 1
}

async function main(): Promise<number> {
  let chosen: Chosen
  try {
    chosen = choose(process.argv.slice(2))
  } catch (error) {
    const { message } = error as Error
    ;(message === '' ? process.stdout : process.stderr).write(`${message ? `${message}\n\n` : ''}${HELP}`)
    return message === '' ? 0 : 3
  }
  const world: World = { subject: await loadBuiltIn('touchstone'), requests: 0, coverage: new Coverage() }
  if (chosen.promote !== undefined) return promote(chosen.promote, chosen.to, world)
  const stopped = interruption()
  const code = await run(chosen, world, stopped)
  if (!world.coverage.isEmpty) tell(coverageTable(world.coverage))
  if (chosen.coverage) {
    makeFolder(dirname(PICTURE))
    writeFile(PICTURE, coveragePicture(world.coverage))
  }
  return stopped.aborted ? INTERRUPTED : code
}

async function promote(id: string, to: string | undefined, world: World): Promise<number> {
  const entry = entryOf(id)
  const property = PROPERTIES.find((one) => one.id === entry?.property)
  if (!entry || !property) {
    process.stderr.write(`--promote is ${id}; no value of the corpus has an id that begins with it\n`)
    return 3
  }
  const made = await caseOf(entry, property, world)
  if (to === undefined) {
    tell(JSON.stringify(made, null, 2))
    return 0
  }
  try {
    append(made, to)
  } catch (error) {
    process.stderr.write(`--to is ${to}: ${(error as Error).message}\n`)
    return 3
  }
  tell(
    `${made.id} is in ${to}: read what it expects, then npm run build && node dist/conformance/suite/lock-ids.js`,
  )
  return 0
}

// An uncaught error of an application fails the property that runs it; the run continues.
process.on('uncaughtException', (error) => {
  if (!attribute(error)) progress(`unattributed error: ${error.message}`)
})
process.on('unhandledRejection', (error) => {
  if (!attribute(error)) progress(`unattributed rejection: ${String(error)}`)
})
process.exit(await main())

// The realistic mutants: mistakes of a maintainer, written before the cases that notice them, and how many each batch's first try showed.

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatJson } from '../../../spec/format.ts'
import { writeFile } from '../../../spec/write-file.ts'
import { packageFile } from '../../contract/package.ts'
import { type Mutant, readMutantsIn } from '../trial/mutant.ts'
import type { Trial } from './trial.ts'

const FOLDER = packageFile('conformance/proof/mutants/realistic')
const FIRST_TRIES = 'first-tries.json'

/** The rooms of src/; `beside`: the files directly in it. */
export const ROOMS = [
  'boot',
  'compile',
  'declare',
  'instance',
  'plugins',
  'serve',
  'transport',
  'beside',
  'engine',
  'router',
] as const
export type Room = (typeof ROOMS)[number]

/** What a maintainer got wrong. */
export const KINDS = [
  'state',
  'cache-key',
  'order',
  'copy',
  'cleanup',
  'bound',
  'error-in-error',
  'two-features',
] as const

export interface Realistic extends Mutant {
  readonly room: Room
  readonly kind: (typeof KINDS)[number]
  /** How an application, or a client, can see it. */
  readonly probe: string
  readonly batch: number
  /** Its place is not in the tree any more: only its first try counts. */
  readonly gone?: true
}

/** The mutants of `batch-1.json`, `batch-2.json`, … in this order. One without `rules` has no case of its own yet. */
export function readRealistic(): Realistic[] {
  return readMutantsIn<Realistic>(FOLDER, [FIRST_TRIES])
    .map((mutant) => ({
      ...mutant,
      rules: mutant.rules ?? [],
      batch: Number(mutant.area.slice('batch-'.length)),
    }))
    .sort((a, b) => a.batch - b.batch)
}

/** Those of a batch that waits for its first try. */
export function readWaiting(): Mutant[] {
  const next = join(FOLDER, 'next')
  return existsSync(next) ? readMutantsIn(next) : []
}

/** What the cases of a tree noticed of a batch before any case was written for it. */
export interface FirstTry {
  readonly batch: number
  /** The commit whose cases were tried. */
  readonly commit: string
  /** The lines of each room of that tree, over which the batch was drawn; batches before 8 leave out `engine`. */
  readonly lines: Readonly<Partial<Record<Room, number>>>
  /** The assertion that noticed each mutant. */
  readonly noticed: Readonly<Record<string, string>>
  readonly survived: readonly string[]
}

export function readFirstTries(): FirstTry[] {
  const path = join(FOLDER, FIRST_TRIES)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as FirstTry[]) : []
}

/** The batch of these mutants, whose first try can be kept. Throws for more than one, and for a batch that has one: its cases exist by now. */
export function batchToRecord(mutants: readonly Mutant[]): number {
  const ids = new Set(mutants.map(({ id }) => id))
  const own = readRealistic().filter(({ id }) => ids.has(id))
  const batches = new Set(own.map(({ batch }) => batch))
  const [batch] = batches
  if (batch === undefined || batches.size !== 1)
    throw new Error(`--record needs --realistic and one --batch; found ${[...batches].join(', ') || 'none'}.`)
  if (readFirstTries().some((one) => one.batch === batch)) throw new Error(`Batch ${batch} has a first try.`)
  return batch
}

/** Keeps the result of the first try of a batch. Throws as `batchToRecord` does. */
export function recordFirstTry(trials: readonly Trial[]): void {
  const batch = batchToRecord(trials.map(({ mutant }) => mutant))
  const known = readFirstTries()
  const tried = new Map(trials.map((trial) => [trial.mutant.id, trial.verdict.by]))
  const { stdout } = spawnSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' })
  const ids = [...tried.keys()].sort()
  const noticed = ids.flatMap((id) => {
    const by = tried.get(id)
    return by ? [[id, by.assertion]] : []
  })
  const one: FirstTry = {
    batch,
    commit: stdout.trim(),
    lines: linesOfRooms(),
    noticed: Object.fromEntries(noticed),
    survived: ids.filter((id) => tried.get(id) === null),
  }
  writeFile(join(FOLDER, FIRST_TRIES), formatJson(JSON.parse(JSON.stringify([...known, one]))))
}

/** The room of a file of src/. */
export function roomOf(file: string): string {
  const [, room, ...rest] = file.split('/')
  return rest.length === 0 ? 'beside' : String(room)
}

/** The lines of the tree as it is, without types and tests: there is nothing to break. */
export function linesOfRooms(): Record<Room, number> {
  const lines: Record<string, number> = Object.fromEntries(ROOMS.map((room) => [room, 0]))
  for (const name of readdirSync(packageFile('src'), { recursive: true, encoding: 'utf8' })) {
    const room = ROOMS.find((one) => one === roomOf(`src/${name}`))
    if (room === undefined || !name.endsWith('.ts') || /\.test(-d)?\.ts$/.test(name)) continue
    if (['index.ts', 'errors.ts', 'typebox.ts'].includes(name)) continue // lists, with nothing to decide
    lines[room]! += readFileSync(packageFile(`src/${name}`), 'utf8').split('\n').length
  }
  return lines as Record<Room, number>
}

/** The table of `docs/project/proof.md`. */
export function tableOfFirstTries(tries: readonly FirstTry[]): string {
  const rows = tries.map(({ batch, commit, noticed, survived }) => {
    const seen = Object.keys(noticed).length
    const all = seen + survived.length
    return `| ${batch} | ${all} | ${seen} | ${Math.round((seen / all) * 100)} % | \`${commit}\` |`
  })
  return [
    '| batch | mutants | noticed at first try | rate | by the cases of |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

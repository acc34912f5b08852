/** The realistic mutants as bugs for the properties: which of them look first, what was found of each batch, and the table of it. */
import { existsSync, readFileSync } from 'node:fs'
import { packageFile } from '../../conformance/contract/package.ts'
import { type Realistic, type Room, readRealistic } from '../../conformance/proof/mutants/realistic.ts'
import { formatJson } from '../../spec/format.ts'
import { writeFile } from '../../spec/write-file.ts'

const RESULTS = packageFile('property-tests/planted/realistic/results.json')

/** The part of the realistic mutants that the properties have to find. */
export const NEEDED = 0.5

/** The properties for which a bug of a room is one of their class: they look first. */
const FIRST: Readonly<Record<Room, readonly string[]>> = {
  serve: ['F22', 'F15', 'F18', 'F25', 'F19', 'F20', 'F17'],
  compile: ['F21', 'F22', 'F15', 'F16', 'F6', 'F24', 'F7'],
  declare: ['F22', 'F16', 'F23', 'F15', 'M1'],
  instance: ['F22', 'F23', 'M7', 'F2'],
  plugins: ['F22', 'F15', 'F2'],
  boot: ['F22', 'F23', 'M6', 'F15'],
  transport: ['F20', 'M6', 'F18', 'F5', 'F13'],
  beside: ['F22', 'M6', 'M7', 'F23', 'F18', 'F15'],
  engine: ['F20', 'F18', 'F5', 'F13'],
  router: ['F22', 'F16', 'F12', 'F15'],
}

export const firstFor = ({ room }: Realistic): readonly string[] => FIRST[room]

/** What the properties found in the last run of each mutant. */
export interface Found {
  readonly id: string
  /** the property, or null: none found it in its time */
  readonly by: string | null
}

export interface Results {
  readonly mutants: readonly Found[]
}

export function readResults(): Results {
  if (!existsSync(RESULTS)) return { mutants: [] }
  return JSON.parse(readFileSync(RESULTS, 'utf8')) as Results
}

/** Keeps what was found of one mutant in the place of what was known of it: a run that is ended goes on later. */
export function recordFound(found: Found): void {
  const { mutants } = readResults()
  const order = new Map(readRealistic().map(({ id }, at) => [id, at]))
  const all = [...mutants.filter(({ id }) => id !== found.id && order.has(id)), found].sort(
    (a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0),
  )
  writeFile(RESULTS, formatJson(JSON.parse(JSON.stringify({ mutants: all }))))
}

/** The table of `docs/project/property-tests.md`. */
export function tableOfFound({ mutants: found }: Results, mutants: readonly Realistic[]): string {
  const known = new Map(found.map((one) => [one.id, one]))
  const rows = [...new Set(mutants.map(({ batch }) => batch))].flatMap((batch) => {
    const tried = mutants.filter((one) => one.batch === batch).flatMap(({ id }) => known.get(id) ?? [])
    if (tried.length === 0) return []
    const hits = tried.filter(({ by }) => by !== null)
    const properties = [...new Set(hits.map(({ by }) => by as string))].sort(byId)
    const counts = properties.map((id) => `${id} ${hits.filter(({ by }) => by === id).length}`)
    const rate = Math.round((hits.length / tried.length) * 100)
    return [`| ${batch} | ${tried.length} | ${hits.length} | ${rate} % | ${counts.join(', ')} |`]
  })
  return ['| batch | mutants | found | rate | by |', '|---|---|---|---|---|', ...rows].join('\n')
}

const byId = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })

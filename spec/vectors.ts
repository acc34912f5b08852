// The cases of values as files of the JSON Schema Test Suite, for programs that have no runner for the specification.

import { type Json, SCHEMA_KEYS, type ValueCase, type ValueGroup, type ValueTest } from './case.ts'
import { PackageFileError } from './data.ts'
import { readSources } from './load.ts'
import { groupsOf, isValueCase, type Place, placeOf } from './values.ts'

/** A value, and what the default settings make of it. */
export interface Vector {
  description: string
  data: Json
  /** Whether the value passes; of a response, whether it is written. */
  valid: boolean
  /** The value after conversion, defaults and removal, or an answer of which only the value counts. */
  becomes?: Json
  /** The text of the answer, to the byte. */
  written?: string
}

/** A schema with its values: a group of the JSON Schema Test Suite. */
export interface VectorGroup {
  description: string
  /** The case, and what its schema is of. */
  comment: string
  schema: Json
  /** Schemas that `$ref` of the schema names by their `$id`. */
  shared?: Json[]
  tests: Vector[]
}

/** The files by name, such as `validation/minimum.json`. Left out are what no JSON says, such as a date, and cases with options or schemas in shorthand. */
export function readVectors(): Map<string, VectorGroup[]> {
  const files = new Map<string, VectorGroup[]>()
  for (const [file, cases] of readSources()) {
    const groups = cases.filter(isValueCase).flatMap(vectorsOf)
    if (groups.length > 0) files.set(file.replace(/^cases\//, '').replace('/values/', '/'), groups)
  }
  if (files.size === 0) throw new PackageFileError('spec/cases of the package touchstone is missing.')
  return files
}

function vectorsOf(source: ValueCase): VectorGroup[] {
  if (source.options !== undefined || source.tags?.includes('shorthand')) return []
  const place = placeOf(source.in)
  const named = groupsOf(source)
  return named.flatMap((group) => {
    const tests = group.tests.flatMap((test) => vectorOf(group, test, place))
    if (tests.length === 0 || !isPlain(group.schema) || !isPlain(source.shared ?? [])) return []
    const about = named.length === 1 ? '' : ` (${group.description})`
    return {
      description: source.prose.replace(/\.$/, about),
      comment: `${source.id}: ${source.in}`,
      schema: wraps(group, place) ? wrapped(group.schema, place) : group.schema,
      ...(source.shared === undefined ? {} : { shared: source.shared }),
      tests,
    }
  })
}

/** Where a value can be missing, the schema and the values are those of the object around it. */
const wraps = ({ tests }: ValueGroup, { property }: Place): boolean =>
  property !== undefined && tests.some(({ data }) => data === undefined)

const wrapped = (schema: Json, { property = '' }: Place): Json => ({
  type: 'object',
  properties: { [property]: schema },
})

function vectorOf(group: ValueGroup, test: ValueTest, place: Place): Vector[] {
  const { data, refused, text } = test
  const around = (value: Json | undefined): Json | undefined =>
    !wraps(group, place) ? value : value === undefined ? {} : { [place.property ?? '']: value }
  const value = around(data)
  const is = around(
    'becomes' in test ? test.becomes : text !== undefined && place.part !== 'response' ? parsed(text) : data,
  )
  if (value === undefined || !isPlain(value)) return []
  const head = {
    description: test.description ?? group.description ?? 'the value',
    data: value,
    valid: refused === undefined,
  }
  if (refused !== undefined) return [head]
  if (place.part === 'response' && text !== undefined) return [{ ...head, written: text }]
  return is === undefined || !isPlain(is) ? [] : [{ ...head, becomes: is }]
}

const parsed = (text: string): Json => JSON.parse(text) as Json

/** Whether a value is JSON as it stands: nothing in it is an operator of the format. */
function isPlain(value: Json): boolean {
  if (value === null || typeof value !== 'object') return true
  const [only, ...more] = Object.keys(value)
  if (only?.startsWith('$') && more.length === 0 && !SCHEMA_KEYS.has(only)) return false
  return Object.values(value).every(isPlain)
}

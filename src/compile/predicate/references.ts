/** Draft 7, 8: `$ref` inside a document and to shared schemas, in the forms that have one meaning only. */
import { isPlainObject } from '../../values.ts'
import type { SchemaObject } from '../json-schema/references.ts'
import type { Library, Slot } from './verdict.ts'

const REFERENCE = /^([^#]*)(?:#((?:\/[\w$.-]+)*))?$/
/** Ids that no base URI changes, if that is a simple one too. */
const SIMPLE = /^[A-Za-z][\w-]*$/
const ABSOLUTE = /^https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?:\/[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)+$/

interface Target {
  readonly schema: SchemaObject
  readonly document: SchemaObject
  readonly id: string
}

/** The target of a reference; null: ajv has to look for it. */
export function targetOf(ref: string, from: Slot, library: Library): Target | null {
  const [, id, pointer = ''] = REFERENCE.exec(ref) ?? []
  if (id === undefined || ref === '') return null
  const document = id === '' ? from.document : sharedOf(id, from, library)
  if (!isPlainObject(document)) return null
  let schema: unknown = document
  for (const step of pointer.split('/').slice(1)) {
    if (typeof schema !== 'object' || schema === null || !Object.hasOwn(schema, step)) return null
    schema = Reflect.get(schema, step)
    if (isPlainObject(schema) && schema.$id !== undefined) return null // another base URI
  }
  return isPlainObject(schema) ? { schema, document, id: id === '' ? from.id : id } : null
}

/** Whether an `$id` of a whole schema changes none of its references in these forms. */
export const isSimple = (id: unknown): boolean =>
  typeof id === 'string' && (SIMPLE.test(id) || ABSOLUTE.test(id))

/** Whether ajv gives a target a function of its own, since it finds the key `$ref` anywhere inside. */
export function refers(schema: object): boolean {
  return Object.entries(schema).some(
    ([key, value]) => key === '$ref' || (typeof value === 'object' && value !== null && refers(value)),
  )
}

function sharedOf(id: string, from: Slot, library: Library): unknown {
  if (!ABSOLUTE.test(id) && !(SIMPLE.test(id) && (from.id === '' || SIMPLE.test(from.id)))) return null
  const found = library.shared(id)
  return isPlainObject(found) && found.$id === id ? found : null
}

/** Whether references for the same value lead from a slot to itself: such a schema never ends. */
export function isEndless(slot: Slot): boolean {
  const seen = new Set<Slot>()
  const waiting = [...slot.same]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === slot) return true
    if (seen.has(next)) continue
    seen.add(next)
    waiting.push(...next.same)
  }
  return false
}

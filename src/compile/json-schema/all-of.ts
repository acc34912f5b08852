/**
 * The schemas of `allOf`, made ready to be merged. fast-json-stringify merges what several of them say of a property, or of items, also with
 * the `additionalProperties` of the others, and writes what becomes false without a schema. Here each property, and the items, have one
 * `allOf` of their own; and where a schema is closed by `additionalProperties: false`, what none of them declares is dropped, and what one
 * declares is written by it.
 */

import { copyOf } from '../../copies.ts'
import { isObject, type Properties } from '../../values.ts'
import { endIn } from './inner-reference.ts'

/** How many allOf may be inside of each other, or follow each other by references. */
const DEEPEST = 40

/** Rewrites a schema with its `allOf`. Returns whether one of them was closed. */
export function gatherAll(root: Properties, schema: Properties): boolean {
  if (!Array.isArray(schema.allOf)) return false
  const found = flat(root, schema, 0)
  if (found === null) return false
  const isClosed = found.some(({ additionalProperties: rest }) => rest === false)
  const parts = found.map((part) => partOf(copyOf(part), isClosed))
  for (const name of new Set(parts.flatMap(({ properties }) => Object.keys(Object(properties)))))
    gather(parts, name)
  gatherPatterns(parts)
  gatherItems(parts)
  const [own, ...others] = parts
  for (const keyword of Object.keys(schema)) if (keyword !== 'definitions') delete schema[keyword]
  Object.assign(schema, own)
  if (others.length > 0) schema.allOf = others
  return isClosed
}

/** The schema itself and those of its `allOf`, without references and without their own `allOf`; null: they never end. */
function flat(root: Properties, schema: Properties, depth: number): Properties[] | null {
  if (depth > DEEPEST) return null
  const { allOf, definitions: _, ...own } = schema
  const found: Properties[] = [own]
  for (const one of [...(Array.isArray(allOf) ? allOf : []), chosenBy(own)]) {
    if (one === true) continue
    if (!isObject(one)) return null // false, or no schema
    const inner = flat(root, endIn(root, one), depth + 1)
    if (inner === null) return null
    found.push(...inner)
  }
  return found
}

/** The schema that `if` chooses where it is true or false. */
function chosenBy(schema: Properties): unknown {
  if (typeof schema.if !== 'boolean') return true
  const chosen = schema.if ? schema.then : schema.else
  for (const keyword of ['if', 'then', 'else']) delete schema[keyword]
  return chosen === undefined ? true : chosen
}

function partOf(
  { properties, additionalProperties: rest, ...others }: Properties,
  isClosed: boolean,
): Properties {
  const made: Properties = { ...others }
  if (isObject(properties)) made.properties = { ...properties }
  else if (rest !== undefined) made.properties = {} // the keyword also tells that the value is an object
  if (rest !== undefined && !isClosed) made.additionalProperties = rest
  return made
}

/** What all of them say of one property is said in one place. */
function gather(parts: readonly Properties[], name: string): void {
  const said = parts.map((part) => saidOf(part, name))
  const all = said.flat().filter((one) => one !== true)
  if (all.length < 2) return
  const first = parts.findIndex(({ properties }) => Object.hasOwn(Object(properties), name))
  // What a property becomes that is not there is read beside `allOf`, not inside of it.
  const filled = all.filter(isObject).find((one) => one.default !== undefined)
  for (const [index, part] of parts.entries()) {
    if (index === first)
      Object(part.properties)[name] = {
        allOf: copyOf(all), // what a sieve changes is nowhere else
        ...(filled !== undefined && { default: copyOf(filled.default) }),
      }
    else if (said[index]!.length > 0) part.properties = { ...Object(part.properties), [name]: true }
  }
}

/** The schemas that one of them has for a property. */
function saidOf(
  { properties, patternProperties, additionalProperties: rest }: Properties,
  name: string,
): unknown[] {
  const declared = Object.hasOwn(Object(properties), name) ? [Object(properties)[name]] : []
  const matching = Object.entries(Object(patternProperties)).filter(([source]) =>
    new RegExp(source).test(name),
  )
  const said = [...declared, ...matching.map(([, one]) => one)]
  return said.length > 0 || rest === undefined ? said : [rest]
}

/** The patterns of all of them are in the first. */
function gatherPatterns(parts: readonly Properties[]): void {
  const all: Properties = {}
  for (const part of parts) {
    for (const [source, one] of Object.entries(Object(part.patternProperties)))
      all[source] = Object.hasOwn(all, source) ? { allOf: copyOf([all[source], one]) } : one
    delete part.patternProperties
  }
  if (Object.keys(all).length > 0) Object.assign(parts[0]!, { patternProperties: all })
}

function gatherItems(parts: readonly Properties[]): void {
  const having = parts.filter(({ items }) => items !== undefined && items !== true)
  const [first, ...others] = having
  if (first === undefined || others.length === 0 || having.some(({ items }) => Array.isArray(items))) return
  first.items = { allOf: copyOf(having.map(({ items }) => items)) }
  for (const part of others) delete part.items
}

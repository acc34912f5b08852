/** What schemas leave open, read off them: no request is sent. */

import { explodes } from '../schema/explodes.ts'
import { combinesObjects, losesProperties } from '../schema/removal.ts'
import {
  follow,
  isSchema,
  type SchemaOrBoolean,
  type Surroundings,
  subschemas,
  typesOf,
} from '../schema/walk.ts'
import type { Part } from '../schema/wire.ts'
import type { CheckId } from './checks.ts'
import type { RoutePlan } from './route-plan.ts'
import type { Run } from './run.ts'

/** Closing one of several schemas for one object would remove what the others declare. */
const BRANCH = /\/(?:allOf|oneOf|anyOf|then|else)(?:\/|$)/
/** Characters up to which even a slow pattern is done soon. */
const SHORT = 20

export async function lints(run: Run): Promise<void> {
  run.phase = 'lints'
  for (const plan of run.plans)
    for (const { check, place, why } of lintsOf(plan))
      run.note(plan, { check, key: place, why: `${place}: ${why}` }, { requests: [], answer: null })
}

export type LintId = Extract<CheckId, `lint-${string}`>

/** What the schema of a request leaves open, and where: `body/properties/name`. */
export interface Lint {
  readonly check: LintId
  readonly place: string
  readonly why: string
}

export function lintsOf(plan: RoutePlan): Lint[] {
  const found: Lint[] = []
  for (const [part, { schema, around, oracle }] of plan.parts)
    if (oracle) look(found, part, schema, around, '', new Set())
  return found
}

function look(
  found: Lint[],
  part: Part,
  schema: SchemaOrBoolean,
  around: Surroundings,
  pointer: string,
  seen: Set<SchemaOrBoolean>,
): void {
  if (!isSchema(schema) || seen.has(schema)) return
  seen.add(schema)
  const place = `${part}${pointer}`
  const tell = (check: LintId, why: string): void => void found.push({ check, place, why })
  const types = typesOf(schema) ?? []
  if (schema['$async']) tell('lint-async', '$async is set: a request waits for its own validation.')
  // The head of a request has a limit of its own; a list in a query is many values in little text.
  if (
    types.includes('array') &&
    schema['maxItems'] === undefined &&
    (part === 'body' || part === 'querystring')
  )
    tell('lint-unbounded', 'an array without maxItems.')
  if (types.includes('string') && part === 'body' && !isBounded(schema))
    tell('lint-unbounded', 'a string without maxLength.')
  if (part === 'body' && isSchema(schema['properties']) && isOpen(schema) && !BRANCH.test(pointer))
    tell(
      'lint-open-object',
      'an open object: properties that it does not declare reach the handler. additionalProperties: false closes it.',
    )
  const lost = losesProperties(schema)
  if (lost !== null) tell('lint-removal', `${lost}.`)
  const { pattern, maxLength } = schema
  const isShort = typeof maxLength === 'number' && maxLength <= SHORT
  if (typeof pattern === 'string' && !isShort && explodes(pattern))
    tell('lint-slow-pattern', `the pattern ${pattern} reads the same text in several ways.`)
  const ref = schema['$ref']
  const target = typeof ref === 'string' ? follow(ref, around) : null
  if (target) look(found, part, target.schema, target.around, pointer, seen)
  for (const { pointer: below, schema: inner } of subschemas(schema)) {
    // What is only defined is looked at where it is used; what must not be is no way in.
    if (/^\/(definitions|\$defs|not|if|contains|propertyNames)(\/|$)/.test(below)) continue
    look(found, part, inner, around, `${pointer}${below}`, seen)
  }
}

function isOpen(schema: { readonly [key: string]: unknown }): boolean {
  return schema['additionalProperties'] === undefined && !combinesObjects(schema)
}

function isBounded(schema: { readonly [key: string]: unknown }): boolean {
  if (schema['maxLength'] !== undefined || schema['enum'] || schema['const'] !== undefined) return true
  if (typeof schema['format'] === 'string' && /^(date|time|uuid|ipv|hostname|email)/.test(schema['format']))
    return true
  const { pattern } = schema
  return typeof pattern === 'string' && /^\^.*\$$/.test(pattern) && !/[*+]|\{\d+,\}/.test(pattern)
}

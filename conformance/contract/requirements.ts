// The capabilities that a case needs: those that it names, and those that its data uses (spec/capabilities.json).

import type { Case, Json, Operation, Transport } from '../../spec/case.ts'
import { listIn } from '../../spec/data.ts'
import { specificationFolder } from '../../spec/load.ts'

/** How the data of a case shows that it needs a capability. */
interface Found {
  transport?: Transport
  boot?: 'manual'
  line?: 5
  options?: true
  /** operations on the application, rather than those of the runner */
  operations?: true
  keys?: string[]
  hooks?: string[]
  parts?: string[]
  styles?: string[]
  /** a pattern of what is called */
  calls?: string
  /** a pattern of what is read, set, looked at or called */
  paths?: string
}

interface Capability {
  id: string
  prose: string
  found?: Found
}

function readVocabulary(): Capability[] {
  return listIn(`${specificationFolder()}capabilities.json`, 'capabilities')
}

const VOCABULARY = readVocabulary()

/** The closed vocabulary. */
export const CAPABILITIES: readonly string[] = VOCABULARY.map((one) => one.id)

/** Of the vocabulary, what is not declared. */
export function lackedBy(declared: string[]): string[] {
  return CAPABILITIES.filter((one) => !declared.includes(one))
}

/** The names that are no capability, each with the one that was probably meant. */
export function unknownCapabilities(declared: string[]): string[] {
  return declared.filter((one) => !CAPABILITIES.includes(one))
}

/** All that the data of an application uses. */
interface Uses {
  keys: Set<string>
  hooks: Set<string>
  parts: Set<string>
  styles: Set<string>
  calls: Set<string>
  paths: Set<string>
  /** another application has options of the factory */
  options: boolean
  behaviours: Set<string>
}

export interface Requirements {
  capabilities: string[]
  behaviours: string[]
}

const known = new WeakMap<Case, Requirements>()

/** Without the transports, which are a matter of each cell. */
export function requirementsOf(body: Case): Requirements {
  const before = known.get(body)
  if (before) return before
  const uses = usesOf(body)
  const found = VOCABULARY.filter((one) => one.found && isNeeded(one.found, body, uses)).map((one) => one.id)
  const capabilities = [...new Set([...(body.requires ?? []), ...found])]
  const requirements = { capabilities, behaviours: [...uses.behaviours] }
  known.set(body, requirements)
  return requirements
}

function isNeeded(found: Found, body: Case, uses: Uses): boolean {
  const { keys = [], hooks = [], parts = [], styles = [], calls, paths } = found
  if (found.boot !== undefined && body.boot === found.boot) return true
  if (found.line !== undefined && body.line === found.line) return true
  if (found.operations && body.exchanges.some(({ operation }) => isOfApplication(operation))) return true
  if (found.options && (body.app.options !== undefined || uses.options)) return true
  if (calls !== undefined) {
    const pattern = new RegExp(calls)
    if ([...uses.calls].some((call) => pattern.test(call))) return true
  }
  if (paths !== undefined) {
    const pattern = new RegExp(paths)
    if ([...uses.paths, ...uses.calls].some((path) => pattern.test(path))) return true
  }
  return (
    keys.some((one) => uses.keys.has(one)) ||
    hooks.some((one) => uses.hooks.has(one)) ||
    parts.some((one) => uses.parts.has(one)) ||
    styles.some((one) => uses.styles.has(one))
  )
}

/** Booting is what a run does by itself; gates and connections are the runner's. */
function isOfApplication(operation: Operation | undefined): boolean {
  if (operation === undefined || operation === 'boot') return false
  return typeof operation === 'string' || 'do' in operation || 'listen' in operation
}

function usesOf(body: Case): Uses {
  const uses: Uses = {
    keys: new Set(),
    hooks: new Set(),
    parts: new Set(),
    styles: new Set(),
    calls: new Set(),
    paths: new Set(),
    options: false,
    behaviours: new Set(),
  }
  const { options, ...programs } = body.app
  look(programs as unknown as Json, uses)
  if (options !== undefined) lookAtOptions(options, uses)
  if (body.app.afterReady) uses.keys.add('afterReady')
  for (const { operation, when, until, send, expect, parallel } of body.exchanges) {
    if (operation !== undefined) look(operation as unknown as Json, uses)
    const { abortWhen, restWhen, readWhen } = send ?? {}
    if ([when, until, parallel, abortWhen, restWhen, readWhen].some((one) => one !== undefined))
      uses.keys.add('wait')
    if (expect.log !== undefined || expect.lines !== undefined) uses.keys.add('$log')
  }
  return uses
}

function look(value: Json, uses: Uses): void {
  if (value === null || typeof value !== 'object') return
  if (Array.isArray(value)) {
    for (const item of value) look(item, uses)
    return
  }
  for (const [key, item] of Object.entries(value)) {
    note(key, item, uses)
    look(item, uses)
  }
}

/** A factory option that is false is given all the same. */
function lookAtOptions(options: Json, uses: Uses): void {
  if (options !== null && typeof options === 'object')
    for (const key of Object.keys(options)) uses.keys.add(key)
  look(options, uses)
}

function noteSchema(schema: Json | undefined, uses: Uses): void {
  if (schema === null || typeof schema !== 'object' || Array.isArray(schema)) return
  for (const part of Object.keys(schema)) uses.parts.add(part)
  const { body } = schema
  if (body !== null && typeof body === 'object' && Object.hasOwn(body, 'content'))
    uses.parts.add('body.content')
}

const TAKE_PATHS = ['$get', '$type', '$defined']

/** A path is a text, or a list of its steps. */
function pathOf(path: Json): string {
  return Array.isArray(path) ? path.map(String).join('.') : String(path)
}

/** A method is called by its name where a statement cannot say the same; `apply` has its arguments in a list. */
function noteCall(path: string, args: Json[], uses: Uses): void {
  const called = path.replace(/\.(apply|call)$/, '')
  uses.calls.add(called)
  const given = called === path ? args : [args[1] ?? null].flat()
  if (called.endsWith('.addHook')) uses.hooks.add(String(given[0]))
}

function note(key: string, item: Json, uses: Uses): void {
  // A disabled statement does not count.
  if (item !== false) uses.keys.add(key)
  if (key === 'style' && typeof item === 'string') uses.styles.add(item)
  if (key === '$behaviour') uses.behaviours.add(String(Array.isArray(item) ? item[0] : item))
  if (key === 'call' || key === '$call') {
    const [called, ...args] = [item].flat()
    noteCall(pathOf(called ?? null), args, uses)
  }
  if (key === 'set' && Array.isArray(item)) uses.paths.add(pathOf(item[0] ?? null))
  if (TAKE_PATHS.includes(key) && (typeof item === 'string' || Array.isArray(item)))
    uses.paths.add(pathOf(item))
  if (key === 'addHook' && Array.isArray(item)) uses.hooks.add(String(item[0]))
  if (key === 'hooks' && Array.isArray(item))
    for (const hook of item) if (Array.isArray(hook)) uses.hooks.add(String(hook[0]))
  if (
    key === '$app' &&
    item !== null &&
    typeof item === 'object' &&
    !Array.isArray(item) &&
    item['options'] !== undefined
  ) {
    uses.options = true
    lookAtOptions(item['options'], uses)
  }
  // A schema that is built before the route that has it.
  const [target, value] = key === 'let' || key === 'set' ? [item].flat() : []
  if (/(^|[.,])schema$/.test(pathOf(target ?? null))) noteSchema(value, uses)
  if (key === 'schema') noteSchema(item, uses)
}

// The lines of touchstone-adapter/1 as types, and their check against spec/schema/adapter.v1.json, in both directions.

import { Ajv, type AnySchemaObject, type ErrorObject, type ValidateFunction } from 'ajv'
import type { App, Json, Program, Value } from '../../spec/case.ts'
import { parseData } from '../../spec/data.ts'
import { specificationFolder } from '../../spec/load.ts'
import type { LogLine } from '../contract/adapter.ts'

export const PROTOCOL = 1

export type Fields = [name: string, value: string][]

export interface WireForm {
  method: string
  url: string
  headers: Fields
  body64?: string
  chunks64?: string[]
}

export interface AnswerForm {
  status: number
  headers: Fields
  body64: string
  trailers?: Fields
  broken?: true
}

export interface StartForm {
  protocol: number
  implementation: { name: string; version: string; language?: string; homepage?: string; issues?: string }
  capabilities: string[]
  maxApps?: number
}

export interface DrainForm {
  trace: { value: Json; via: string | null }[]
  probes: Record<string, Json>
  log: LogLine[]
}

/** What each command carries beside `id` and `cmd`, and what `ok` of its answer holds. */
export interface Commands {
  start: { in: { protocol: number; suite: string }; out: StartForm }
  behaviours: { in: object; out: string[] }
  ping: { in: object; out: object }
  build: { in: { app: string; doc: App }; out: object }
  ready: { in: { app: string }; out: object }
  listen: { in: { app: string; options: Value }; out: { host: string; port: number } }
  inject: { in: { app: string; request: WireForm }; out: AnswerForm }
  run: { in: { app: string; program: Program }; out: { value: Json } }
  gate: { in: { app: string; gate: string }; out: object }
  open: { in: { app: string; gate: string }; out: object }
  drain: { in: { app: string }; out: DrainForm }
  close: { in: { app: string; end?: true }; out: object }
  stop: { in: object; out: object }
}

export type CommandName = keyof Commands
export type Command = { [C in CommandName]: { id: number; cmd: C } & Commands[C]['in'] }[CommandName]

export interface Answer {
  id: number
  ok?: unknown
  error?: Json
  skipped?: { message: string; issue?: string }
}

const NAME = 'adapter.v1.json'
let ajv: Ajv | undefined
const compiled = new Map<string, ValidateFunction>()

function checkOf(definition: string): ValidateFunction {
  const known = compiled.get(definition)
  if (known) return known
  if (!ajv) {
    const schema = parseData(`${specificationFolder()}schema/${NAME}`) as AnySchemaObject
    ajv = new Ajv({ strict: false, allErrors: false }).addSchema(schema, NAME)
  }
  const made = ajv.compile({ $ref: `${NAME}#/definitions/${definition}` })
  compiled.set(definition, made)
  return made
}

/** What is wrong with a command; undefined when nothing is. */
export function faultOfCommand(command: unknown): string | undefined {
  const { id, cmd } = (command ?? {}) as { id?: unknown; cmd?: unknown }
  if (!Number.isInteger(id) || Number(id) < 1)
    return `a command has an id, an integer from 1; it is ${show(id)}`
  if (typeof cmd !== 'string' || !isCommand(cmd))
    return `there is no command ${show(cmd)}; there are ${COMMAND_NAMES.join(', ')}`
  return tell(checkOf(`commands/${cmd}`), command)
}

/** What is wrong with an answer to a command; undefined when nothing is. */
export function faultOfAnswer(cmd: CommandName, answer: Answer): string | undefined {
  const whole = tell(checkOf('answer'), answer)
  if (whole !== undefined) return whole
  if (answer.skipped && cmd !== 'build') return `at /skipped: only a build can be skipped, not ${cmd}`
  return answer.ok === undefined ? undefined : tell(checkOf(`answers/${cmd}`), answer.ok, '/ok')
}

const COMMAND_NAMES: CommandName[] = [
  'start',
  'behaviours',
  'ping',
  'build',
  'ready',
  'listen',
  'inject',
  'run',
  'gate',
  'open',
  'drain',
  'close',
  'stop',
]

function isCommand(name: string): name is CommandName {
  return (COMMAND_NAMES as string[]).includes(name)
}

function tell(validate: ValidateFunction, value: unknown, at = ''): string | undefined {
  if (validate(value)) return undefined
  const [error] = validate.errors ?? []
  return error ? tellError(error, at) : 'it does not match the schema'
}

function tellError({ instancePath, keyword, params, message }: ErrorObject, at: string): string {
  const place = `at ${at}${instancePath}`.replace(/^at $/, 'at its top')
  if (keyword === 'additionalProperties')
    return `${place}: unknown key "${String(params['additionalProperty'])}"`
  if (keyword === 'oneOf') return `${place}: exactly one of ok, error and skipped is needed`
  if (keyword === 'const') return `${place}: must be ${show(params['allowedValue'])}`
  return `${place}: ${message ?? keyword}`
}

/** A value in a message, cut where it is long. */
export function show(value: unknown): string {
  const text = value === undefined ? 'missing' : (JSON.stringify(value) ?? String(value))
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}

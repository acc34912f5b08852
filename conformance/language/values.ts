// Evaluates values: plain JSON is itself, an object with one known `$` key is what the key says.

import { isDeepStrictEqual } from 'node:util'
import type { App, FunctionForm, Json, Path, PluginForm, Value } from '../../spec/case.ts'
import { CONTEXT } from './async-context.ts'
import { describe, typeOf } from './describe.ts'
import { PLAIN } from './function-kinds.ts'
import { recordingLogger } from './log/logger.ts'
import { pinoOf } from './log/pino-logger.ts'
import type { Scope, World } from './scope.ts'
import { SPECIAL } from './special-values.ts'

export function evaluate(value: Value | undefined, scope: Scope): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item) => evaluate(item, scope))
  const keys = Object.keys(value)
  if (keys.length === 1) {
    const key = keys[0] as string
    const operator = own(OPERATORS, key)
    if (operator) return operator(value[key] as Json, scope)
    const special = own(SPECIAL, key)
    if (special) return special(evaluate(value[key], scope))
  }
  const result: Record<string, unknown> = {}
  for (const key of keys) {
    const item = evaluate(value[key], scope)
    if (key === '__proto__')
      Object.defineProperty(result, key, {
        value: item,
        enumerable: true,
        configurable: true,
        writable: true,
      })
    else result[key] = item
  }
  return result
}

// A property may have a name that objects inherit.
function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

type Operator = (operand: Json, scope: Scope) => unknown

/** A string, or an array of strings, is a path; anything else is a value. */
function pathOrValue(operand: Json, scope: Scope): unknown {
  return typeof operand === 'string' || Array.isArray(operand)
    ? scope.get(operand as Path)
    : evaluate(operand, scope)
}

function each(operand: Json, scope: Scope): unknown[] {
  return (operand as Json[]).map((item) => evaluate(item, scope))
}

const OPERATORS: Record<string, Operator> = {
  $literal: (operand) => structuredClone(operand),
  $get: (operand, scope) => scope.get(operand as Path),
  $type: (operand, scope) => typeOf(pathOrValue(operand, scope)),
  $defined: (operand, scope) => pathOrValue(operand, scope) !== undefined,
  $visible: (operand, scope) => visible(operand, scope),
  $sharedSchemas: (_, scope) => Object.keys(scope.call('app.getSchemas', []) as object).sort(),
  $sharedSchema: (operand, scope) => scope.call('app.getSchema', [operand]),
  $call: (operand, scope) => {
    const [path, ...args] = operand as [Path, ...Json[]]
    return scope.call(path, each(args, scope))
  },
  $concat: (operand, scope) => each(operand, scope).map(String).join(''),
  $eq: (operand, scope) => isDeepStrictEqual(...(each(operand, scope) as [unknown, unknown])),
  $same: (operand, scope) => Object.is(...(each(operand, scope) as [unknown, unknown])),
  $not: (operand, scope) => !evaluate(operand, scope),
  $and: (operand, scope) => (operand as Json[]).every((item) => evaluate(item, scope)),
  $add: (operand, scope) => (each(operand, scope) as number[]).reduce((sum, n) => sum + (n ?? 0), 0),
  $keys: (operand, scope) => Object.keys(evaluate(operand, scope) as object),
  $sorted: (operand, scope) => [...(evaluate(operand, scope) as unknown[])].sort(),
  $has: (operand, scope) => {
    const [target, key] = each(operand, scope)
    return (key as string) in (target as object)
  },
  $own: (operand, scope) => {
    const [target, key] = each(operand, scope)
    return Object.hasOwn(target as object, key as string)
  },
  $json: (operand, scope) => JSON.stringify(evaluate(operand, scope)),
  $parse: (operand, scope) => JSON.parse(String(evaluate(operand, scope))),
  $pick: (operand, scope) => {
    const [target, keys] = each(operand, scope)
    return Object.fromEntries(
      (keys as string[]).map((key) => [key, (target as Record<string, unknown>)?.[key]]),
    )
  },
  $describe: (operand, scope) => describe(evaluate(operand, scope)),
  $log: (operand, scope) =>
    scope.world.recorder.log.filter((line) => line.level === operand).map((line) => line.msg),
  $function: (operand, scope) => scope.makeFunction(operand as unknown as FunctionForm, PLAIN),
  $behaviour: (operand, scope) => scope.world.language.makeBehaviour(operand, scope),
  $plugin: (operand, scope) => scope.world.language.makePlugin(operand as PluginForm, scope).fn,
  $app: (operand, scope) => scope.world.another(operand as unknown as App, scope),
  $pino: (operand, scope) => pinoOf(evaluate(operand, scope), scope.world.recorder),
  $logger: (operand, scope) => recordingLogger(String(operand), scope.world.recorder),
  $signal: (operand, scope) => signalOf(operand, scope),
  $symbol: (operand, scope) => symbolNamed(scope.world, String(operand)),
  $within: () => CONTEXT.getStore(),
}

/** The operators of values; a case has to use each of them (spec/FORMAT.md). */
export const OPERATOR_NAMES = [...Object.keys(OPERATORS), ...Object.keys(SPECIAL)]

/** Whether a key stands for an operator; a case may not use an unknown one by mistake. */
export function isOperator(key: string): boolean {
  return key in OPERATORS || key in SPECIAL
}

function visible(operand: Json, scope: Scope): Record<string, unknown> {
  const wide = operand as { on?: string; names?: string[] }
  const names = Array.isArray(operand) ? (operand as string[]) : (wide.names ?? [])
  const target = scope.get(wide.on ?? 'request') as Record<string, unknown>
  return Object.fromEntries(
    names.map((name) => [name, target[name] === undefined ? '<undefined>' : target[name]]),
  )
}

/** Aborted once the gate is open; without one, from the beginning. */
function signalOf(gate: Json, scope: Scope): AbortSignal {
  if (gate === null) return AbortSignal.abort()
  const controller = new AbortController()
  void scope.world.recorder.gate(String(gate)).then(() => controller.abort())
  return controller.signal
}

function symbolNamed(world: World, name: string): symbol {
  const known = world.symbols.get(name) ?? Symbol(name)
  world.symbols.set(name, known)
  return known
}

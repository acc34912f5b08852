// The scopes of a program, innermost first, and how a path is resolved in them.

import type { App, FunctionForm, Path, PluginForm, Program, Style, Value } from '../../spec/case.ts'
import type { Recorder } from '../contract/adapter.ts'
import type { Given } from './given.ts'

/** The parameters of a function by default, and how it tells its end. */
export interface FunctionKind {
  params: string[]
  style: Style
  name?: string
}

/** The parts of the interpreter call each other through a scope, so they do not import each other. */
export interface Language {
  evaluate(value: Value | undefined, scope: Scope): unknown
  makeFunction(form: FunctionForm, scope: Scope, kind: FunctionKind): unknown
  makePlugin(form: PluginForm, scope: Scope): { fn: unknown; options: unknown }
  makeBehaviour(operand: Value, scope: Scope): unknown
  runAsync(program: Program, scope: Scope): Promise<unknown>
}

/** What all programs of one application share: the implementation's own helpers, the recorder and the language. */
export interface World {
  recorder: Recorder
  language: Language
  /** The implementation's plugin wrapper. */
  wrap(plugin: unknown, metadata?: unknown): unknown
  /** The bearer-token plugin. */
  bearerAuth: unknown
  symbols: Map<string, symbol>
  /** What the application has handed over. */
  given: Given
  /** Another application of the same implementation, which ends with the case. */
  another(app: App, scope: Scope): unknown
}

export class Scope {
  readonly world: World
  readonly parent: Scope | null
  readonly names: Map<string, unknown>

  constructor(world: World, parent: Scope | null, names: Record<string, unknown>) {
    this.world = world
    this.parent = parent
    this.names = new Map(Object.entries(names))
  }

  child(names: Record<string, unknown>): Scope {
    return new Scope(this.world, this, names)
  }

  evaluate(value: Value | undefined): unknown {
    return this.world.language.evaluate(value, this)
  }

  makeFunction(form: FunctionForm, kind: FunctionKind): unknown {
    return this.world.language.makeFunction(form, this, kind)
  }

  find(name: string): { value: unknown; owner: Scope } | undefined {
    for (let scope: Scope | null = this; scope; scope = scope.parent) {
      if (scope.names.has(name)) return { value: scope.names.get(name), owner: scope }
    }
    return undefined
  }

  /** The value at a path; undefined where the path breaks off. */
  get(path: Path): unknown {
    const [root = '', ...keys] = keysOf(path)
    let value = this.find(root)?.value
    for (const key of keys) {
      if (value === undefined || value === null) return undefined
      value = (value as Record<string, unknown>)[key]
    }
    return value
  }

  /** Writes a property, or a name in scope. */
  set(path: Path, value: unknown): void {
    const keys = keysOf(path)
    const last = keys.at(-1) ?? ''
    if (keys.length === 1) {
      ;(this.find(last)?.owner ?? this).names.set(last, value)
      return
    }
    this.world.given.forget(this.find(keys[0]!)?.value)
    const target = this.get(keys.slice(0, -1)) as Record<string, unknown>
    this.world.given.forget(target)
    target[last] = value
  }

  /** Calls the method at a path on the object that has it. */
  call(path: Path, args: unknown[]): unknown {
    const keys = keysOf(path)
    const method = this.get(keys)
    if (typeof method !== 'function') throw new TypeError(`${keys.join('.')} is not a function`)
    const owner = keys.length > 1 ? this.get(keys.slice(0, -1)) : undefined
    if (owner !== undefined) this.world.given.forget(this.find(keys[0]!)?.value) // a method may change its object
    const ended = this.world.recorder.calls?.calling(keys.join('.'), args)
    try {
      const result: unknown = Reflect.apply(method, owner, args)
      ended?.('returned', result)
      return result
    } catch (error) {
      ended?.('threw', error)
      throw error
    }
  }
}

export function keysOf(path: Path): string[] {
  return Array.isArray(path) ? path : path.split('.')
}

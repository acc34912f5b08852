// The face of `touchstone/conformance/language`: runs the programs of cases on the objects of an implementation in JavaScript.

import type { App, FunctionForm, PluginForm, Program, Value } from '../../spec/case.ts'
import type { Recorder } from '../contract/adapter.ts'
import { createRecorder } from '../contract/recorder.ts'
import { makePlugin } from './declarations.ts'
import { kindOf } from './function-kinds.ts'
import { makeFunction, runAsync, runSync } from './functions.ts'
import { Given } from './given.ts'
import { LANGUAGE } from './parts.ts'
import { Scope, type World } from './scope.ts'
import { evaluate } from './values.ts'

export type { App, FunctionForm, Json, PluginForm, Program, Statement, Value } from '../../spec/case.ts'
export type { LogLine, Recorder, TraceEntry } from '../contract/adapter.ts'
export { createRecorder } from '../contract/recorder.ts'
export { describe, typeOf } from './describe.ts'

/** What the interpreter asks the implementation for. */
export interface InterpreterOptions {
  /** Names that all programs see, such as `app`. */
  names?: Record<string, unknown>
  /** Where programs leave what they trace, probe and log. @default a recorder of its own */
  recorder?: Recorder
  /** The implementation's plugin wrapper. @default the plugin as it is */
  wrap?: (plugin: unknown, metadata?: unknown) => unknown
  /** The bearer-token plugin, which the statement `bearerAuth` registers. */
  bearerAuth?: unknown
  /** Creates another application of the implementation, for `$app`. */
  another?: (app: App) => unknown
}

export interface Interpreter {
  recorder: Recorder
  /** The value that a form of the case language stands for. */
  evaluate(value: Value, names?: Record<string, unknown>): unknown
  /** Runs a program to its end. Resolves to what it returned; rejects with what it threw. */
  run(program: Program, names?: Record<string, unknown>): Promise<unknown>
  /** The same in one go. Throws where the program has to wait. */
  runSync(program: Program, names?: Record<string, unknown>): unknown
  /**
   * A function of the application, with the parameters and the style of its place where its form says nothing else. A place is
   * `handler`, `errorHandler`, `parser`, `plugin`, `after`, `ready`, `compiler`, `formatter`, `serializer`, `trailer`,
   * `function`, or the name of a hook.
   */
  makeFunction(form: FunctionForm, place: string, names?: Record<string, unknown>): unknown
  /** A plugin as `register` takes it. */
  makePlugin(form: PluginForm, names?: Record<string, unknown>): { fn: unknown; options: unknown }
}

/**
 * Interprets the case language. Values, functions and control flow need nothing of an implementation; the statements that
 * declare call the method of their name on `app`, and those that answer call `reply`.
 *
 * @example
 * ```js
 * import { createInterpreter } from 'touchstone/conformance/language'
 *
 * const app = { prefix: '/v1' }
 * const { run, recorder } = createInterpreter({ names: { app } })
 * await run([{ let: ['n', { $add: [1, 2] }] }, { return: { $concat: [{ $get: 'app.prefix' }, '/', { $get: 'n' }] } }]) // '/v1/3'
 * await run([{ trace: { $type: { $error: 'no' } } }])
 * recorder.trace // [{ value: 'error', via: null }]
 * ```
 */
export function createInterpreter(options: InterpreterOptions = {}): Interpreter {
  const recorder = options.recorder ?? createRecorder()
  const world: World = {
    recorder,
    language: LANGUAGE,
    wrap: options.wrap ?? ((plugin) => plugin),
    bearerAuth: options.bearerAuth,
    symbols: new Map(),
    given: new Given(),
    another: (app) => {
      if (!options.another) throw new Error('$app needs the option another, which creates an application')
      return options.another(app)
    },
  }
  const root = new Scope(world, null, options.names ?? {})
  return {
    recorder,
    evaluate: (value, names = {}) => evaluate(value, root.child(names)),
    run: async (program, names = {}) => runAsync(checked(program), root.child(names)),
    runSync: (program, names = {}) => runSync(checked(program), root.child(names)),
    makeFunction: (form, place, names = {}) => makeFunction(form, root.child(names), kindOf(place)),
    makePlugin: (form, names = {}) => makePlugin(form, root.child(names)),
  }
}

/** Programs of other languages' files come as data: what is none is told as one. */
function checked(program: Program): Program {
  if (Array.isArray(program)) return program
  throw new TypeError(`a program is a list of statements, and this is ${JSON.stringify(program)}`)
}

// Turns programs into JavaScript functions with the length, style and name that an implementation inspects.

import type { FunctionForm, Program, Style } from '../../spec/case.ts'
import { type Completion, type Outcome, startProgram } from './program.ts'
import type { FunctionKind, Scope } from './scope.ts'

export function makeFunction(form: FunctionForm, scope: Scope, kind: FunctionKind): unknown {
  if (Array.isArray(form)) return wrap(form, scope, kind.style, kind.params, kind.name)
  if ('do' in form)
    return wrap(form.do, scope, form.style ?? kind.style, form.params ?? kind.params, form.name ?? kind.name)
  if ('$behaviour' in form) return scope.world.language.makeBehaviour(form.$behaviour, scope)
  return scope.evaluate(form as never)
}

function wrap(program: Program, scope: Scope, style: Style, params: string[], name = ''): unknown {
  const enter = (self: unknown, args: unknown[], more: Record<string, unknown> = {}): Scope => {
    scope.world.recorder.calls?.entered(made, self, args)
    const names: Record<string, unknown> = { this: self, args, $answers: false, ...more }
    for (const [index, param] of params.entries()) names[param] = args[index]
    return scope.child(names)
  }
  const made: object = STYLES[style](program, enter, params.length)
  scope.world.recorder.calls?.made(made)
  Object.defineProperty(made, 'length', { value: params.length + (style === 'callback' ? 1 : 0) })
  Object.defineProperty(made, 'name', { value: name })
  return made
}

type Enter = (self: unknown, args: unknown[], more?: Record<string, unknown>) => Scope
type Wrap = (program: Program, enter: Enter, arity: number) => object

const STYLES: Record<Style, Wrap> = {
  sync: (program, enter) =>
    function (this: unknown, ...args: unknown[]) {
      return runSync(program, enter(this, args))
    },
  async: (program, enter) =>
    async function (this: unknown, ...args: unknown[]) {
      return runAsync(program, enter(this, args))
    },
  callback: (program, enter, arity) =>
    function (this: unknown, ...args: unknown[]) {
      runCallback(program, enter, this, args, args[arity] as Callback)
    },
}

type Callback = (...args: unknown[]) => unknown

export function runSync(program: Program, scope: Scope): unknown {
  const step = startProgram(program, scope).next()
  if (!step.done) throw new Error('a sync function of a case cannot await')
  return step.value?.kind === 'return' ? step.value.value : undefined
}

export async function runAsync(program: Program, scope: Scope): Promise<unknown> {
  const outcome = await drive(program, scope)
  if (!outcome && scope.get('$answers')) return scope.get('reply')
  if (outcome?.kind === 'hang') return new Promise(() => undefined)
  return outcome?.value
}

async function drive(program: Program, scope: Scope): Promise<Outcome> {
  const steps = startProgram(program, scope)
  return driveFrom(steps, steps.next())
}

type Steps = ReturnType<typeof startProgram>

async function driveFrom(steps: Steps, first: IteratorResult<unknown, Outcome>): Promise<Outcome> {
  let step = first
  while (!step.done) {
    let value: unknown
    try {
      value = await step.value
    } catch (error) {
      step = steps.throw(error)
      continue
    }
    step = steps.next(value)
  }
  // An async function would await a returned thenable; the wrapper around it keeps it as it is.
  return step.value
}

function runCallback(program: Program, enter: Enter, self: unknown, args: unknown[], done: Callback): void {
  const completion: Completion = { call: done, called: false }
  const finish = (outcome: Outcome): void => {
    if (completion.called || outcome?.kind === 'hang') return
    completion.called = true
    if (outcome?.kind === 'return') done(null, outcome.value)
    else done()
  }
  const steps = startProgram(program, enter(self, args, { $done: completion }))
  const first = steps.next()
  if (first.done) {
    finish(first.value)
    return
  }
  driveFrom(steps, first).then(finish, (error: unknown) => completion.call(error))
}

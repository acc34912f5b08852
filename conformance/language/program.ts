// Interprets programs: one generator for all styles of function, which yields what has to be awaited.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Program, Statement } from '../../spec/case.ts'
import { CONTEXT } from './async-context.ts'
import { DECLARATIONS } from './declarations.ts'
import { describe, isError } from './describe.ts'
import { SERIALIZER, TRAILER } from './function-kinds.ts'
import type { Scope } from './scope.ts'

/** How a program ended; undefined if it ran to its last statement. */
export type Outcome = { kind: 'return'; value: unknown } | { kind: 'hang'; value?: undefined } | undefined

/** The `done` of a callback function, and whether the program has called it. */
export interface Completion {
  call: (...args: unknown[]) => unknown
  called: boolean
}

type Steps = Generator<unknown, Outcome, unknown>

export function* startProgram(program: Program, scope: Scope): Steps {
  for (const statement of program) {
    const outcome = yield* runStatement(statement, scope)
    if (outcome) return outcome
  }
  return undefined
}

function* runStatement(statement: Statement, scope: Scope): Steps {
  for (const key in statement) {
    const control = CONTROL[key]
    if (control) return yield* control(statement, scope)
    const act = ACTIONS[key] ?? DECLARATIONS[key]
    if (act) {
      const value = act(statement, scope)
      const settled = statement.await ? yield value : value
      if (statement.as) scope.names.set(statement.as, settled)
      return undefined
    }
  }
  throw new Error(`no statement: ${JSON.stringify(statement)}`)
}

interface ReplyLike {
  send(...args: unknown[]): unknown
  code(value: unknown): unknown
  header(name: unknown, value: unknown): unknown
  type(value: unknown): unknown
  redirect(...args: unknown[]): unknown
  serializer(fn: unknown): unknown
  trailer(name: unknown, fn: unknown): unknown
  callNotFound(): unknown
  hijack(): unknown
}

const replyOf = (scope: Scope): ReplyLike => scope.get('reply') as ReplyLike

/** The reply, and a note that the enclosing function answers: an async one then returns it, as applications do. */
function answering(scope: Scope): ReplyLike {
  if (scope.find('$answers')) scope.set('$answers', true)
  return replyOf(scope)
}

/** Statements that end where they began. What they return matters only to `await` and `as`. */
const ACTIONS: Record<string, (s: Statement, scope: Scope) => unknown> = {
  send: (s, scope) => {
    const payload = scope.evaluate(s.send)
    // What it has read may be an object of the framework.
    if (!Object.hasOwn(Object(s.send), '$get')) scope.world.given.keepSome('a payload', payload)
    answering(scope).send(payload)
  },
  code: (s, scope) => void replyOf(scope).code(scope.evaluate(s.code)),
  header: (s, scope) =>
    void replyOf(scope).header(scope.evaluate(s.header?.[0]), scope.evaluate(s.header?.[1])),
  type: (s, scope) => void replyOf(scope).type(scope.evaluate(s.type)),
  redirect: (s, scope) => void answering(scope).redirect(...(s.redirect ?? []).map((a) => scope.evaluate(a))),
  serializer: (s, scope) =>
    void replyOf(scope).serializer(scope.makeFunction(s.serializer ?? [], SERIALIZER)),
  trailer: (s, scope) => {
    const [name, fn] = s.trailer ?? ['', []]
    replyOf(scope).trailer(scope.evaluate(name), scope.makeFunction(fn, TRAILER))
  },
  callNotFound: (_, scope) => void answering(scope).callNotFound(),
  hijack: (_, scope) => void replyOf(scope).hijack(),
  done: (s, scope) => {
    const completion = scope.get('$done') as Completion
    completion.called = true
    const error = scope.evaluate(s.done?.error)
    if (s.done && 'value' in s.done) completion.call(error ?? null, scope.evaluate(s.done.value))
    else if (s.done && 'error' in s.done) completion.call(error)
    else completion.call()
  },
  set: (s, scope) => {
    if (s.set) scope.set(s.set[0], scope.evaluate(s.set[1]))
  },
  call: (s, scope) => {
    const [path = '', ...args] = s.call ?? []
    return scope.call(
      path,
      args.map((arg) => scope.evaluate(arg as never)),
    )
  },
  probe: (s, scope) => {
    if (s.probe) scope.world.recorder.probes.set(s.probe[0], describe(scope.evaluate(s.probe[1])))
  },
  trace: (s, scope) => {
    scope.world.recorder.trace.push({ value: describe(scope.evaluate(s.trace)), via: requestOf(scope) })
  },
  open: (s, scope) => scope.world.recorder.openGate(s.open ?? ''),
  within: (s, scope) => {
    const completion = scope.get('$done') as Completion
    completion.called = true
    CONTEXT.run(scope.evaluate(s.within), () => completion.call())
  },
  later: (s, scope) => {
    setImmediate(() => void scope.world.language.runAsync(s.later ?? [], scope))
  },
}

function requestOf(scope: Scope): string | null {
  const raw = (scope.get('request') as { raw?: { method?: string; url?: string } } | undefined)?.raw
  return raw ? `${raw.method} ${raw.url}` : null
}

const CONTROL: Record<string, (s: Statement, scope: Scope) => Steps> = {
  // biome-ignore lint/correctness/useYield: one of a table of generators
  *return(s, scope) {
    return { kind: 'return', value: scope.evaluate(s.return) }
  },
  // biome-ignore lint/correctness/useYield: one of a table of generators
  *throw(s, scope) {
    throw scope.evaluate(s.throw)
  },
  // biome-ignore lint/correctness/useYield: one of a table of generators
  *hang() {
    return { kind: 'hang' }
  },
  *if(s, scope) {
    const chosen = scope.evaluate(s.if) ? s.then : s.else
    return chosen ? yield* startProgram(chosen, scope) : undefined
  },
  *let(s, scope) {
    const [name, value] = s.let ?? ['', null]
    const evaluated = scope.evaluate(value)
    scope.names.set(name, s.await ? yield evaluated : evaluated)
    return undefined
  },
  *wait(s, scope) {
    yield scope.world.recorder.gate(s.wait ?? '')
    return undefined
  },
  *tick(s) {
    for (let turn = 0; turn < (s.tick ?? 1); turn++) yield nextTurn()
    return undefined
  },
  *attempt(s, scope) {
    const found = yield* attempt(s.attempt ?? [], scope)
    if (s.as) {
      scope.names.set(s.as, found)
      scope.world.recorder.probes.set(s.as, describe(found))
    }
    return undefined
  },
}

function* attempt(
  program: Program,
  scope: Scope,
): Generator<unknown, { threw: unknown } | { returned: unknown }, unknown> {
  try {
    const outcome = yield* startProgram(program, scope)
    return { returned: outcome?.value }
  } catch (error) {
    return { threw: isError(error) ? describe(error) : error }
  }
}

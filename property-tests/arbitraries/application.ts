/** Random applications as the documents of cases: trees of contexts, what each declares early and late, routes that tell what they see. */
import fc from 'fast-check'
import type { App, FunctionForm, Json, Program, SendForm, Statement } from '../../spec/case.ts'
import type { Scenario } from '../property/property.ts'

/** The hooks that run for a request. */
export const HOOKS: readonly string[] =
  'onRequest preParsing preValidation preHandler preSerialization onSend onResponse onError'.split(' ')

/** What a context declares, in the order of its list. */
type Declaration =
  | { kind: 'request' | 'reply' | 'instance' | 'schema'; name: string }
  | { kind: 'hook'; hook: string }
  | { kind: 'handler' }

export interface ContextPlan {
  early: Declaration[]
  wrapped: boolean
  /** Declared once the children before it have loaded: in an `after` behind them. */
  late: Declaration[]
  children: ContextPlan[]
}

/** Which declarations an application has. */
export interface Kinds {
  /** decorators and schemas, in names sized to collide */
  names?: boolean
  hooks?: boolean
  handlers?: boolean
  late?: boolean
  wrapped?: boolean
}

const LETTERS: readonly string[] = ['a', 'b', 'c', 'd']

function declarations(kinds: Kinds, maxLength: number): fc.Arbitrary<Declaration[]> {
  const named = fc.record({
    kind: fc.constantFrom('request', 'reply', 'instance', 'schema') as fc.Arbitrary<'request'>,
    name: fc.constantFrom(...LETTERS),
  })
  const choices: fc.Arbitrary<Declaration>[] = [
    ...(kinds.names ? [named] : []),
    ...(kinds.hooks ? [fc.constantFrom(...HOOKS).map((hook): Declaration => ({ kind: 'hook', hook }))] : []),
    ...(kinds.handlers ? [fc.constant<Declaration>({ kind: 'handler' })] : []),
  ]
  return choices.length === 0 ? fc.constant<Declaration[]>([]) : fc.array(fc.oneof(...choices), { maxLength })
}

export function contextPlan(kinds: Kinds): fc.Arbitrary<ContextPlan> {
  const shape = (wrapped: fc.Arbitrary<boolean>, children: fc.Arbitrary<ContextPlan[]>) =>
    fc.record({
      early: declarations(kinds, 3),
      wrapped,
      late: kinds.late ? declarations(kinds, 1) : fc.constant<Declaration[]>([]),
      children,
    })
  const wrapped = kinds.wrapped === false ? fc.constant(false) : fc.boolean()
  const { node } = fc.letrec<{ node: ContextPlan }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      shape(wrapped, fc.constant([])),
      shape(wrapped, fc.array(tie('node'), { maxLength: 3 })),
    ),
  }))
  return shape(fc.constant(false), fc.array(node, { maxLength: 3 }))
}

/** The places of a plan's contexts, the root's is empty. */
export function placesOf(plan: ContextPlan, place = ''): string[] {
  return [place, ...plan.children.flatMap((child, at) => placesOf(child, `${place}/${at}`))]
}

/** Which routes each context has: one that tells what it sees, a plain one, one that throws. */
export type Routes = 'see' | 'plain' | 'throw' | 'plain and throw'

/** The program of a plan. */
export function documentOf(plan: ContextPlan, routes: Routes): App {
  return { do: programOf(plan, '', routes) }
}

function programOf(plan: ContextPlan, place: string, routes: Routes): Program {
  return [
    ...plan.early.map((one, at) => declare(one, `${place}:${at}`)),
    ...routesAt(place, routes),
    ...plan.children.map((child, at): Statement => {
      const below = programOf(child, `${place}/${at}`, routes)
      return { register: child.wrapped ? { wrap: true, do: below } : { do: below } }
    }),
    ...(plan.late.length === 0 ? [] : [{ after: whenLoaded(plan.late, place) }]),
  ]
}

/** It takes no error: one that is handed to it would be taken for handled. */
function whenLoaded(late: readonly Declaration[], place: string): FunctionForm {
  return { style: 'sync', params: [], do: late.map((one, at) => declare(one, `${place}:late${at}`)) }
}

/** Labels are the places of what is declared, so that nothing can be taken for something else. */
function declare(one: Declaration, label: string): Statement {
  if (one.kind === 'hook') return { addHook: [one.hook, [{ trace: `${one.hook} ${label}` }]] }
  if (one.kind === 'handler')
    return { setErrorHandler: [{ trace: `handler ${label}` }, { code: 418 }, { send: { handledBy: label } }] }
  const name = `${one.kind[0]}${one.name}`
  if (one.kind === 'request') return { decorateRequest: [name, label] }
  if (one.kind === 'reply') return { decorateReply: [name, label] }
  if (one.kind === 'instance') return { decorate: [name, label] }
  return { addSchema: { $id: name, type: 'string' } }
}

function routesAt(place: string, routes: Routes): Program {
  const plain: Statement = { get: `/plain${place}`, do: [{ trace: 'handler' }, { send: { at: place } }] }
  const throwing: Statement = {
    get: `/throw${place}`,
    do: [{ trace: 'handler' }, { throw: { $error: 'boom' } }],
  }
  if (routes === 'see') return [{ get: `/see${place}`, do: [{ send: whatIsSeen() }] }]
  if (routes === 'plain') return [plain]
  return routes === 'throw' ? [throwing] : [plain, throwing]
}

function whatIsSeen(): Json {
  const names = (prefix: string): string[] => LETTERS.map((letter) => prefix + letter)
  return {
    request: { $visible: names('r') },
    // 'reply' and 'request' begin with the same letter: a name may be both.
    reply: { $visible: { on: 'reply', names: names('r') } },
    instance: Object.fromEntries(
      names('i').map((name): [string, Json] => [name, { $call: ['app.hasDecorator', name] }]),
    ),
    schemas: { $sharedSchemas: true },
  }
}

/** A request to every route. */
export function asking(places: readonly string[], routes: Routes): SendForm[] {
  return routes.split(' and ').flatMap((route) => places.map((place) => ({ url: `/${route}${place}` })))
}

/** An application with requests to the routes of each of its contexts. */
export function scenario(kinds: Kinds, routes: Routes): fc.Arbitrary<Scenario> {
  return contextPlan(kinds).map((plan) => ({
    app: documentOf(plan, routes),
    sends: asking(placesOf(plan), routes),
  }))
}

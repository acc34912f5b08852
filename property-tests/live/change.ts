/** A live program with something more, or without some of its routes. */
import type { App, FunctionForm, FunctionObject, Program, Statement } from '../../spec/case.ts'

const METHODS = ['get', 'post', 'delete', 'head', 'all', 'route'] as const
/** The functions of a request that may wait, apart from those in `hooks` and `addHook`. */
const FUNCTIONS = ['setErrorHandler', 'setNotFoundHandler', 'errorHandler'] as const
const OF_REQUESTS =
  /^(onRequest|preParsing|preValidation|preHandler|preSerialization|onSend|onResponse|onError)$/

/** What comes in front of the statements of a function; the number tells functions apart. */
export type Insert = (at: number, kind: string) => Program

/** Every asynchronous function that a request can reach, with more statements in front. */
export function prepending(app: App, insert: Insert): App {
  let at = 0
  const form = (one: FunctionForm, kind: string): FunctionForm => {
    if (Array.isArray(one) || !('do' in one) || (one as FunctionObject).style !== 'async') return one
    const { do: body, ...rest } = one as FunctionObject
    return { ...rest, do: [...insert(at++, kind), ...body] }
  }
  const hook = ([name, one]: [string, FunctionForm]): [string, FunctionForm] =>
    OF_REQUESTS.test(name) ? [name, form(one, name)] : [name, one]
  const program = (all: Program): Program => all.map(statement)
  const statement = (one: Statement): Statement => {
    const changed: Statement = { ...one }
    if (one.addHook !== undefined) changed.addHook = hook(one.addHook as [string, FunctionForm])
    if (one.hooks !== undefined) changed.hooks = one.hooks.map(hook)
    for (const key of FUNCTIONS) if (one[key] !== undefined) changed[key] = form(one[key], key)
    if (one.register?.do !== undefined) changed.register = { ...one.register, do: program(one.register.do) }
    if (METHODS.some((key) => one[key] !== undefined) && one.do !== undefined)
      changed.do = form(one.do, 'handler')
    return changed
  }
  return { ...app, do: program(app.do) }
}

/** The full path of every route, in the order of the program. */
export function pathsOf(program: Program, prefix = ''): string[] {
  return program.flatMap((one) => {
    const url = urlOf(one)
    if (url !== null) return [`${prefix}${url}`]
    return one.register?.do === undefined ? [] : pathsOf(one.register.do, below(prefix, one))
  })
}

/** Without the routes of other paths. */
export function withRoutesAt(path: string, program: Program, prefix = ''): Program {
  return program.flatMap((one): Program => {
    const url = urlOf(one)
    if (url !== null) return `${prefix}${url}` === path ? [one] : []
    if (one.register?.do === undefined) return [one]
    return [{ register: { ...one.register, do: withRoutesAt(path, one.register.do, below(prefix, one)) } }]
  })
}

function below(prefix: string, { register }: Statement): string {
  return register?.wrap === undefined ? `${prefix}${register?.prefix ?? ''}` : prefix
}

function urlOf(one: Statement): string | null {
  const key = METHODS.find((it) => one[it] !== undefined)
  if (key === undefined) return null
  return String(key === 'route' ? one.route?.['url'] : one[key])
}

/** Programs without some of their statements. */
import type { App, Json } from '../../../spec/case.ts'

/** Leaves out the innermost statements that match: those with no matching statement inside. */
export function withoutStatements(app: App, matches: (statement: Json) => boolean): App {
  return without(app as unknown as Json, matches) as unknown as App
}

function without(value: Json, matches: (statement: Json) => boolean): Json {
  if (Array.isArray(value)) {
    const left: Json[] = []
    for (const one of value) {
      const inner = without(one, matches)
      if (isStatement(inner) && matches(inner)) continue
      left.push(inner)
    }
    return left
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, without(it, matches)]))
}

const isStatement = (value: Json): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Leaves out the hooks that match, given as `["onSend", { … }]`: of `addHook`, of routes and of not-found handlers. */
export function withoutHooks(app: App, hook: RegExp): App {
  const matches = (value: Json): boolean =>
    Array.isArray(value) && typeof value[0] === 'string' && hook.test(JSON.stringify(value))
  const walk = (value: Json): Json => {
    if (Array.isArray(value))
      return value.filter((one) => !matches(one) && !matches(Object(one).addHook ?? null)).map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, walk(it)]))
  }
  return walk(app as unknown as Json) as unknown as App
}

/** Leaves out the error handlers that throw, also by a status that is none: those of contexts and those of routes. */
export function withoutFailingHandlers(app: App): App {
  const fails = (value: Json | undefined): boolean =>
    value !== undefined && /"throw":|"type":|"code":(99|600|200\.5|null|"x")/.test(JSON.stringify(value))
  const walk = (value: Json): Json => {
    if (Array.isArray(value)) return value.filter((one) => !fails(Object(one).setErrorHandler)).map(walk)
    if (typeof value !== 'object' || value === null) return value
    const kept = Object.entries(value).filter(([key, it]) => key !== 'errorHandler' || !fails(it))
    return Object.fromEntries(kept.map(([key, it]) => [key, walk(it)]))
  }
  return walk(app as unknown as Json) as unknown as App
}

/** Leaves out the hooks that are options of not-found handlers. */
export function withoutNotFoundHooks(app: App): App {
  const walk = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    const own = Object.hasOwn(value, 'setNotFoundHandler')
    const kept = Object.entries(value).filter(([key]) => !own || key !== 'hooks')
    return Object.fromEntries(kept.map(([key, it]) => [key, walk(it)]))
  }
  return walk(app as unknown as Json) as unknown as App
}

/** Replaces in the text of the program. */
export function replacing(app: App, pattern: RegExp, by: string): App {
  return JSON.parse(JSON.stringify(app).replace(pattern, by)) as App
}

const ANSWERS = ['send', 'redirect', 'callNotFound', 'return', 'throw']

/** Keeps the first answer of each function. */
export function answersOnce(app: App): App {
  return once(app as unknown as Json) as unknown as App
}

function once(value: Json): Json {
  if (Array.isArray(value)) {
    let answered = false
    const left: Json[] = []
    for (const one of value) {
      if (ANSWERS.some((key) => Object.hasOwn(Object(one), key))) {
        if (answered) continue
        answered = true
      }
      left.push(once(one))
    }
    return left
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, once(it)]))
}

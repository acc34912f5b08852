/** Which routes are fuzzed: patterns of method, path and tag. */
import type { TargetRoute } from '../target/target.ts'

const METHOD = /^[A-Za-z]+$/
const RIGHT =
  'a pattern is a method, a path, both, or a tag: "GET", "/admin/*", "POST /users/:id", "tag:admin".'

export function faultOfPattern(pattern: unknown): string | null {
  if (typeof pattern !== 'string' || pattern.trim() === '') return RIGHT
  return /^(tag:.+|[A-Za-z]+|([A-Za-z]+ )?[/*]\S*)$/.test(pattern) ? null : RIGHT
}

/** The routes that are left, and the patterns that match none of all. */
export function chosenOf(
  routes: readonly TargetRoute[],
  include: readonly string[] | undefined,
  exclude: readonly string[] = [],
): { routes: TargetRoute[]; idle: string[] } {
  const idle = [...(include ?? []), ...exclude].filter((one) => !routes.some((route) => matches(route, one)))
  const chosen = routes.filter(
    (route) =>
      (include === undefined || include.some((one) => matches(route, one))) &&
      !exclude.some((one) => matches(route, one)),
  )
  return { routes: chosen, idle }
}

/** A `*` is any text; a parameter of an OpenAPI path may be written as there: `/users/{id}`. */
function matches({ method, url, tags = [] }: TargetRoute, pattern: string): boolean {
  if (pattern.startsWith('tag:')) return tags.includes(pattern.slice(4))
  const [first = '', path] = pattern.split(' ')
  const named = METHOD.test(first) ? first : null
  if (named !== null && named.toUpperCase() !== method) return false
  const wanted = named === null ? first : path
  if (wanted === undefined) return true
  const text = wanted
    .replace(/\{([^}]+)\}/g, ':$1')
    .split('*')
    .map((one) => one.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('.*')
  return new RegExp(`^${text}$`).test(url)
}

/** Routes of one method and path, which differ in their constraints or patterns: a document has room for one of them. */
import { isDeepStrictEqual } from 'node:util'
import { type Notes, placeOf } from './notes.ts'
import type { Variant } from './place.ts'

/** The route with the wanted constraints, else the one without constraints, else the first. The others are noted. */
export function choose(
  variants: readonly Variant[],
  wanted: Readonly<Record<string, unknown>> | undefined,
  place: string,
  notes: Notes,
): Variant {
  const [first] = variants
  const chosen =
    (wanted === undefined ? undefined : variants.find(({ route }) => fits(route.constraints, wanted))) ??
    variants.find(({ route }) => Object.keys(route.constraints).length === 0) ??
    first!
  for (const { route } of variants.filter((variant) => variant !== chosen)) {
    const constraints = Object.keys(route.constraints).length > 0 ? ` with ${textOf(route.constraints)}` : ''
    notes.add(
      placeOf(place),
      `${route.method} ${route.url}${constraints} is not described: another route has this place`,
    )
  }
  return chosen
}

function fits(
  constraints: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(wanted).every(([name, value]) => {
    const own = constraints[name]
    if (own instanceof RegExp && typeof value === 'string') return own.test(value)
    return isDeepStrictEqual(own, value)
  })
}

const textOf = (constraints: Readonly<Record<string, unknown>>): string =>
  Object.entries(constraints)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? `'${value}'` : String(value)}`)
    .join(', ')

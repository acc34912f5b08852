/** `routerOptions`, where Fastify 5 has the options of the router: what it may have, and the same values at the place of 4.17. */
import { errorCodes } from '../errors.ts'
import { isOptions, wrongValue } from '../option-values.ts'
import type { Options } from '../types/options/options.ts'
import { isFunction, type Properties, shown } from '../values.ts'

/** Options of the router that 4.17 has at the top, and 5 at both places. */
const BOTH = [
  'caseSensitive',
  'ignoreTrailingSlash',
  'ignoreDuplicateSlashes',
  'maxParamLength',
  'allowUnsafeRegex',
  'useSemicolonDelimiter',
  'querystringParser',
  'constraints',
] as const

/** Those with a default, which plugins read to spell a path as the router does. */
const SHOWN = BOTH.slice(0, 6)

/** Takes them over into the other options. Two different values cannot both be right. */
export function adoptRouterOptions(options: Properties, own: Properties): void {
  const { routerOptions: given } = own
  if (!given) return
  if (!isOptions(given)) throw wrong(`routerOptions is ${shown(given)} and must be an object`)
  const wrongOne = wrongValue('router', given)
  if (wrongOne !== null) throw wrong(`routerOptions.${wrongOne}`)
  for (const name of BOTH) {
    const value = given[name] ?? undefined
    if (value === undefined) continue
    const other = own[name] ?? value
    if (!same(other, value))
      throw wrong(
        `routerOptions.${name} is ${shown(value)} and must be left out, or the same as the option ${name}: ${shown(other)}`,
      )
    options[name] = value
  }
  options.routerOptions = { ...given }
}

// A number or a boolean may be written as text.
function same(a: unknown, b: unknown): boolean {
  return a === b || (!isFunction(a) && !isOptions(a) && String(a) === String(b))
}

function wrong(text: string): Error {
  return new errorCodes.FST_ERR_INIT_OPTS_INVALID(text)
}

/** What `initialConfig.routerOptions` shows: the values that count, whichever place they were given at. */
export function shownRouterOptions(settings: Readonly<Options>, constraints: object | undefined): object {
  const config: Properties = {}
  for (const name of SHOWN) config[name] = settings[name]
  if (constraints !== undefined) config.constraints = constraints
  return Object.freeze(config)
}

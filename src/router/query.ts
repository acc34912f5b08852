/** The parser of queries: the application's, or the one that the interface has. */
import { parse } from 'fast-querystring'
import { errorCodes } from '../errors.ts'
import { disown } from '../values.ts'
import type { RouterOptions } from './strategies.ts'

export type QueryParser = (text: string) => Record<string, unknown>

/** Wraps the parser of the application. If that returns a promise, the wrapper throws, and the request gets a 500. */
export function queryParser(own: RouterOptions['querystringParser']): QueryParser {
  if (!own) return (text) => (text === '' ? {} : parse(text))
  return (text) => {
    const query = own(text)
    if (disown(query)) throw new errorCodes.FST_ERR_QSP_NOT_FN('a function that returned a promise')
    return query as Record<string, unknown> // or whatever else it returned, as on 4.17
  }
}

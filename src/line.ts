/** The line of Fastify that an application is written for: the settings that a call of 4.17 and the same call of 5 differ in. */
import type { LineOptions } from './types/options/line-options.ts'
import type { Options } from './types/options/options.ts'

/** Options of 4.17 with another default in the line of 5. */
type Shared = Pick<Options, 'jsonShorthand' | 'useSemicolonDelimiter' | 'requestIdHeader'>

/** The defaults of each line. An application may set each of them by itself. */
export const LINES = {
  4: {
    line: 4,
    jsonShorthand: true,
    useSemicolonDelimiter: true,
    requestIdHeader: 'request-id',
    portInHostname: true,
    trustHops: true,
    refuseLongParams: false,
    refuseBadUrls: false,
    strictBodies: false,
    codedJsonErrors: false,
    queryContext: 'query',
    logHostAs: 'hostname',
    syncPlugins: false,
  },
  5: {
    line: 5,
    jsonShorthand: false,
    useSemicolonDelimiter: false,
    requestIdHeader: false,
    portInHostname: false,
    trustHops: false,
    refuseLongParams: true,
    refuseBadUrls: true,
    strictBodies: true,
    codedJsonErrors: true,
    queryContext: 'querystring',
    logHostAs: 'host',
    syncPlugins: true,
  },
} as const satisfies Record<NonNullable<LineOptions['line']>, Required<LineOptions> & Shared>

/** What each option that is no boolean may be. */
export const LINE_VALUES: Readonly<Record<string, readonly unknown[]>> = {
  line: [4, 5],
  queryContext: ['query', 'querystring'],
  logHostAs: ['hostname', 'host'],
}

/** Names of options: what is known, and which unknown one is nearly a known one. A key that is not near is the application's own. */

const words = (text: string): readonly string[] => text.split(/\s+/)

/** `own`: what the framework reads; `others`: what published plugins and 4.x read, which is no mistake. */
interface Names {
  readonly own: readonly string[]
  readonly others: ReadonlySet<string>
}

const named = (own: string, others = ''): Names => ({ own: words(own), others: new Set(words(others)) })

export const OPTION_NAMES = {
  factory: named(
    `ajv allowErrorHandlerOverride allowUnsafeRegex bodyLimit bodyTimeout caseSensitive childLoggerFactory clientAddress clientErrorHandler closeTimeout codeGeneration codedJsonErrors
    connectionBodyLimit connectionTimeout constraints disableRequestLogging engine exposeHeadRoutes handlerTimeout
    forceCloseConnections frameworkErrors genReqId hideServerErrors http http2 http2SessionTimeout https
    ignoreDuplicateSlashes ignoreTrailingSlash jsonDepthLimit jsonShorthand keepAliveTimeout line logController logHostAs logger loggerInstance
    maxParamLength maxRequestsPerSocket onConstructorPoisoning onProtoPoisoning pluginTimeout portInHostname queryContext querystringParser
    refuseBadUrls refuseLongParams requestIdHeader requestIdLogLabel requestTimeout responseValidation return503OnClosing rewriteUrl routerOptions
    schemaController schemaErrorFormatter serializerOpts serverFactory serverTiming strictBodies strictResponses syncPlugins totalBodyLimit trustHops trustProxy
    unsafePatterns useSemicolonDelimiter`,
    'versioning',
  ),
  routerOptions: named(
    `allowUnsafeRegex buildPrettyMeta caseSensitive compile constraints defaultRoute ignoreDuplicateSlashes
    ignoreTrailingSlash maxParamLength onBadUrl onMaxParamLength querystringParser useSemicolonDelimiter`,
  ),
  route: named(
    `attachValidation bodyLimit childLoggerFactory config constraints errorHandler exposeHeadRoute handler handlerTimeout logLevel logSerializers
    method onError onRequest onRequestAbort onResponse onSend onTimeout path preHandler preParsing
    preSerialization preValidation prefixTrailingSlash schema schemaErrorFormatter serializerCompiler url
    validatorCompiler version`,
    'websocket wsHandler rateLimit helmet cors swagger hide prefix routePath',
  ),
  'route schema': named(
    'body querystring query params headers response',
    `tags summary description consumes produces security operationId hide deprecated externalDocs servers callbacks
    examples example title links cookies cookie requestBody`,
  ),
  plugin: named('prefix logLevel logSerializers'),
  listen: named(
    'port host path backlog exclusive ipv6Only readableAll writableAll signal listenTextResolver',
    'fd reusePort cb',
  ),
  inject: named(
    `url path method headers payload body query cookies simulate authority remoteAddress server validate
    autoStart signal payloadAsStream`,
    'Request dispatchFunc',
  ),
} as const satisfies Record<string, Names>

export type OptionPlace = keyof typeof OPTION_NAMES

/** A known name that is one or two letters away, or differs in upper and lower case only; undefined for none. */
export function nearest(place: OptionPlace, key: string): string | undefined {
  const { own, others }: Names = OPTION_NAMES[place]
  if (own.includes(key) || others.has(key)) return undefined
  const lower = key.toLowerCase()
  const same = own.find((one) => one.toLowerCase() === lower)
  if (same !== undefined) return same
  // Of a short word two letters make another one: an application may have its own `timeout` beside `onTimeout`.
  const most = key.length < 4 ? 0 : key.length < 9 || place === 'plugin' ? 1 : 2
  let best: string | undefined
  let least = most + 1
  for (const one of own) {
    const away = distance(lower, one.toLowerCase(), least)
    if (away < least) [best, least] = [one, away]
  }
  return best
}

/** How many letters are changed, added, left out or swapped with their neighbour; `limit` where they are as many or more. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const differs = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + differs)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, before[j - 2]! + 1)
      row.push(least)
    }
    before = last
    last = row
  }
  return last[b.length]!
}

/** Writes a line of the log, or a warning of the process where nothing is logged. */
export type Warn = (code: string, fields: object, message: string) => void

/** Warns once, for each application, of each key that is nearly a known one. */
export class OptionChecks {
  readonly #warn: Warn
  readonly #warned = new Set<string>()
  /** the levels of the application's logger; null where it does not say them */
  readonly levels: readonly string[] | null

  constructor(warn: Warn, levels: readonly string[] | null) {
    this.#warn = warn
    this.levels = levels
  }

  check(place: OptionPlace, options: object): void {
    for (const key of Object.keys(options)) {
      const right = nearest(place, key)
      if (right === undefined || this.#warned.has(`${place} ${key}`)) continue
      this.#warned.add(`${place} ${key}`)
      const message = `The option '${key}' of the ${place} is unknown and has no effect. Is '${right}' meant?`
      this.#warn('TSTWRN003', { option: key, place, right }, message)
    }
  }
}

/** Differences that are intended here, each with the ruling or the rule behind it. */
import type { App, Json } from '../../../spec/case.ts'
import { codeOf, type Difference, plain, withoutWords } from '../seen/difference.ts'
import { type Cause, inRequest, sent, statements, text } from './cause.ts'
import { answersOnce, withoutHooks, withoutStatements } from './without.ts'

/** Arguments that are taken there, or refused with the code of what comes next. */
const STRICTER =
  /^FST_ERR_(HANDLER_NOT_FN|ROUTE_OPTIONS_NOT_OBJ|DEC_INVALID_NAME|ROUTE_METHOD_NOT_SUPPORTED|PLUGIN_PREFIX_NOT_STR|SCH_MISSING_ID|HOOK_INVALID_TYPE|HOOK_INVALID_HANDLER|AJV_CUSTOM_OPTIONS_OPT_NOT_ARR|AJV_CUSTOM_OPTIONS_OPT_NOT_OBJ)$/

/** Whether the only difference is a code of ours where the others have an error without one of the table. */
function ownCode(ours: unknown, theirs: unknown): boolean {
  if (STRICTER.test(String(ours))) return true
  return /^FST_ERR_|^too late$/.test(String(ours)) && !/^FST_ERR_|^too late$|^none$/.test(String(theirs))
}

/** The probes that differ, with the two codes. */
function probeCodes({ ours, theirs }: Difference): [name: string, ours: string, theirs: string][] {
  const names = new Set([...Object.keys(Object(ours)), ...Object.keys(Object(theirs))])
  const words = (probe: Json | undefined): string => plain(withoutWords(probe ?? null))
  const code = (of: Json, name: string): string => codeOf(Object(Object(of)[name]).threw ?? null)
  return [...names]
    .filter((name) => words(Object(ours)[name]) !== words(Object(theirs)[name]))
    .map((name) => [name, code(ours, name), code(theirs, name)])
}

/** Two mistakes in one statement: which one each side names. */
const SEVERAL: ReadonlySet<string> = new Set([
  'FST_ERR_INVALID_URL FST_ERR_ROUTE_METHOD_NOT_SUPPORTED',
  'FST_ERR_CTP_INVALID_PARSE_TYPE FST_ERR_CTP_ALREADY_PRESENT',
])

const ADDS_SCHEMA = /"addSchema":|"app.addSchema"/
const STREAM = /^\["(onRequest|preParsing|preValidation|preHandler)".*"send":\{"\$stream"/
const NO_STREAM = /^\["preParsing".*"return":/
const OUTBOUND =
  /^\["(onSend|preSerialization|onError|onResponse)".*"(throw|callNotFound|redirect|send|return)":/
const LATE = /^\{"ready":|^\{"addHook":\["onReady",\{"style":"async","do":\[\{"attempt"/
/** A hook that sends and calls back, and a hook of the answer for which the answer waits. */
const SENDS = /^\["(onRequest|preParsing|preValidation|preHandler)",\{"style":"callback".*"(send|redirect)":/
const WAITS = /\["(preSerialization|onSend)",\{"style":"async"/
/** Of a route; live programs give some by name. */
const BODY_SCHEMA = /"schema":\{[^}]*"body":|"schema":\{"\$get":"short"/
const sortedLines = (lines: unknown): string => (lines as Json[]).map(plain).sort().join('\n')
const withoutLate = (app: App): App => withoutStatements(app, (it) => LATE.test(JSON.stringify(it)))

export const RULINGS: readonly Cause[] = [
  statements(
    {
      id: 'callback-throws',
      kind: 'ruling',
      reason:
        'what a callback of ready(), after the boot, throws is thrown in both; here the boot has ended by then',
    },
    /^\{"ready":/,
    ({ part }) => part === 'crash',
  ),
  statements(
    {
      id: 'nothing-thrown',
      kind: 'ruling',
      reason:
        'what throws null or undefined is a 500 FST_ERR_SEND_UNDEFINED_ERR; there it is read as an Error',
    },
    /"throw":(null|""|false|0|\{"\$(undefined|number|promise|symbol))/,
  ),
  {
    id: 'R33-late',
    kind: 'ruling',
    reason: 'R33: what is declared in onReady or in ready() and could reach no request is refused',
    covers: (_difference, { scenario: { app } }) => plain(withoutLate(app)) !== plain(app),
    without: withoutLate,
  },
  {
    id: 'own-code',
    kind: 'ruling',
    reason: 'an error of an argument has a code of the table here, and none there',
    covers: ({ part, ours, theirs }) => part === 'boot' && ownCode(ours, theirs),
    hides: 'program',
  },
  {
    id: 'own-code-attempted',
    kind: 'ruling',
    reason:
      'an error of an argument has a code of the table here, and none there; of several another one is found first',
    covers: (difference) =>
      difference.part === 'probes' &&
      probeCodes(difference).every(([, a, b]) => ownCode(a, b) || SEVERAL.has(`${a} ${b}`)),
    without: (app, difference) => {
      const names = new Set(probeCodes(difference).map(([name]) => name))
      return withoutStatements(app, (it) => names.has(String(Object(it).as)))
    },
  },
  statements(
    {
      id: 'refused-argument',
      kind: 'ruling',
      reason: 'a wrong name, hook or list of methods is refused at once; there it is taken, or refused later',
    },
    /"decorate(Request|Reply)?":\[(5|""),|"app.addHook",("onNothing"|"onRequest",5)|"method":\[\]|"\$id":5|"(url|get|post|delete|head|all)":5[,}]/,
  ),
  {
    id: 'options-refused',
    kind: 'ruling',
    reason: 'a wrong option of the factory is refused',
    covers: ({ part, ours }) => part === 'boot' && ours === 'FST_ERR_INIT_OPTS_INVALID',
    hides: 'program',
  },
  {
    id: 'bad-url',
    kind: 'ruling',
    reason:
      'a request whose url cannot be decoded runs the stages of any other, with its log lines and its body',
    covers: (difference, compared) => /"url":"\/%"/.test(sent(compared, difference)),
    hides: 'request',
  },
  {
    id: 'R14',
    kind: 'ruling',
    reason: 'R14: addSchema leaves the custom compiler of a context in place',
    covers: (_difference, compared) =>
      /set(Validator|Serializer)Compiler/.test(text(compared)) && ADDS_SCHEMA.test(text(compared)),
    without: (app) => withoutStatements(app, (it) => ADDS_SCHEMA.test(JSON.stringify(it))),
  },
  {
    id: 'R20',
    kind: 'ruling',
    reason: 'R20: a 204 and a 304 have neither the length nor the type of a payload',
    covers: ({ part, at }, compared) => {
      const [mine, other] = [compared.ours, compared.theirs].map(({ answers }) => answers[at]?.answer?.status)
      if (mine !== 204 && mine !== 304) return false
      if (/"error":"broken"/.test(text(compared))) return true // the stream is not read
      return /^(headers|text)$/.test(part) && mine === other
    },
    hides: 'difference',
  },
  statements(
    {
      id: 'proto-name',
      kind: 'ruling',
      reason:
        '__proto__ and computed members are not names of decorators; the value of a logger is not used to log',
    },
    /__proto__|"(decorateRequest|decorateReply)":\["(server|log|raw|params|send)"/,
  ),
  {
    id: 'R30',
    kind: 'ruling',
    reason:
      'R30: a schema that nothing can judge fails the boot with a code; a part that is null is left out',
    covers: (difference, compared) =>
      difference.part === 'boot' &&
      /"schema":5|"(body|querystring|params|headers|[0-9x]+|default)":(null|5|"text"|\{"\$undefined")/.test(
        text(compared),
      ),
    hides: 'program',
  },
  {
    id: 'second-answer',
    kind: 'ruling',
    reason:
      'a request gets one answer: the first; there a second one can take its place, or both are written',
    covers: (difference, { scenario }) =>
      difference.at >= 0 && plain(answersOnce(scenario.app)) !== plain(scenario.app),
    without: answersOnce,
  },
  statements(
    {
      id: 'reply-argument',
      kind: 'ruling',
      reason: 'a wrong argument of a method of the reply is a 500 that names it',
    },
    /"type":5|"redirect":\[5\]|"header":\["",|"header":\[5|"redirect":\["\/\u00e9"\]/,
    inRequest,
  ),
  {
    id: 'outbound-failure',
    kind: 'ruling',
    reason: 'what a hook throws after the handler is told in the answer, also where it is no Error',
    covers: ({ at }, { scenario: { app } }) => at >= 0 && plain(withoutHooks(app, OUTBOUND)) !== plain(app),
    without: (app) => withoutHooks(app, OUTBOUND),
  },
  {
    id: 'no-stream-parsed',
    kind: 'ruling',
    reason: 'what a preParsing hook returns and is no stream is a 500 with a code',
    covers: ({ at }, { scenario: { app } }) => at >= 0 && plain(withoutHooks(app, NO_STREAM)) !== plain(app),
    without: (app) => withoutHooks(app, NO_STREAM),
  },
  {
    id: 'stream-in-hook',
    kind: 'ruling',
    reason: 'a hook that sends a stream has answered; there the request goes on until the stream has ended',
    covers: ({ at }, { scenario: { app } }) => at >= 0 && plain(withoutHooks(app, STREAM)) !== plain(app),
    without: (app) => withoutHooks(app, STREAM),
  },
  {
    id: 'answered-in-hook',
    kind: 'ruling',
    reason:
      'a hook that sends and calls back has answered; there the handler runs too while an asynchronous hook holds the answer',
    covers: ({ at }, { scenario: { app } }) =>
      at >= 0 && WAITS.test(JSON.stringify(app)) && plain(withoutHooks(app, SENDS)) !== plain(app),
    without: (app) => withoutHooks(app, SENDS),
  },
  statements(
    {
      id: 'wrong-length',
      kind: 'ruling',
      reason: 'a stream of another length than its content-length breaks its own connection, or is a 500',
    },
    /"header":\["content-length",7\]/,
    inRequest,
  ),
  statements(
    {
      id: 'trailers',
      kind: 'ruling',
      reason:
        'a reply with trailers has no content-length, also where it is about an error; one to HEAD has none',
    },
    /^\{"trailer":/,
    ({ at, part }) => at >= 0 && /^(status|headers|trailers|text|failure)$/.test(part),
  ),
  {
    id: 'order-of-lines',
    kind: 'ruling',
    reason: 'a stream that fails behind HEAD is told when it fails; there behind the line about the answer',
    covers: (difference, compared) =>
      difference.part === 'log' &&
      /"method":"HEAD"/.test(sent(compared, difference)) &&
      /Error on Stream found for HEAD/.test(plain(difference.ours)) &&
      sortedLines(difference.ours) === sortedLines(difference.theirs),
    hides: 'difference',
  },
  {
    id: 'R6',
    kind: 'ruling',
    reason: 'R6: DELETE and OPTIONS validate a body that is there, and require none',
    covers: (difference, compared) =>
      /"method":"(DELETE|OPTIONS)"/.test(sent(compared, difference)) && BODY_SCHEMA.test(text(compared)),
    hides: 'request',
  },
  {
    id: 'media-type',
    kind: 'ruling',
    reason: 'a body of a media type that its schema does not describe is a 415',
    covers: (difference, compared) =>
      inRequest(difference) &&
      (difference.ours === 415 || /"(setErrorHandler|errorHandler)":/.test(text(compared))) &&
      /"contentType":"(?!application\/json)/.test(sent(compared, difference)) &&
      BODY_SCHEMA.test(text(compared)),
    hides: 'request',
  },
  {
    id: 'failing-onResponse',
    kind: 'ruling',
    reason:
      'an error of onResponse is logged although disableRequestLogging is set: it is no line about a request',
    covers: ({ part, ours }, { scenario }) =>
      part === 'log' &&
      /request errored/.test(plain(ours)) &&
      /"disableRequestLogging":true/.test(plain(scenario.app.options ?? null)),
    hides: 'difference',
  },
]

/** Wide: it comes after all others. */
export const SEVERAL_MISTAKES: Cause = {
  id: 'several-mistakes',
  kind: 'ruling',
  reason: 'of several mistakes in one route or plugin another one is found first',
  covers: ({ part, ours, theirs }, compared) =>
    part === 'boot' && (ours !== 'none' || /"prefix":5/.test(text(compared))) && theirs !== 'none',
  hides: 'program',
}

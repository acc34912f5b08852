/** Known causes of differences: rulings, and faults of the other implementation. Each is a predicate with a reason. */
import type { App, Json } from '../../spec/case.ts'
import { type Compared, codeOf, type Difference, plain } from './difference.ts'
import type { Answered } from './outcome.ts'
import { answersOnce, replacing, withoutStatements } from './without.ts'

interface Known {
  id: string
  /** `ruling`: intended here. `theirs`: a fault there. `library`: two versions of one library. */
  kind: 'ruling' | 'theirs' | 'library'
  reason: string
  covers(difference: Difference, compared: Compared): boolean
}

/** What may differ beside it without a cause of its own. */
interface Hiding extends Known {
  /** nothing, what else this request shows, or all that comes after it in this program */
  hides: 'difference' | 'request' | 'program'
  without?: never
}

/** A cause that is a statement: without it the program must not differ so. */
interface Removable extends Known {
  hides?: never
  without(app: App): App
}

export type Cause = Hiding | Removable

const text = ({ scenario }: Compared): string => JSON.stringify(scenario.app)
const sent = ({ scenario }: Compared, { at }: Difference): string =>
  JSON.stringify(scenario.sends[at] ?? null)
const theirAnswer = ({ theirs }: Compared, { at }: Difference): Answered | undefined => theirs.answers[at]

/** A cause that is there where a statement is, and goes with it. */
function statements(
  of: Pick<Known, 'id' | 'kind' | 'reason'>,
  pattern: RegExp,
  applies: (difference: Difference) => boolean = () => true,
): Removable {
  const matches = (statement: Json): boolean => pattern.test(JSON.stringify(statement))
  return {
    ...of,
    covers: (difference, { scenario: { app } }) =>
      applies(difference) && plain(withoutStatements(app, matches)) !== plain(app),
    without: (app) => withoutStatements(app, matches),
  }
}
const inRequest = ({ at }: Difference): boolean => at >= 0

/** Arguments that are taken there, or refused with the code of what comes next. */
const STRICTER =
  /^FST_ERR_(HANDLER_NOT_FN|ROUTE_OPTIONS_NOT_OBJ|DEC_INVALID_NAME|ROUTE_METHOD_NOT_SUPPORTED|PLUGIN_PREFIX_NOT_STR|SCH_MISSING_ID|HOOK_INVALID_TYPE|HOOK_INVALID_HANDLER|AJV_CUSTOM_OPTIONS_OPT_NOT_ARR|AJV_CUSTOM_OPTIONS_OPT_NOT_OBJ)$/

/** Whether the only difference is a code of ours where the others have an error without one of the table. */
function ownCode(ours: unknown, theirs: unknown): boolean {
  if (STRICTER.test(String(ours))) return true
  return /^FST_ERR_|^too late$/.test(String(ours)) && !/^FST_ERR_|^too late$|^none$/.test(String(theirs))
}

/** The pairs of codes of probes that differ. */
function probeCodes({ ours, theirs }: Difference): [string, string][] {
  const names = new Set([...Object.keys(Object(ours)), ...Object.keys(Object(theirs))])
  return [...names]
    .filter((name) => plain(Object(ours)[name]) !== plain(Object(theirs)[name]))
    .map((name) => [
      codeOf(Object(Object(ours)[name]).threw ?? null),
      codeOf(Object(Object(theirs)[name]).threw ?? null),
    ])
}

const LATE = /^\{"ready":|^\{"addHook":\["onReady",\{"style":"async","do":\[\{"attempt"/
const withoutLate = (app: App): App => withoutStatements(app, (it) => LATE.test(JSON.stringify(it)))

export const CAUSES: readonly Cause[] = [
  {
    id: 'their-crash',
    kind: 'theirs',
    reason: 'an error that nothing catches ends the process there',
    covers: ({ part }) => part === 'their crash',
    hides: 'program',
  },
  {
    id: 'their-hang',
    kind: 'theirs',
    reason: 'an answer never ends there',
    covers: ({ part, theirs }) => part === 'failure' && theirs === 'hangs',
    hides: 'request',
  },
  {
    id: 'their-boot-hangs',
    kind: 'theirs',
    reason: 'the boot never ends there',
    covers: (_difference, { theirs }) => /took longer/.test(codeOf(theirs.boot)),
    hides: 'program',
  },
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
    /"throw":(null|\{"\$(undefined|number|promise|symbol))/,
  ),
  {
    id: 'R33-late',
    kind: 'ruling',
    reason: 'R33: what is declared in onReady or in ready() and could reach no request is refused',
    covers: (difference, { scenario }) =>
      difference.at < 0 && plain(withoutLate(scenario.app)) !== plain(scenario.app),
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
    reason: 'an error of an argument has a code of the table here, and none there',
    covers: (difference) =>
      difference.part === 'probes' && probeCodes(difference).every(([a, b]) => a !== b && ownCode(a, b)),
    hides: 'difference',
  },
  {
    id: 'options-refused',
    kind: 'ruling',
    reason: 'a wrong option of the factory is refused',
    covers: ({ part, ours }) => part === 'boot' && ours === 'FST_ERR_INIT_OPTS_INVALID',
    hides: 'program',
  },
  {
    id: 'head-beside-wildcard',
    kind: 'theirs',
    reason:
      'an automatic HEAD route is left out where a wildcard has one: HEAD of the route answers for another',
    covers: (difference, compared) =>
      /"\/?(a\/)?\*"/.test(text(compared)) &&
      (difference.part === 'routes' || /"method":"HEAD"/.test(sent(compared, difference))),
    hides: 'request',
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
    id: 'boolean-schema',
    kind: 'theirs',
    reason: 'a schema that is true is one of draft 7; there it fails the boot, or is ignored',
    covers: (_difference, compared) => /"(body|querystring|params|headers|query)":true/.test(text(compared)),
    without: (app) => replacing(app, /"(body|querystring|params|headers|query)":true/g, '"$1":{}'),
  },
  {
    id: 'bigint',
    kind: 'library',
    reason: 'JSON cannot write a bigint: the words of the 500 are those of two serializers',
    covers: (_difference, compared) => /\$bigint/.test(text(compared)),
    without: (app) => replacing(app, /\{"\$bigint":"5"\}/g, '5'),
  },
  {
    id: 'their-socket-hang-up',
    kind: 'theirs',
    reason: 'the answer breaks off there',
    covers: (difference, compared) =>
      difference.part === 'failure' &&
      theirAnswer(compared, difference)?.failure !== null &&
      difference.ours === null,
    hides: 'request',
  },
  {
    id: 'R14',
    kind: 'ruling',
    reason: 'R14: addSchema leaves the custom compiler of a context in place',
    covers: (_difference, compared) =>
      /set(Validator|Serializer)Compiler/.test(text(compared)) && /"addSchema":/.test(text(compared)),
    without: (app) => withoutStatements(app, (it) => Object.hasOwn(Object(it), 'addSchema')),
  },
  {
    id: 'R20',
    kind: 'ruling',
    reason: 'R20: a 204 and a 304 have neither the length nor the type of a payload',
    covers: ({ part, at }, { ours, theirs }) =>
      /^(headers|text)$/.test(part) &&
      [204, 304].includes(ours.answers[at]?.answer?.status ?? 0) &&
      ours.answers[at]?.answer?.status === theirs.answers[at]?.answer?.status,
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
      /"schema":5|"(body|querystring|params|headers|[0-9x]+|default)":(null|5|"text")/.test(text(compared)),
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
  statements(
    {
      id: 'outbound-failure',
      kind: 'ruling',
      reason: 'what a hook throws after the handler is told in the answer, also where it is no Error',
    },
    /"addHook":\["(onSend|preSerialization|onError|onResponse)"[^\]]*"(throw|callNotFound|redirect|send|return)"/,
    inRequest,
  ),
  {
    id: 'preClose-of-children',
    kind: 'theirs',
    reason: 'a preClose hook that is added late runs once more for each child context there',
    covers: (difference, compared) => difference.part === 'closeTrace' && /"preClose"/.test(text(compared)),
    hides: 'difference',
  },
  {
    id: 'regexp-in-path',
    kind: 'theirs',
    reason: 'a path without the parameter is a 500 of the router there',
    covers: (difference, compared) =>
      difference.at >= 0 &&
      /\(\^/.test(text(compared)) &&
      theirAnswer(compared, difference)?.answer?.status === 500,
    hides: 'request',
  },
  {
    id: 'several-mistakes',
    kind: 'ruling',
    reason: 'of several mistakes in one route or plugin another one is found first',
    covers: ({ part, ours, theirs }, compared) =>
      part === 'boot' && (ours !== 'none' || /"prefix":5/.test(text(compared))) && theirs !== 'none',
    hides: 'program',
  },
  statements(
    {
      id: 'redirect-order',
      kind: 'theirs',
      reason: 'redirect(url, status) of the later line is read as redirect(url) there',
    },
    /"redirect":\["\/a",301\]/,
    inRequest,
  ),
  statements(
    {
      id: 'status-in-onError',
      kind: 'theirs',
      reason: 'a status that an onError hook sets counts as chosen where the error handler throws',
    },
    /"addHook":\["onError",\{[^\]]*"(code|call)"/,
    inRequest,
  ),
  {
    id: 'later-line',
    kind: 'theirs',
    reason:
      '4.29 has other words for a second answer, no line of its own without request logging, and HEAD for lists of methods',
    covers: ({ part, ours, theirs }, { peer, scenario }) =>
      peer === 'fastify-4.29' &&
      ((part === 'log' &&
        (/Reply was already sent|Route [A-Z]+:|rewrite url/.test(plain(ours) + plain(theirs)) ||
          /disableRequestLogging/.test(plain(scenario.app.options ?? null)))) ||
        (part === 'routes' && /HEAD/.test(plain(theirs)))),
    hides: 'difference',
  },
]

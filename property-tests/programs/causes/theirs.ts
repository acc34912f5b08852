/** Faults of the other implementation, and differences between two versions of a library. */

import { type Compared, codeOf, type Difference, plain } from '../seen/difference.ts'
import type { Answered } from '../seen/outcome.ts'
import { type Cause, inRequest, sent, statements, text } from './cause.ts'
import { replacing, withoutFailingHandlers, withoutNotFoundHooks } from './without.ts'

const theirAnswer = ({ theirs }: Compared, { at }: Difference): Answered | undefined => theirs.answers[at]

/** The lines of printed routes in one order, without the branches of the tree. */
const linesOf = (routes: unknown): string =>
  String(routes)
    .split('\n')
    .map((line) => line.replace(/[│├└─]/g, ' '))
    .sort()
    .join('\n')

/** Whether the routes differ in nothing but HEAD. */
function lessHead({ ours, theirs }: Compared): boolean {
  const [mine, other] = [linesOf(ours.routes), linesOf(theirs.routes)]
  const without = (routes: string): string => linesOf(routes.replace(/, HEAD|HEAD, /g, ''))
  return mine !== other && without(mine) === without(other)
}

export const THEIRS: readonly Cause[] = [
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
      id: 'half-refused',
      kind: 'theirs',
      reason:
        'a not-found handler or a plugin with a wrong argument is refused there when half of it is done',
    },
    /"prefix":(5|null|\{\})|"app.setNotFoundHandler",5/,
  ),
  {
    id: 'not-found-hooks',
    kind: 'theirs',
    reason:
      'callNotFound() in a route that is declared before the not-found handler leaves out the hooks of that handler there',
    covers: ({ at }, { scenario: { app } }) =>
      at >= 0 &&
      /"callNotFound":/.test(JSON.stringify(app)) &&
      plain(withoutNotFoundHooks(app)) !== plain(app),
    without: withoutNotFoundHooks,
  },
  statements(
    {
      id: 'cookie-number',
      kind: 'theirs',
      reason: 'a second set-cookie beside one that is a number is a TypeError there',
    },
    /"header":\["set-cookie",7\]/,
    inRequest,
  ),
  statements(
    {
      id: 'stream-failure-headers',
      kind: 'theirs',
      reason:
        'a stream that fails before its first byte leaves its content-type to the answer of the error there, which may then not be an object',
    },
    /"\$stream":\{"chunks":\[\],"error"/,
    ({ part, theirs }) => part === 'headers' || (part === 'status' && theirs === 500),
  ),
  statements(
    {
      id: 'refused-header',
      kind: 'theirs',
      reason:
        'a header that node refuses is a 500 with some of the headers there; a content-length that is no number is sent',
    },
    /"header":\["(a b|)",|"header":\["[^"]*","a\\nb"|"header":\["content-length",[^7]/,
    inRequest,
  ),
  {
    id: 'order-of-routes',
    kind: 'library',
    reason: 'printRoutes prints routes that have nothing in common in the order of the router',
    covers: ({ part, ours, theirs }) => part === 'routes' && linesOf(ours) === linesOf(theirs),
    hides: 'difference',
  },
  {
    id: 'head-left-out',
    kind: 'theirs',
    reason:
      'an automatic HEAD route is left out where another route has one that matches its path: a wildcard, a parameter, one without constraints',
    covers: (difference, compared) =>
      lessHead(compared) &&
      (/^(routes|bootTrace)$/.test(difference.part) || /"method":"HEAD"/.test(sent(compared, difference))),
    hides: 'request',
  },
  {
    id: 'head-payload',
    kind: 'theirs',
    reason: 'an automatic HEAD route fails there for a payload that is neither a text nor a stream',
    covers: (difference, compared) =>
      /"method":"HEAD"/.test(sent(compared, difference)) &&
      (Number(theirAnswer(compared, difference)?.answer?.status) >= 400 ||
        /ERR_INVALID_ARG_TYPE/.test(plain(difference.theirs))),
    hides: 'request',
  },
  {
    id: 'own-head',
    kind: 'theirs',
    reason:
      'a HEAD route of the application is a duplicate of the automatic one there, where its path ends with a slash',
    covers: ({ part, ours, theirs }, compared) =>
      part === 'boot' &&
      ours === 'none' &&
      /^FST_ERR_DUPLICATED_ROUTE$|Method 'HEAD' already declared/.test(String(theirs)) &&
      /"head":|"HEAD"/.test(text(compared)),
    hides: 'program',
  },
  {
    id: 'boolean-schema',
    kind: 'theirs',
    reason: 'a schema that is true is one of draft 7; there it fails the boot, or is ignored',
    covers: (_difference, compared) => /"(body|querystring|params|headers|query)":true/.test(text(compared)),
    without: (app) => replacing(app, /"(body|querystring|params|headers|query)":true/g, '"$1":{}'),
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
    id: 'preClose-of-children',
    kind: 'theirs',
    reason: 'a preClose hook that is added late runs once more for each child context there',
    covers: (difference, compared) => difference.part === 'closeTrace' && /"preClose"/.test(text(compared)),
    hides: 'difference',
  },
  statements(
    {
      id: 'regexp-in-path',
      kind: 'theirs',
      reason: 'a path without the parameter is a 500 of the router there',
    },
    /^\{[^{]*"\/:n\(\^|^\{"route":\{[^{]*"\/:n\(\^/,
    inRequest,
  ),
  {
    id: 'error-handler-fails',
    kind: 'theirs',
    reason:
      'what an error handler throws ends the process, hangs, or is answered with the status of the first error there',
    covers: ({ at }, { scenario: { app } }) => at >= 0 && plain(withoutFailingHandlers(app)) !== plain(app),
    without: withoutFailingHandlers,
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
      '4.29 and 5 have other words for a second answer, no line of its own without request logging, and HEAD for lists of methods',
    covers: ({ part, ours, theirs }, { peer, scenario }) =>
      peer !== 'fastify-4.17' &&
      ((part === 'log' &&
        (/Reply was already sent|Route [A-Z]+:|rewrite url/.test(plain(ours) + plain(theirs)) ||
          /disableRequestLogging/.test(plain(scenario.app.options ?? null)))) ||
        (part === 'routes' && /HEAD/.test(plain(theirs)))),
    hides: 'difference',
  },

  {
    id: 'bigint',
    kind: 'library',
    reason: 'JSON cannot write a bigint: the words of the 500 are those of two serializers',
    covers: (_difference, compared) => /\$bigint/.test(text(compared)),
    without: (app) => replacing(app, /\{"\$bigint":"5"\}/g, '5'),
  },
  statements(
    {
      id: 'several-parameters',
      kind: 'library',
      reason: 'parameters in one segment match an empty one in the router of 4.17',
    },
    /^\{[^{]*"\/:name\.:ext|^\{"route":\{[^{]*"\/:name\.:ext/,
  ),
]

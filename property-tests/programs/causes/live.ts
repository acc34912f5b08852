/** Causes that only live programs show: cookies, the bearer plugin, handlers that are called, objects that are handed over twice. */
import type { App } from '../../../spec/case.ts'
import { plain } from '../seen/difference.ts'
import { type Cause, inRequest, statements, text } from './cause.ts'

const NUMBER_BODY = /"body":\{"type":"integer"\}/

/** Headers, or what was traced of them, without the cookies of live programs. */
const withoutCookies = (seen: unknown): unknown =>
  JSON.parse(
    plain(seen)
      .replace(/"set-cookie":("[^"]*"|\[[^\]]*\]),?|"[klmn]=[12]",?|"www-authenticate":"[^"]*",?/g, '')
      .replace(/,([}\]])/g, '$1'),
  )

export const OF_LIVE: readonly Cause[] = [
  {
    id: 'cookie-list',
    kind: 'theirs',
    reason:
      'a list of cookies that the application passes is written to there, so that it grows with each request',
    covers: ({ part, ours, theirs }, compared) =>
      /"\$get":"cookies"/.test(text(compared)) &&
      /set-cookie/.test(plain(ours) + text(compared)) &&
      (part === 'headers' || part === 'trace') &&
      plain(withoutCookies(ours)) === plain(withoutCookies(theirs)),
    hides: 'difference',
  },
  statements(
    {
      id: 'default-handler-called',
      kind: 'theirs',
      reason:
        'the default error handler logs an error twice, and sets a status that the handler of the route keeps, when the application calls it',
    },
    /^\{"call":\["app.errorHandler"/,
    inRequest,
  ),
  statements(
    {
      id: 'hijack-in-onError',
      kind: 'theirs',
      reason: 'an onError hook that hijacks the reply does not end the handling of the error there',
    },
    /^\{"hijack":true|^\{"call":\["reply.raw.end"/,
    inRequest,
  ),
  {
    id: 'bearer-log',
    kind: 'theirs',
    reason: 'the bearer plugin logs each request that it refuses there',
    covers: ({ part, theirs }) => part === 'log' && /unauthorized: /.test(plain(theirs)),
    hides: 'difference',
  },
  {
    id: 'disabled-log',
    kind: 'theirs',
    reason: 'a logger that the application gives to a reply logs its end there, also without request logging',
    covers: ({ part }, compared) =>
      part === 'log' &&
      /"set":\["reply.log"/.test(text(compared)) &&
      /"disableRequestLogging":true/.test(text(compared)),
    hides: 'difference',
  },
  statements(
    {
      id: 'not-found-onResponse',
      kind: 'theirs',
      reason:
        'callNotFound() in a route before the not-found handler leaves out onResponse hooks of the context there',
    },
    /^\{"callNotFound":true/,
    ({ part, ours, theirs }) => part === 'trace' && (ours as unknown[]).length > (theirs as unknown[]).length,
  ),
  statements(
    {
      id: 'after-in-wrapped',
      kind: 'theirs',
      reason: 'after() at the end of a wrapped plugin is not called there',
    },
    /^\{"after":/,
    ({ part, ours, theirs }) =>
      part === 'probes' && Object.keys(Object(ours)).length > Object.keys(Object(theirs)).length,
  ),
  statements(
    {
      id: 'media-type-parameters',
      kind: 'ruling',
      reason:
        'R4, R5: the parameters of a media type are read, and compared in either order and in the case of their values',
    },
    /"addContentTypeParser":\{"type":"a\/b; v=X"/,
  ),
  {
    id: 'limit-of-not-found',
    kind: 'ruling',
    reason: 'a body that exceeds the limit of its parser is a 413, also where there is no route',
    covers: ({ part, ours, theirs }) => part === 'status' && ours === 413 && theirs === 404,
    hides: 'request',
  },
  {
    id: 'failing-onError',
    kind: 'ruling',
    reason: 'an onError hook that fails is logged',
    covers: ({ part, ours }) => part === 'log' && /an onError hook failed/.test(plain(ours)),
    hides: 'difference',
  },
  {
    id: 'no-body-coerced',
    kind: 'ruling',
    reason: 'a request without a body has the value null, which is coerced as any other',
    covers: ({ at }, { scenario }) =>
      at >= 0 && Object(scenario.sends[at]).json === undefined && NUMBER_BODY.test(plain(scenario.app)),
    without: (app) => JSON.parse(JSON.stringify(app).replace(NUMBER_BODY, '"body":{}')) as App,
  },
  {
    id: 'bearer-challenge',
    kind: 'ruling',
    reason: 'the bearer plugin answers a 401 with the challenge that RFC 6750 asks for',
    covers: ({ part, ours, theirs }) =>
      part === 'headers' &&
      plain({ ...Object(ours), 'www-authenticate': null }) ===
        plain({ ...Object(theirs), 'www-authenticate': null }),
    hides: 'difference',
  },
]

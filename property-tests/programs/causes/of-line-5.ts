/** Causes that only Fastify 5 has beside an application of line 5. */
import type { Json } from '../../../spec/case.ts'
import { plain } from '../seen/difference.ts'
import { type Cause, statements } from './cause.ts'

const withoutMessage = (body: Json): string => String(body).replace(/"message":"(\\.|[^"\\])*"/, '')
const withoutLength = (headers: Json): string => plain(headers).replace(/"content-length":"\d+",?/, '')

const CODED = /"FST_ERR_CTP_INVALID_(MEDIA_TYPE|JSON_BODY)"|Unsupported Media Type|is no JSON/

/** A known cause of Fastify 5 alone. */
const ofFive = (cause: Cause): Cause => ({
  ...cause,
  covers: (difference, compared) => compared.peer === 'fastify-5' && cause.covers(difference, compared),
})

export const OF_LINE_5: readonly Cause[] = [
  {
    id: 'words-of-5',
    kind: 'ruling',
    reason: 'R25: messages have the words of 4.17, so the error has another length there',
    covers: ({ part, ours, theirs, at }, compared) =>
      (compared.ours.answers[at]?.answer?.status ?? 0) >= 400 &&
      ((part === 'headers' && withoutLength(ours) === withoutLength(theirs)) ||
        (part === 'text' && withoutMessage(ours) === withoutMessage(theirs)) ||
        (part === 'log' && CODED.test(plain(ours)))),
    hides: 'difference',
  } satisfies Cause,
  {
    id: 'closes-after-parser',
    kind: 'theirs',
    reason: 'each error of a parser closes the connection there, also where the whole body has been read',
    covers: ({ part, ours, theirs }) =>
      part === 'trace' && plain(theirs).replace('"connection":"close",', '') === plain(ours),
    hides: 'difference',
  } satisfies Cause,
  statements(
    {
      id: 'members-of-4',
      kind: 'ruling',
      reason: 'R62: members that 5 has removed exist, such as request.routerPath',
    },
    /request\.(context|connection|route(rPath|rMethod|Config|Schema))|reply\.(context|getResponseTime)/,
  ),
  statements(
    {
      id: 'redirect-of-4',
      kind: 'ruling',
      reason: 'R62: what 5 refuses and 4.17 takes is taken, such as reply.redirect(code, url)',
    },
    /^\{"redirect":\[\d/,
  ),
].map(ofFive)

/** Where touchstone differs from Fastify on purpose: predicates over the request, each with a reason. */
import type { Json } from '../../spec/case.ts'
import type { Seen, SeenAll } from '../property/observe.ts'
import type { Scenario } from '../property/property.ts'

export interface Ruling {
  id: string
  reason: string
  /** Whether the difference at a request of a scenario is this one. */
  covers(difference: Difference): boolean
}

export interface Difference {
  peer: string
  scenario: Scenario
  /** the number of the request; -1: the boot */
  at: number
  ours: Seen | Json
  theirs: Seen | Json
}

const statusOf = (seen: Seen | Json): number => (seen as Seen | null)?.answer?.status ?? 0
const lengthOf = (seen: Seen | Json): unknown => (seen as Seen | null)?.answer?.headers['content-length']
const textOf = (seen: Seen | Json): string => (seen as Seen | null)?.answer?.text ?? ''

/** All of what was seen, the query called by one name, whose length then is another matter. */
const withOneNameOfTheQuery = (seen: Seen | Json): string =>
  JSON.stringify(seen)
    .replaceAll('querystring', 'query')
    .replace(/"content-length":"\d+"/, '')

/** What fast-json-stringify says of a value that it cannot write, in any of its versions. */
const SERIALIZER = /cannot be converted|does not match schema definition|is required|cannot coerce/i

export const RULINGS: readonly Ruling[] = [
  {
    id: 'R2',
    reason: "R2: the validationContext of a query is 'query', as the mission says, and 'querystring' there",
    covers: ({ scenario, ours, theirs }) =>
      /validationContext/.test(JSON.stringify(scenario.app)) &&
      withOneNameOfTheQuery(ours) === withOneNameOfTheQuery(theirs),
  },
  {
    id: 'R4-R5',
    reason:
      'R4, R5: the media type is parsed once and a plain body schema describes JSON; any other type is a 415 here',
    covers: ({ scenario, at, ours, theirs }) =>
      scenario.sends[at]?.contentType !== undefined && (statusOf(ours) === 415 || statusOf(theirs) === 415),
  },
  {
    id: 'poison',
    reason: 'the message of a refused prototype key names the key; 5 calls it malformed JSON',
    covers: ({ scenario, at, ours, theirs }) =>
      /__proto__|constructor/.test(JSON.stringify(scenario.sends[at])) &&
      statusOf(ours) === 400 &&
      statusOf(theirs) === 400,
  },
  {
    id: 'malformed-json',
    reason:
      'the answer to malformed JSON has a code and the text of version 5 there, of the line of 4.17 here',
    covers: ({ scenario, at, ours, theirs, peer }) =>
      peer === 'fastify-5' &&
      typeof scenario.sends[at]?.text === 'string' &&
      statusOf(ours) === 400 &&
      statusOf(theirs) === 400,
  },
  {
    id: 'infinite',
    reason: 'a text such as Infinity or 1e999 is not a number here',
    covers: ({ scenario, at, ours, theirs }) =>
      /Infinity|1e999/.test(JSON.stringify(scenario.sends[at])) &&
      (statusOf(ours) === 400 || statusOf(theirs) === 400 || /null/.test(textOf(theirs))),
  },
  {
    id: 'R6',
    reason: 'R6: a body schema demands a body of POST, PUT and PATCH only',
    covers: ({ scenario, at, ours, theirs }) =>
      scenario.sends[at]?.method === 'DELETE' && statusOf(ours) !== 400 && statusOf(theirs) === 400,
  },
  {
    id: 'R12',
    reason:
      'R12: the serializer resolves absolute ids, relative URIs and escaped pointers as the validator does',
    covers: ({ scenario, at, theirs }) =>
      /http:\/\/example|~1/.test(JSON.stringify(scenario.app)) && (at === -1 || statusOf(theirs) === 500),
  },
  {
    id: 'undeclared-beside-patterns',
    reason:
      'the serializer of 4.x lets undeclared properties through where a schema has patternProperties (NOTES, 1)',
    covers: ({ scenario, peer, ours, theirs }) =>
      peer !== 'fastify-5' &&
      /patternProperties/.test(JSON.stringify(scenario.app)) &&
      statusOf(ours) === 200 &&
      statusOf(theirs) === 200,
  },
  {
    id: 'head-of-no-content',
    reason: 'the HEAD twin of a GET that answers 204 or 304 has the length 0 there (NOTES, 8)',
    covers: ({ scenario, at, ours, theirs }) =>
      scenario.sends[at]?.method === 'HEAD' &&
      [204, 304].includes(statusOf(ours)) &&
      statusOf(ours) === statusOf(theirs) &&
      lengthOf(ours) === undefined &&
      lengthOf(theirs) === '0',
  },
  {
    id: 'R20-blanks',
    reason:
      'R20: the blanks round a header value are removed by inject as by a socket; inject keeps them there (NOTES, 3)',
    covers: ({ scenario, at }) =>
      Object.values(scenario.sends[at]?.headers ?? {}).some((value) => /^[ \t]|[ \t]$/.test(String(value))),
  },
  {
    id: 'null-in-a-tuple',
    reason: 'the serializer of 4.x refuses null where an item of a tuple is nullable (NOTES, 9)',
    covers: ({ scenario, peer, ours, theirs }) =>
      peer !== 'fastify-5' &&
      /"nullable":true/.test(JSON.stringify(scenario.app)) &&
      statusOf(ours) === 200 &&
      statusOf(theirs) === 500 &&
      /Item at \d+ does not match schema definition/.test(textOf(theirs)),
  },
  {
    id: 'build-message',
    reason:
      'a schema that does not build is refused by both; here the message names the part and holds the cause',
    covers: ({ at, ours, theirs }) => at === -1 && ours !== null && theirs !== null,
  },
  {
    id: 'serializer-message',
    reason: 'what a serializer refuses is a 500 in both; the words are those of two versions of one library',
    covers: ({ ours, theirs }) =>
      statusOf(ours) === 500 &&
      statusOf(theirs) === 500 &&
      textOf(ours) !== textOf(theirs) &&
      SERIALIZER.test(textOf(ours)) &&
      SERIALIZER.test(textOf(theirs)),
  },
]

/** The ruling that allows a difference; null if none does. */
export function rulingFor(difference: Difference): Ruling | null {
  return RULINGS.find((one) => one.covers(difference)) ?? null
}

/** The first difference that counts between two implementations; null if there is none. */
export function firstDifference(
  peer: string,
  scenario: Scenario,
  ours: SeenAll,
  theirs: SeenAll,
): Difference | null {
  const differences: Difference[] = []
  if ((ours.boot === null) !== (theirs.boot === null) || codesDiffer(ours.boot, theirs.boot))
    differences.push({ peer, scenario, at: -1, ours: ours.boot, theirs: theirs.boot })
  else
    for (const [at, mine] of ours.exchanges.entries()) {
      const other = theirs.exchanges[at]!
      if (JSON.stringify(comparable(mine)) !== JSON.stringify(comparable(other)))
        differences.push({ peer, scenario, at, ours: mine, theirs: other })
    }
  return differences.find((one) => rulingFor(one) === null) ?? null
}

function codesDiffer(ours: Json, theirs: Json): boolean {
  const code = (error: Json): unknown => (error as { code?: Json } | null)?.code
  return code(ours) !== code(theirs)
}

/** Status, headers in their order of names, bytes and traces. */
function comparable({ answer, trace, failure }: Seen): unknown {
  return [answer, trace, failure === undefined ? null : 'failed']
}

// Whole answers and stories: what a case does not ask for, such as further headers.

import type { Case, Json, Transport } from '../../spec/case.ts'
import { headersOf, storyOf } from '../contract/beside.ts'
import type { AnswerObserver, CanonicalAnswer, Cell } from '../contract/result.ts'

/** What of an answer is compared: all but the date. */
export function wholeOf(answer: CanonicalAnswer): Json {
  const { date: _, ...headers } = headersOf(answer)
  const names = Object.keys(headers).sort()
  const { status, text, trailers = {} } = answer
  return { status, headers: Object.fromEntries(names.map((name) => [name, headers[name]!])), text, trailers }
}

/** How many milliseconds something took, a clock decides: a story that tells them is the same with others. */
export function textOfStory(lines: readonly string[]): string {
  return lines.join('\n').replace(/\b\d+ ms\b/g, '# ms')
}

/** The parts of a story. */
export const PARTS = ['calls', 'log', 'ends'] as const

/** Gives the whole answers of a case to an observer, and its story where all of it passes. */
export function observe(
  observer: AnswerObserver | undefined,
  { id, body }: { id: string; body: Case },
  results: ReadonlyMap<Transport, ReadonlyMap<string, Cell>>,
): void {
  if (observer === undefined) return
  for (const [transport, cells] of results) {
    const story = transport === 'inject' ? storyOf(cells) : undefined
    if (story !== undefined && [...cells.values()].every(({ outcome }) => outcome === 'pass'))
      observer.story(id, story)
    for (const [at, exchange] of body.exchanges.entries()) {
      const cell = cells.get(exchange.id)
      const answer = cell?.observed?.answer
      if (cell?.outcome === 'pass' && answer !== undefined) observer.answer(id, at, transport, answer)
    }
  }
}

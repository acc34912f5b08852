// Whole answers and stories. A case says what it is about; of the rest of an answer, such as headers that nobody asks for, spec/answers.json has a
// digest: that of the answer of Fastify 4.17, where this implementation gave the same when it was written.

import { createHash } from 'node:crypto'
import type { Case, Json, Transport } from '../../spec/case.ts'
import { specificationFolder } from '../../spec/load.ts'
import { hasData, readData } from '../../spec/packed.ts'
import { headersOf, storyOf } from '../contract/beside.ts'
import type { AnswerCheck, CanonicalAnswer, Cell, Difference, Story } from '../contract/result.ts'

/** Transports whose answers are known, in the order of their digests; another mode may frame an answer in another way. */
const KNOWN: readonly Transport[] = ['inject', 'socket']
const LENGTH = 4
export const NONE = '-'.repeat(LENGTH)
const EXPECTED_STORY =
  'what Fastify 4.17 does in this case, of which spec/answers.json has a digest (npm run answers)'
const EXPECTED = 'the whole answer of Fastify 4.17, of which spec/answers.json has a digest (npm run answers)'

export interface AnswersFile {
  format: 1
  about: string
  /** by case: for each exchange a digest over inject, and one over a socket; NONE where none is known */
  cases: Record<string, string>
  /** by case: a digest of its calls, of its log, and of the ends of its operations */
  stories: Record<string, string>
}

/** What of an answer is compared: all but the date. */
export function wholeOf(answer: CanonicalAnswer): Json {
  const { date: _, ...headers } = headersOf(answer)
  const names = Object.keys(headers).sort()
  const { status, text, trailers = {} } = answer
  return { status, headers: Object.fromEntries(names.map((name) => [name, headers[name]!])), text, trailers }
}

export function digestOf(answer: CanonicalAnswer): string {
  return digestOfText(JSON.stringify(wholeOf(answer)))
}

/** How many milliseconds something took, a clock decides: a story that tells them is the same with others. */
export function textOfStory(lines: readonly string[]): string {
  return lines.join('\n').replace(/\b\d+ ms\b/g, '# ms')
}

export function digestOfText(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, LENGTH)
}

/** Where a difference stands that no case asks for. */
export const WHOLE = '/whole/'

/** The parts of a story, in the order of their digests. */
export const PARTS = ['calls', 'log', 'ends'] as const

/** The digest of an exchange, in the digests of its case. */
export function digestAt(digests: string, exchange: number, transport: Transport): string {
  const at = KNOWN.indexOf(transport)
  const from = (exchange * KNOWN.length + at) * LENGTH
  return at < 0 ? NONE : digests.slice(from, from + LENGTH)
}

export function parseAnswers(text: string): AnswersFile {
  try {
    const file = JSON.parse(text) as Partial<AnswersFile>
    if (file.cases && file.stories) return file as AnswersFile
    throw new Error('it has no cases or no stories')
  } catch (error) {
    const why = (error as Error).message
    throw new Error(
      `spec/answers.json is no file of npm run answers: ${why}; take it from the repository, or write it anew`,
    )
  }
}

let read: KnownAnswers | undefined

export class KnownAnswers implements AnswerCheck {
  readonly #cases: Readonly<Record<string, string>>
  readonly #stories: Readonly<Record<string, string>>

  constructor(cases: Readonly<Record<string, string>>, stories: Readonly<Record<string, string>> = {}) {
    this.#cases = cases
    this.#stories = stories
  }

  /** Those of the specification; none where a package comes without them. */
  static get(): KnownAnswers {
    read ??= KnownAnswers.#read()
    return read
  }

  static #read(): KnownAnswers {
    const file = `${specificationFolder()}answers.json`
    if (!hasData(file)) return new KnownAnswers({})
    const { cases, stories } = parseAnswers(readData(file))
    return new KnownAnswers(cases, stories)
  }

  /** Where a case that passes has other calls, another log or other ends than it had. */
  storyDifferenceOf(id: string, story: Story): Difference | null {
    const digests = this.#stories[id]
    if (digests === undefined) return null
    for (const [at, part] of PARTS.entries()) {
      const digest = digests.slice(at * LENGTH, (at + 1) * LENGTH)
      if (digest !== NONE && digest !== digestOfText(textOfStory(story[part])))
        return { pointer: `${WHOLE}${part}`, expected: EXPECTED_STORY, actual: story[part] }
    }
    return null
  }

  /** Where an answer that its case accepts is another one than it was. */
  differenceOf(
    id: string,
    exchange: number,
    transport: Transport,
    answer: CanonicalAnswer,
  ): Difference | null {
    const digest = digestAt(this.#cases[id] ?? '', exchange, transport)
    if (digest === '' || digest === NONE || digest === digestOf(answer)) return null
    return { pointer: `${WHOLE}answer`, expected: EXPECTED, actual: wholeOf(answer) }
  }
}

/** Fails the last exchange of a case that passed with another story than the known one. */
function compareStories(check: AnswerCheck, id: string, cells: Map<string, Cell>): void {
  const story = storyOf(cells)
  const last = [...cells].at(-1)
  if (
    story === undefined ||
    last === undefined ||
    [...cells.values()].some(({ outcome }) => outcome !== 'pass')
  )
    return
  const difference = check.storyDifferenceOf(id, story)
  if (difference !== null) cells.set(last[0], { ...last[1], outcome: 'fail', difference })
}

/** Fails what passed with another answer than the known one. */
export function compareAnswers(
  check: AnswerCheck | 'known' | undefined,
  { id, body }: { id: string; body: Case },
  results: ReadonlyMap<Transport, Map<string, Cell>>,
): void {
  if (check === undefined) return
  const known = check === 'known' ? KnownAnswers.get() : check
  for (const [transport, cells] of results) {
    if (transport === 'inject') compareStories(known, id, cells)
    for (const [at, exchange] of body.exchanges.entries()) {
      const cell = cells.get(exchange.id)
      const answer = cell?.observed?.answer
      if (cell?.outcome !== 'pass' || answer === undefined) continue
      const difference = known.differenceOf(id, at, transport, answer)
      if (difference !== null) cells.set(exchange.id, { ...cell, outcome: 'fail', difference })
    }
  }
}

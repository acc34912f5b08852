// The process of one part of the cases: their whole answers.

import type { Case, Exchange, Transport } from '../../../spec/case.ts'
import { loadSuite } from '../../../spec/load.ts'
import { loadBuiltIn } from '../../adapters/registry.ts'
import type { AnswerCheck } from '../../contract/result.ts'
import { digestOf, digestOfText, PARTS, textOfStory, wholeOf } from '../../judge/answers.ts'
import { runCases } from '../../run/run-cases.ts'
import { answerTrial } from '../trial/child.ts'

export interface Task {
  implementation: string
  transports: Transport[]
  /** the ids of the cases, in the order in which they are asked */
  cases: string[]
}

/** By case, place of the exchange and transport; of a story by case and part. */
export type Seen = Record<string, { digest: string; whole: string }>

/** What another exchange, a gate or a clock decides is not compared: its answer is what the case asks for. */
const OTHERS = ['until', 'awaits', 'when', 'parallel', 'repeat', 'times'] as const
const OF_REQUESTS = ['raw', 'abortWhen', 'restWhen', 'readWhen'] as const

function isCompared(body: Case, exchange: Exchange): boolean {
  const { send } = exchange
  if (send === undefined || body.tags?.includes('timed')) return false
  return OTHERS.every((word) => exchange[word] === undefined) && OF_REQUESTS.every((word) => !(word in send))
}

// A case may end its own application with an error that nothing catches.
const foreign = (): boolean => true

answerTrial<Task, Seen>(async ({ implementation, transports, cases }, alive) => {
  const known = new Map(loadSuite({ unchecked: true }).cases.map((one) => [one.id, one]))
  const seen: Seen = {}
  const answers: AnswerCheck = {
    storyDifferenceOf: (id, story) => {
      const timed = known.get(id)?.body.tags?.includes('timed') === true
      for (const part of timed ? [] : PARTS) {
        const text = textOfStory(story[part])
        if (text !== '')
          seen[`${id} ${part}`] = { digest: digestOfText(text), whole: JSON.stringify(story[part]) }
      }
      return null
    },
    differenceOf: (id, exchange, transport, answer) => {
      const body = known.get(id)?.body
      if (body === undefined || answer.broken || !isCompared(body, body.exchanges[exchange]!)) return null
      seen[`${id} ${exchange} ${transport}`] = {
        digest: digestOf(answer),
        whole: JSON.stringify(wholeOf(answer)),
      }
      return null
    },
  }
  const adapter = await loadBuiltIn(implementation)
  await runCases(
    { ...adapter, answers },
    cases.flatMap((id) => known.get(id) ?? []),
    { transports, concurrency: 4, finished: alive },
  )
  return seen
}, foreign)

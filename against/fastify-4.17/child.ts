// The process of one part of the cases: their whole answers and stories.

import { loadBuiltIn } from '../../conformance/adapters/registry.ts'
import type { AnswerObserver } from '../../conformance/contract/result.ts'
import { textOfStory, wholeOf } from '../../conformance/judge/answers.ts'
import { answerTrial } from '../../conformance/proof/trial/child.ts'
import { runCases } from '../../conformance/run/run-cases.ts'
import type { Case, Exchange, Transport } from '../../spec/case.ts'
import { loadSuite } from '../../spec/load.ts'

export interface Task {
  implementation: string
  transports: Transport[]
  /** the ids of the cases */
  cases: string[]
}

/** Answers by `case#exchange transport`, logs by `case log`. */
export type Seen = Record<string, string>

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
  const answers: AnswerObserver = {
    story: (id, story) => {
      if (known.get(id)?.body.tags?.includes('timed')) return
      seen[`${id} log`] = textOfStory(story.log)
    },
    answer: (id, exchange, transport, answer) => {
      const body = known.get(id)!.body
      const { id: name } = body.exchanges[exchange]!
      if (!answer.broken && isCompared(body, body.exchanges[exchange]!))
        seen[`${id}#${name} ${transport}`] = JSON.stringify(wholeOf(answer))
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

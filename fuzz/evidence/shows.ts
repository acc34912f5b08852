/** Whether the answers to the requests of a finding show what it says. */

import type { Claim } from '../engine/claims.ts'
import type { Fault } from '../engine/finding.ts'
import { judge } from '../engine/judge.ts'
import { breaks } from '../sequence/expectation.ts'
import type { Played } from '../sequence/replay.ts'
import type { Answer } from '../target/target.ts'

/** The fault as these answers show it; null where they do not. */
export function shownBy({ finding, plan, read }: Claim, { answers, times }: Played): Fault | null {
  const { check, key, expected, together } = finding
  const answer = answers.at(-1) ?? null
  // The memory was measured: what is shown is how such a request is answered there.
  if (expected?.kind === 'memory') return answer?.status === finding.answer?.status ? finding : null
  if (expected) return breaks(expected, answers, times) ? finding : null
  if (together) return differs(answers[0], answers[together.wrong + 1]) ? finding : null
  if (answer === null) return check === 'hang' || check === 'crash' ? finding : null
  switch (check) {
    case 'auth-missing':
    case 'auth-altered-key':
      return answer.status === finding.answer?.status ? finding : null
    case 'unvalidated-media-type':
      return (answer.seen ? answer.seen.handled : answer.status < 300) ? finding : null
    default:
      return judge(plan, read ?? {}, answer).find((one) => one.check === check && one.key === key) ?? null
  }
}

function differs(left: Answer | null | undefined, right: Answer | null | undefined): boolean {
  return left?.status !== right?.status || left?.body !== right?.body
}

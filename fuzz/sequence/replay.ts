/** Sends a recorded sequence to a fresh application, with the ids that this one makes in place of the recorded ones. */
import { type Answer, NoAnswer, type Target, type WireRequest } from '../target/target.ts'
import { leavesOf, locationOf, SEPARATORS, substitute, valuesIn } from './links.ts'

/** A shorter value can be that of two things by chance. */
export const LONG = 6

/** A request with the answer that it got when it was recorded, where that is known. */
export interface Recorded {
  readonly request: WireRequest
  readonly body?: string
  readonly location?: string
  readonly status?: number
}

export interface Played {
  requests: WireRequest[]
  answers: (Answer | null)[]
  /** For how many milliseconds each was under way. */
  times: number[]
  /** Those whose headers name what was not made again, such as the token of a login that was left out. */
  readonly strays: Set<number>
}

export interface PlayOptions {
  readonly timeout: number
  /** The requests from this place on up to the other are sent at the same time. */
  readonly together?: { from: number; to: number } | undefined
  readonly signal?: AbortSignal | undefined
}

export async function play(
  target: Target,
  story: readonly Recorded[],
  { timeout, together, signal }: PlayOptions,
): Promise<Played> {
  const changed = new Map<string, string>()
  const played: Played = { requests: [], answers: [], times: [], strays: new Set() }
  const made = new Set<string>()
  const send = async (one: Recorded, at: number): Promise<void> => {
    // A recorded value that is that of another thing here names what was not made again: nothing.
    const stale =
      made.size === 0
        ? []
        : [...valuesIn(one.request)].filter((value) => made.has(value) && !changed.has(value))
    const request = substitute(
      one.request,
      new Map([...changed, ...stale.map((value) => [value, `${value}0`] as const)]),
    )
    played.requests[at] = request
    const words = Object.values(one.request.headers).flatMap((text) => text.split(SEPARATORS))
    if (stale.some((value) => words.includes(value))) played.strays.add(at)
    const from = performance.now()
    played.answers[at] = await ask(target, request, timeout, at >= story.length - 3)
    played.times[at] = performance.now() - from
    learn(one, played.answers[at]!, changed)
    for (const value of changed.values()) if (value.length >= LONG) made.add(value)
  }
  for (let at = 0; at < story.length; at++) {
    if (signal?.aborted) break
    if (together && at === together.from) {
      const group = story.slice(at, together.to)
      await target.rush?.()
      await Promise.all(group.map((one, offset) => send(one, at + offset)))
      at = together.to - 1
    } else await send(story[at]!, at)
  }
  return played
}

async function ask(
  target: Target,
  request: WireRequest,
  timeout: number,
  capture: boolean,
): Promise<Answer | null> {
  try {
    return await target.ask(request, { timeout, capture })
  } catch (error) {
    if (error instanceof NoAnswer) return null
    throw error
  }
}

/** Notes which ids of the recorded answer are other ones in the new answer. */
export function learn(
  { body, location }: Recorded,
  answer: Answer | null,
  changed: Map<string, string>,
): void {
  if (answer === null || (body === undefined && location === undefined)) return
  const now = { body: answer.body, location: locationOf(answer) }
  if (now.body === body && now.location === location) return
  const fresh = leavesOf(now)
  for (const [pointer, value] of leavesOf({ body: body ?? '', location: location ?? '' })) {
    const other = fresh.get(pointer)
    if (other === undefined) continue
    if (other === value) changed.delete(value)
    else changed.set(value, other)
  }
}

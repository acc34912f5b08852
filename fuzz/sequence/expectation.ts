/** What has to hold for the answers to a sequence, as data: the fuzzer judges by it, and the printed test asserts it. */
import { isSchema } from '../schema/walk.ts'
import type { Answer } from '../target/target.ts'

export type Expectation =
  /** The last request is answered with 400 or more. */
  | { kind: 'refused' }
  /** The last answer has this value at its pointer. */
  | { kind: 'value'; pointer: string; value: unknown }
  /** Two answers have the same status class, and the same at each of the pointers; `others` are those of the second one. */
  | { kind: 'same'; of: [number, number]; pointers: string[]; others?: string[] }
  /** Two answers have another value at the pointer. */
  | { kind: 'distinct'; of: [number, number]; pointer: string }
  /** The last answers are the pages of one list: no item twice, no page longer than `size`, and all of the answer `whole`; of a cursor only that its item does not come again. */
  | { kind: 'pages'; from: number; list: string; id: string; size: number; whole?: number; isCursor?: true }
  /** The last request, whose text is `times` as long as that of the one before, takes less than `most` times as long. */
  | { kind: 'time'; most: number; least: number }
  /** The last request, that many times over, leaves less than `bytes` behind each time. */
  | { kind: 'memory'; times: number; bytes: number }

/** Whether the answers break the expectation; false where they do not say. */
export function breaks(
  expected: Expectation,
  answers: readonly (Pick<Answer, 'status' | 'body'> | null)[],
  times: readonly number[] = [],
): boolean {
  const last = answers.at(-1)
  switch (expected.kind) {
    case 'refused':
      return last != null && last.status < 300
    case 'value':
      return isFine(last) && !equal(valueAt(last, expected.pointer), expected.value)
    case 'same': {
      const [left, right] = expected.of.map((at) => answers[at])
      if (!left || !right || left.status >= 300) return false
      // Of two routes both have to show it.
      if (Math.trunc(left.status / 100) !== Math.trunc(right.status / 100)) return !expected.others
      const others = expected.others ?? expected.pointers
      return expected.pointers.some((one, at) => !equal(valueAt(left, one), valueAt(right, others[at]!)))
    }
    case 'distinct': {
      const [left, right] = expected.of.map((at) => answers[at])
      const [one, other] = [isFine(left), isFine(right)].every(Boolean)
        ? [valueAt(left!, expected.pointer), valueAt(right!, expected.pointer)]
        : [1, 2]
      return one !== undefined && equal(one, other)
    }
    case 'pages':
      return brokenPages(expected, answers)
    case 'memory':
      return false // the answers do not show it
    default: {
      const [short, slow] = [times.at(-2) ?? 0, times.at(-1) ?? 0]
      return slow > expected.least && slow > short * expected.most
    }
  }
}

function isFine(answer: Pick<Answer, 'status'> | null | undefined): answer is Answer {
  return answer != null && answer.status >= 200 && answer.status < 300
}

function brokenPages(
  { from, list, id, size, whole, isCursor }: Extract<Expectation, { kind: 'pages' }>,
  answers: readonly (Pick<Answer, 'status' | 'body'> | null)[],
): boolean {
  const idsOf = (answer: Pick<Answer, 'status' | 'body'> | null | undefined): string[] | null => {
    const items = isFine(answer) ? valueAt(answer, list) : undefined
    return Array.isArray(items) ? items.map((item) => JSON.stringify(under(item, id)) ?? '') : null
  }
  const pages = answers.slice(from).map(idsOf)
  if (pages.some((page) => page === null)) return false
  if (isCursor) return (pages[1] ?? []).includes(pages[0]?.at(-1) ?? '') || (pages[0] ?? []).length > size
  const ids = (pages as string[][]).flat()
  if ((pages as string[][]).some((page) => page.length > size) || new Set(ids).size < ids.length) return true
  const all = whole === undefined ? null : idsOf(answers[whole])
  return (all ?? []).slice(0, (answers.length - from) * size).some((one) => !ids.includes(one))
}

/** The value at a JSON pointer of the body; undefined where there is none. */
export function valueAt({ body }: { body: string }, pointer: string): unknown {
  try {
    return under(JSON.parse(body), pointer)
  } catch {
    return undefined
  }
}

export function under(value: unknown, pointer: string): unknown {
  let at = value
  for (const name of namesOf(pointer)) {
    if (!isSchema(at) && !Array.isArray(at)) return undefined
    at = (at as Record<string, unknown>)[name]
  }
  return at
}

export function namesOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
}

export function equal(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right)
}

/** The same behind so many more requests. */
export function shifted(expected: Expectation, by: number): Expectation {
  if (expected.kind === 'same' || expected.kind === 'distinct')
    return { ...expected, of: [expected.of[0] + by, expected.of[1] + by] }
  if (expected.kind !== 'pages') return expected
  const { whole } = expected
  return { ...expected, from: expected.from + by, ...(whole === undefined ? {} : { whole: whole + by }) }
}

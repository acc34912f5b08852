// All headers of an answer beside its canonical form, which leaves out those of the connection.

import type { CanonicalAnswer } from './result.ts'

type AllHeaders = Readonly<Record<string, string | string[]>>

const all = new WeakMap<CanonicalAnswer, AllHeaders>()

export function keepHeaders(answer: CanonicalAnswer, headers: AllHeaders): CanonicalAnswer {
  all.set(answer, headers)
  return answer
}

/** Also those of the connection, where a transport has shown them. */
export function headersOf(answer: CanonicalAnswer): AllHeaders {
  return all.get(answer) ?? answer.headers
}

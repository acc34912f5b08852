// What is known beside what reports keep: all headers of an answer, whose canonical form leaves out those of the connection, and the story of a
// case.

import type { CanonicalAnswer, Cell, Story } from './result.ts'

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

const stories = new WeakMap<ReadonlyMap<string, Cell>, Story>()

export function keepStory(cells: ReadonlyMap<string, Cell>, story: Story): void {
  stories.set(cells, story)
}

export function storyOf(cells: ReadonlyMap<string, Cell>): Story | undefined {
  return stories.get(cells)
}

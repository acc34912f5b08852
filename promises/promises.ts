/** Reads `promises.json`: what the server promises, the rules and tests that show it, and what it does not cover. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface ServerPromise {
  id: string
  promise: string
  says: string
  /** ids of rules; * stands for any text */
  rules: string[]
  /** files of tests */
  tests: string[]
  /** a page of its own, beside the one of promises */
  page?: string
  /** what the promise does not cover */
  not: string
}

const FILE = fileURLToPath(new URL('../../promises/promises.json', import.meta.url))

export function readPromises(): ServerPromise[] {
  return JSON.parse(readFileSync(FILE, 'utf8')) as ServerPromise[]
}

/** Whether a rule is one of a promise. */
export function isRuleOf({ rules }: ServerPromise, id: string): boolean {
  return rules.some((one) => (one.endsWith('*') ? id.startsWith(one.slice(0, -1)) : id === one))
}

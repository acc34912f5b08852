// What of an expectation is wording: the texts of messages that the implementation writes itself. What is left is behaviour.

import type { Case, Exchange, Expectation, Json, Matcher } from '../../spec/case.ts'
import { requirementsOf } from '../contract/requirements.ts'
import type { Cell, Observation } from '../contract/result.ts'
import { type AllHeaders, judge } from './judge.ts'

/** What stands beside a message that tells of an error. */
const BESIDE = ['code', 'statusCode', 'error', 'name', 'keyword']
const ANY_TEXT: Matcher = { $type: 'string' }

/** The verdict of an exchange that ended: behaviour first, and then whether a text differs. */
export function verdictOf(
  body: Case,
  exchange: Exchange,
  seen: Observation,
  headers: AllHeaders[],
): Pick<Cell, 'outcome' | 'difference'> {
  const difference = judge(exchange.expect, seen, headers)
  if (!difference) return { outcome: 'pass' }
  const behaviour = withoutWording(body, exchange)
  const holds = behaviour !== null && judge(behaviour, seen, headers) === null
  return { outcome: holds ? 'wording' : 'fail', difference }
}

/**
 * The expectation without the texts that the implementation writes itself; null where it has none. A text that the application or
 * the request holds is behaviour: it has to arrive as it is. Where the application makes texts, none is taken for wording.
 */
export function withoutWording(body: Case, exchange: Exchange): Expectation | null {
  const { expect, send } = exchange
  if (requirementsOf(body).behaviours.length > 0) return null
  const given = JSON.stringify([body.app, send?.json, send?.text, send?.headers, exchange.operation])
  if (given.includes('"$concat"')) return null
  const words: Words = { given, url: typeof send?.url === 'string' ? send.url : '', found: false }
  const failed = typeof expect.status === 'number' && expect.status >= 400
  const relaxed: Expectation = { ...expect }
  if (expect.json !== undefined) relaxed.json = relax(expect.json, words, failed)
  if (expect.rejects !== undefined) relaxed.rejects = relax(expect.rejects, words, true)
  if (expect.trace !== undefined) relaxed.trace = relax(expect.trace, words, false)
  if (expect.probes !== undefined)
    relaxed.probes = relax(expect.probes as Json, words, false) as Record<string, Matcher>
  if (failed && typeof expect.text === 'string') relaxed.text = relaxText(expect.text, words)
  if (!words.found) return null
  const { 'content-length': length, ...headers } = expect.headers ?? {}
  if (length !== undefined) relaxed.headers = { ...headers, 'content-length': { $any: true } }
  return relaxed
}

interface Words {
  /** What the application and the request hold, as a text. */
  given: string
  url: string
  found: boolean
}

/** `all`: each message is that of an error, also where nothing beside it says so. */
function relax(value: Json, words: Words, all: boolean): Json {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item) => relax(item, words, all))
  const isError = all || BESIDE.some((key) => Object.hasOwn(value, key))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === 'message' && isError ? relaxMessage(item, words) : relax(item, words, all),
    ]),
  )
}

/** A URL that a message names is behaviour, whatever stands around it. */
function relaxMessage(message: Matcher, words: Words): Matcher {
  const text = textOf(message)
  if (text === undefined || isGiven(text, words)) return message
  words.found = true
  return words.url.length > 1 && text.includes(words.url) ? { $contains: words.url } : ANY_TEXT
}

function textOf(message: Matcher): string | undefined {
  if (typeof message === 'string') return message
  if (message === null || typeof message !== 'object' || Array.isArray(message)) return undefined
  const operand = message['$contains'] ?? message['$regex']
  return typeof operand === 'string' ? operand.replace(/^\^|\$$/g, '').replaceAll('\\', '') : undefined
}

function isGiven(text: string, { given }: Words): boolean {
  return text === '' || given.includes(JSON.stringify(text).slice(1, -1))
}

/** A body whose bytes are expected: around the message they stay as they are. */
function relaxText(text: string, words: Words): Matcher {
  const [, before, message, after] = /^(\{.*?"message":)("(?:[^"\\]|\\.)*")(.*\})$/s.exec(text) ?? []
  if (before === undefined || message === undefined || after === undefined) return text
  if (isGiven(JSON.parse(message), words)) return text
  words.found = true
  return { $regex: `^${escaped(before)}"(?:[^"\\\\]|\\\\.)*"${escaped(after)}$` }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

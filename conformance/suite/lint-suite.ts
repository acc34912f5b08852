// Checks what no schema can: ids are unique and kept, rules exist, operators are known. A broken suite is not run.

import { existsSync, readFileSync } from 'node:fs'
import { type Exchange, type Json, SCHEMA_KEYS } from '../../spec/case.ts'
import { listIn } from '../../spec/data.ts'
import {
  type LoadedCase,
  type Problem,
  type Suite,
  SuiteError,
  specificationFolder,
} from '../../spec/load.ts'
import { isMatcher } from '../judge/compare.ts'
import { BEHAVIOUR_NAMES } from '../language/behaviours.ts'
import { isOperator } from '../language/values.ts'

export function lintSuite(suite: Suite, folder?: string): void {
  const problems = [
    ...uniqueIds(suite),
    ...knownRules(suite),
    ...knownOperators(suite),
    ...knownNames(suite),
    ...parallelUrls(suite),
    ...awaitedOnce(suite),
    ...namedConnections(suite),
    ...(folder === undefined ? lockedIds(suite, readLock()) : []),
  ]
  if (problems.length > 0) throw new SuiteError(problems)
}

function place(one: LoadedCase, problem: string, pointer = ''): Problem {
  return { file: one.file, pointer: pointer === '' ? '' : pointer, problem: `${one.id}: ${problem}` }
}

function uniqueIds(suite: Suite): Problem[] {
  const seen = new Map<string, LoadedCase>()
  const problems: Problem[] = []
  for (const one of suite.cases) {
    const before = seen.get(one.id)
    if (before) problems.push(place(one, `this id is also in ${before.file}`))
    seen.set(one.id, one)
    const ids = one.body.exchanges.map((exchange) => exchange.id)
    const twice = ids.find((id, index) => ids.indexOf(id) !== index)
    if (twice !== undefined) problems.push(place(one, `two exchanges are called ${twice}`))
  }
  return problems
}

function knownRules(suite: Suite): Problem[] {
  if (suite.rules.size === 0) return []
  return suite.cases.flatMap((one) => {
    const named = [...one.body.rules, ...one.body.exchanges.flatMap((exchange) => exchange.rules ?? [])]
    const unknown = [...new Set(named)].filter((id) => !suite.rules.has(id))
    return unknown.map((id) => place(one, `there is no rule ${id}`))
  })
}

function knownOperators(suite: Suite): Problem[] {
  return suite.cases.flatMap((one) => {
    const wrongValue = unknownKey(one.body.app as unknown as Json, isOperator, '/app')
    const wrongMatcher = one.body.exchanges
      .map((exchange, index) =>
        unknownKey(exchange.expect as unknown as Json, knownInExpect, `/exchanges/${index}/expect`),
      )
      .find((found) => found !== null)
    return [wrongValue, wrongMatcher]
      .filter((found) => found != null)
      .map((found) => place(one, `unknown operator at ${found}`))
  })
}

const knownInExpect = (key: string): boolean => isMatcher(key) || key === '$repeat' || key === '$concat'

function unknownKey(value: Json, isKnown: (key: string) => boolean, pointer: string): string | null {
  if (value === null || typeof value !== 'object') return null
  const keys = Object.keys(value)
  if (keys.length === 1 && keys[0] === '$literal') return null
  const [first] = keys
  if (keys.length === 1 && first?.startsWith('$') && !SCHEMA_KEYS.has(first) && !isKnown(first))
    return `${pointer}/${first}`
  for (const key of keys) {
    const found = unknownKey((value as Record<string, Json>)[key] as Json, isKnown, `${pointer}/${key}`)
    if (found !== null) return found
  }
  return null
}

/** Capabilities and behaviours are closed vocabularies. */
function knownNames(suite: Suite): Problem[] {
  const capabilities = namesOf('capabilities')
  return suite.cases.flatMap((one) => {
    const unknown = (one.body.requires ?? []).filter((name) => !capabilities.has(name))
    const behaviour = behavioursIn(one.body.app as unknown as Json).find(
      (name) => !BEHAVIOUR_NAMES.includes(name),
    )
    const wrong = unknown.map((name) => place(one, `there is no capability ${name}`))
    return behaviour === undefined ? wrong : [...wrong, place(one, `there is no behaviour ${behaviour}`)]
  })
}

function behavioursIn(value: Json): string[] {
  if (value === null || typeof value !== 'object') return []
  if (Array.isArray(value)) return value.flatMap(behavioursIn)
  const named = value['$behaviour']
  if (named !== undefined) return [String(Array.isArray(named) ? named[0] : named)]
  return Object.values(value).flatMap(behavioursIn)
}

function namesOf(vocabulary: 'capabilities'): Set<string> {
  const words = listIn<{ id: string }>(`${specificationFolder()}${vocabulary}.json`, vocabulary)
  return new Set(words.map((one) => one.id))
}

/** In parallel, traces are distinguished by their url. */
function parallelUrls(suite: Suite): Problem[] {
  return suite.cases.flatMap((one) => {
    const groups = new Map<string, string[]>()
    for (const exchange of one.body.exchanges) {
      if (exchange.parallel === undefined || exchange.send?.url === undefined || !exchange.expect.trace)
        continue
      groups.set(exchange.parallel, [...(groups.get(exchange.parallel) ?? []), urlOf(exchange)])
    }
    const clash = [...groups].find(([, urls]) => new Set(urls).size < urls.length)
    return clash ? [place(one, `two exchanges of the parallel group ${clash[0]} trace the same url`)] : []
  })
}

/** What is begun is awaited by one later exchange at most, and what is awaited was begun. */
function awaitedOnce(suite: Suite): Problem[] {
  return suite.cases.flatMap((one) => {
    const begun = new Set<string>()
    const problems: Problem[] = []
    for (const { id, until, awaits, expect } of one.body.exchanges) {
      if (awaits !== undefined && !begun.delete(awaits))
        problems.push(place(one, `${id} awaits ${awaits}, which no exchange before it has begun`))
      const answer = ['status', 'resolves', 'rejects', 'text', 'json'].find((part) => part in expect)
      if (until !== undefined && answer !== undefined)
        problems.push(
          place(one, `${id} goes on before its end: "${answer}" is for the exchange that awaits it`),
        )
      if (until !== undefined) begun.add(id)
    }
    return problems
  })
}

/** A connection that is closed or looked at was named by a request, or opened, before. */
function namedConnections(suite: Suite): Problem[] {
  return suite.cases.flatMap((one) => {
    const known = new Set<string>()
    const problems: Problem[] = []
    for (const { id, send, operation, expect } of one.body.exchanges) {
      const { connect, disconnect }: { connect?: string; disconnect?: string } = Object(operation)
      for (const name of [send?.on, connect]) if (name !== undefined) known.add(name)
      const used = [
        ...(disconnect === undefined ? [] : [disconnect]),
        ...Object.keys(expect.connections ?? {}),
      ]
      for (const name of used)
        if (!known.has(name))
          problems.push(
            place(one, `${id} is about the connection ${name}, which nothing before it has opened`),
          )
    }
    return problems
  })
}

function urlOf(exchange: Exchange): string {
  return `${exchange.send?.method ?? 'GET'} ${JSON.stringify(exchange.send?.url)}`
}

export function lockFile(): string {
  return `${specificationFolder()}ids.lock`
}

/** The ids that were given out, one a line. */
export function readLock(): string[] {
  return existsSync(lockFile()) ? readFileSync(lockFile(), 'utf8').split('\n').filter(Boolean) : []
}

/** An id that was given out is kept: by its case, or by an entry that says that it was retired. */
export function lockedIds(suite: Suite, locked: string[]): Problem[] {
  const present = new Set([...suite.cases.map((one) => one.body.id), ...suite.retired.map((one) => one.id)])
  return locked
    .filter((id) => !present.has(id))
    .map((id) => ({
      file: 'ids.lock',
      pointer: '',
      problem: `the case ${id} is gone; ids are never dropped, retire it instead`,
    }))
}

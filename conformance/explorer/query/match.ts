// Which points of a report a query chooses: a point is an assertion over one transport, seen as showing one rule.

import { namesOf } from '../../judge/selectors.ts'
import type { Assertion, Model, Point } from '../model.ts'
import type { PageCell } from '../page-data.ts'
import { type State, signOf } from '../states.ts'
import type { Query, Vocabulary } from './query.ts'

export interface MatchedRule {
  rule: Point['rule']
  points: Point[]
}

export interface MatchedArea {
  name: string
  rules: MatchedRule[]
}

/** Areas and rules in their order; those of which nothing is chosen are left out. */
export function matchAll(model: Model, query: Query | null): MatchedArea[] {
  const chosen = query ? compile(query, model) : () => true
  // A rule without cases can be found by what it says, not by how it ran.
  const bare = !query || !asksForRuns(query)
  return model.areas.flatMap(({ name, rules }) => {
    const matched = rules.flatMap((rule): MatchedRule[] => {
      const assertions = model.ofRule.get(rule.id)
      // If only a part of the suite was run, the rules of the rest do not match.
      if (!assertions)
        return bare && !rule.testable && chosen({ rule, assertion: null, transport: '' })
          ? [{ rule, points: [] }]
          : []
      const points = assertions.flatMap((assertion) => pointsOf(model, rule, assertion).filter(chosen))
      return points.length > 0 ? [{ rule, points }] : []
    })
    return matched.length > 0 ? [{ name, rules: matched }] : []
  })
}

function pointsOf(model: Model, rule: Point['rule'], assertion: Assertion): Point[] {
  const ran = model.transportsOf(assertion)
  const transports = ran.length > 0 ? ran : model.data.live ? model.transports : ['']
  return transports.map((transport) => ({ rule, assertion, transport }))
}

export function vocabularyOf(model: Model): Vocabulary {
  const rules = Object.values(model.data.rules)
  const cases = Object.values(model.data.cases)
  const sorted = (values: Iterable<string | undefined>): string[] =>
    [...new Set(values)].filter((one) => one !== undefined).sort()
  return {
    columns: model.columns.map((run) => run.name),
    values: {
      rule: rules.map((rule) => rule.id),
      area: sorted(rules.map((rule) => rule.area)),
      level: sorted(rules.map((rule) => rule.level)),
      source: sorted(rules.map((rule) => rule.source)),
      section: sorted(rules.map((rule) => rule.at?.section)),
      case: Object.keys(model.data.cases),
      tag: sorted(cases.flatMap((one) => one.tags ?? [])),
      ruling: sorted(cases.map((one) => one.ruling)),
      file: sorted(cases.map((one) => one.file)),
      polarity: ['positive', 'negative'],
      transport: model.transports,
    },
  }
}

type Test = (point: Point) => boolean

function compile(query: Query, model: Model): Test {
  switch (query.kind) {
    case 'and': {
      const parts = query.parts.map((part) => compile(part, model))
      return (point) => parts.every((part) => part(point))
    }
    case 'or': {
      const parts = query.parts.map((part) => compile(part, model))
      return (point) => parts.some((part) => part(point))
    }
    case 'not': {
      const part = compile(query.part, model)
      return (point) => !part(point)
    }
    case 'text': {
      const holds = valueTest(query.text)
      return (point) => textOf(point).includes(query.text) || inResults(model, point, holds)
    }
    case 'state': {
      const hit = stateTest(model, query.values)
      return (point) => hit(point, query.column)
    }
    case 'field':
      return fieldTest(query.field, query.values, model)
  }
}

function fieldTest(field: string, values: string[], model: Model): Test {
  if (field === 'any' || field === 'every') {
    const hit = stateTest(model, values)
    const columns = model.columns.map((_, column) => column)
    if (field === 'any') return (point) => columns.some((column) => hit(point, column))
    return (point) => {
      const ran = columns.filter((column) => point.assertion?.found[column])
      return ran.length > 0 && ran.every((column) => hit(point, column))
    }
  }
  const read = FACTS[field] as (point: Point) => (string | undefined)[]
  const tests = values.map(globTest)
  return (point) => read(point).some((fact) => fact !== undefined && tests.some((test) => test(fact)))
}

const FACTS: Record<string, (point: Point) => (string | undefined)[]> = {
  rule: ({ rule }) => [rule.id],
  area: ({ rule }) => [rule.area],
  level: ({ rule }) => [rule.level],
  source: ({ rule, assertion }) => [assertion?.case.source ?? rule.source],
  section: ({ rule }) => [rule.at?.section],
  case: ({ assertion }) => (assertion ? [assertion.case.id, baseOf(assertion.case.id)] : []),
  exchange: ({ assertion }) => [assertion?.exchange.id],
  polarity: ({ assertion }) => [assertion?.exchange.polarity],
  tag: ({ assertion }) => assertion?.case.tags ?? [],
  ruling: ({ assertion }) => [assertion?.case.ruling],
  file: ({ assertion }) => (assertion ? namesOf(assertion.case.file) : []),
  transport: ({ transport }) => [transport],
}

/** A case without its row. */
function baseOf(id: string): string {
  return id.replace(/\[.*$/, '')
}

function globTest(glob: string): (text: string) => boolean {
  const source = glob.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
  const pattern = new RegExp(`^${source}$`, 'is')
  return (text) => pattern.test(text)
}

function stateTest(model: Model, values: string[]): (point: Point, column: number) => boolean {
  const tests = values.map((value) =>
    value.includes('*') ? globTest(value) : (name: string) => name === value,
  )
  return ({ assertion, transport }, column) => {
    if (!assertion) return false
    const names = stateNames(model, assertion, column, transport)
    return names.some((name) => tests.some((test) => test(name)))
  }
}

/** All that a query may call the state of a cell. */
function stateNames(model: Model, assertion: Assertion, column: number, transport: string): string[] {
  const state: State = model.stateAt(assertion, column, transport)
  const outcome = model.cellAt(assertion, column, transport)?.outcome
  const names: string[] = [state]
  if (outcome === 'fail') names.push('mismatch')
  if (outcome !== undefined && !['pass', 'wording', 'skip'].includes(outcome)) names.push('fail', outcome)
  if (outcome === 'pass') names.push('pass')
  if (signOf(state).unexpected) names.push('unexpected')
  // `=fail` is what a card counts as fail: the worst state over all transports.
  names.push(`=${model.worstAt(assertion, column)}`)
  return names
}

const texts = new WeakMap<object, string>()

/** Everything that a plain word may be found in. */
function textOf({ rule, assertion }: Point): string {
  const own = remembered(rule, () => `${rule.id} ${rule.text} ${rule.area}`)
  if (!assertion) return own
  return `${own} ${remembered(assertion, () => {
    const { case: one, exchange } = assertion
    const expected = JSON.stringify(exchange.expect)
    return `${assertion.id} ${one.prose} ${(one.tags ?? []).join(' ')} ${exchange.polarity} ${expected}`
  })}`
}

/** Whether a text stands in a value, or in one of the values inside it; worked out once for each value. */
function valueTest(text: string): (value: object | undefined) => boolean {
  const known = new WeakMap<object, boolean>()
  return (value) => {
    if (value === undefined) return false
    const before = known.get(value)
    if (before !== undefined) return before
    const found = holds(value, text)
    known.set(value, found)
    return found
  }
}

function holds(value: unknown, text: string): boolean {
  if (value === null || typeof value !== 'object') return String(value).toLowerCase().includes(text)
  if (Array.isArray(value)) return value.some((item) => holds(item, text))
  return Object.entries(value).some(([key, item]) => key.toLowerCase().includes(text) || holds(item, text))
}

/** In what an implementation answered, why it does not pass, and why that is known. */
function inResults(
  model: Model,
  { assertion, transport }: Point,
  holdsText: (value: object | undefined) => boolean,
): boolean {
  if (!assertion) return false
  return model.columns.some((_, column) => {
    const cell = model.cellAt(assertion, column, transport)
    return (
      holdsText(model.known(assertion, column)) ||
      holdsText(model.observed(cell)) ||
      holdsText(model.value(cell?.difference)) ||
      (cell?.reason !== undefined && holdsText(reasonOf(cell)))
    )
  })
}

const reasons = new WeakMap<object, { reason: string | undefined }>()

function reasonOf(cell: PageCell): { reason: string | undefined } {
  const known = reasons.get(cell) ?? { reason: cell.reason }
  reasons.set(cell, known)
  return known
}

function remembered(key: object, make: () => string): string {
  const known = texts.get(key)
  if (known !== undefined) return known
  const made = make().toLowerCase()
  texts.set(key, made)
  return made
}

function asksForRuns(query: Query): boolean {
  if (query.kind === 'and' || query.kind === 'or') return query.parts.some(asksForRuns)
  if (query.kind === 'not') return asksForRuns(query.part)
  if (query.kind === 'field') return !['rule', 'area', 'level', 'source', 'section'].includes(query.field)
  return query.kind === 'state'
}

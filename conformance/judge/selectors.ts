// Patterns that choose assertions: `enc-*`, `ref-matrix[*]#serializer`, `tag:coercion`, `rule:ENC-6`, `area:auth`, `source:mission`.

import type { LoadedCase } from '../../spec/load.ts'

/** `*` stands for any run of characters; everything else for itself. */
function globToRegExp(glob: string): RegExp {
  return new RegExp(`^${glob.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`)
}

const FACETS: Record<string, (one: LoadedCase, exchange: string) => string[]> = {
  tag: (one) => one.body.tags ?? [],
  area: (one, exchange) => [areaOf(one, exchange)],
  source: (one) => [one.body.source],
  level: (one) => [one.body.level],
  ruling: (one) => (one.body.ruling === undefined ? [] : [one.body.ruling]),
  file: (one) => namesOf(one.file),
  rule: (one, exchange) => rulesOf(one, exchange),
}

/** The area in which an assertion counts: that of the first rule that it shows. */
export function areaOf(one: LoadedCase, exchange: string): string {
  return one.areas?.[exchange] ?? one.area
}

/** A file of cases may be named without the folder of all cases. */
export function namesOf(file: string): string[] {
  return file.startsWith('cases/') ? [file.slice('cases/'.length), file] : [file]
}

/** The rules that an assertion shows: its own, or its case's. */
export function rulesOf(one: LoadedCase, exchange: string): string[] {
  const own = one.body.exchanges.find((candidate) => candidate.id === exchange)?.rules
  return own ?? one.body.rules
}

export type Selector = (one: LoadedCase, exchange: string) => boolean

export function selectorOf(pattern: string): Selector {
  const [, facet, value] = /^([a-z]+):(.+)$/.exec(pattern) ?? []
  const facts = facet === undefined ? undefined : FACETS[facet]
  if (facts && value !== undefined) {
    const glob = globToRegExp(value)
    return (one, exchange) => facts(one, exchange).some((fact) => glob.test(fact))
  }
  const glob = globToRegExp(pattern)
  if (pattern.includes('#')) return (one, exchange) => glob.test(`${one.id}#${exchange}`)
  return (one) => glob.test(one.id) || glob.test(one.body.id)
}

/** The cases of which at least one assertion is chosen by one of the patterns; all of them when there is no pattern. */
export function selectCases(cases: LoadedCase[], patterns: string[]): LoadedCase[] {
  if (patterns.length === 0) return cases
  const selectors = patterns.map(selectorOf)
  return cases.filter((one) =>
    one.body.exchanges.some((exchange) => selectors.some((chosen) => chosen(one, exchange.id))),
  )
}

// What to say of a --filter that chooses nothing: which rule, area, tag or case was meant.

import { areaOf, namesOf, rulesOf, selectCases } from '../../../conformance/judge/selectors.ts'
import { visible } from '../../../conformance/markup/escape.ts'
import { didYouMean } from '../../../conformance/markup/suggest.ts'
import type { LoadedCase } from '../../../spec/load.ts'

const FACETS: Record<string, (one: LoadedCase) => string[]> = {
  rule: (one) => one.body.exchanges.flatMap(({ id }) => rulesOf(one, id)),
  area: (one) => one.body.exchanges.map(({ id }) => areaOf(one, id)),
  tag: (one) => one.body.tags ?? [],
  source: (one) => [one.body.source],
  level: (one) => [one.body.level],
  ruling: (one) => (one.body.ruling === undefined ? [] : [one.body.ruling]),
  file: (one) => namesOf(one.file),
}

/** A sentence for each pattern that chooses no case of the suite. */
export function adviceOnFilters(cases: LoadedCase[], patterns: string[]): string[] {
  return patterns
    .filter((pattern) => selectCases(cases, [pattern]).length === 0)
    .map((pattern) => `No case matches ${visible(pattern)}.${meantBy(cases, pattern)}`)
}

function meantBy(cases: LoadedCase[], pattern: string): string {
  const [, facet, value = ''] = /^([a-z]+):(.*)$/.exec(pattern) ?? []
  if (facet !== undefined) {
    const facts = FACETS[facet]
    if (!facts) {
      const names = Object.keys(FACETS)
      const meant = didYouMean(facet, names, (one) => `${one}:${value}`)
      return meant || ` There are ${names.map((one) => `${one}:`).join(', ')}, or the id of a case.`
    }
    const values = [...new Set(cases.flatMap(facts))].sort()
    const meant = didYouMean(value, values, (one) => `${facet}:${one}`)
    if (meant !== '') return meant
    const prefix = value.replace(/[^-]*$/, '').toLowerCase()
    const alike = values.filter((one) => prefix !== '' && one.toLowerCase().startsWith(prefix))
    const listed = alike.length > 0 ? alike : values
    return ` There are ${listed.slice(0, 40).join(', ')}${listed.length > 40 ? ', …' : ''}.`
  }
  return meantAlone(cases, pattern)
}

/** The id of a case or an assertion, or a rule or an area whose facet was forgotten. */
function meantAlone(cases: LoadedCase[], pattern: string): string {
  const [id = '', exchange] = pattern.split('#')
  const named = cases.filter((one) => one.id === id || one.body.id === id)
  if (exchange !== undefined && named.length > 0) {
    const exchanges = [...new Set(named.flatMap(({ body }) => body.exchanges.map((one) => one.id)))]
    return didYouMean(exchange, exchanges, (one) => `${id}#${one}`) || ` It has ${exchanges.join(', ')}.`
  }
  for (const facet of ['area', 'rule', 'tag'] as const) {
    const values = new Set(cases.flatMap(FACETS[facet] as (one: LoadedCase) => string[]))
    const same = [...values].find((one) => one.toLowerCase() === id.toLowerCase())
    if (same !== undefined) return ` Did you mean ${facet}:${same}?`
  }
  const ids = new Set(cases.flatMap((one) => [one.body.id, one.id]))
  return didYouMean(id, ids, (one) => (exchange === undefined ? one : `${one}#${exchange}`))
}

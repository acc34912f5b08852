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

/** A pattern in two halves, since one case has many exchanges. */
interface Halves {
  readonly ofCase: (one: LoadedCase) => boolean
  readonly ofExchange: Selector
}

const ALL = (): boolean => true

function halvesOf(pattern: string): Halves {
  const [, facet, value] = /^([a-z]+):(.+)$/.exec(pattern) ?? []
  const facts = facet === undefined ? undefined : FACETS[facet]
  if (facts && value !== undefined) {
    const glob = globToRegExp(value)
    return {
      ofCase: ALL,
      ofExchange: (one, exchange) => facts(one, exchange).some((fact) => glob.test(fact)),
    }
  }
  const mark = pattern.indexOf('#')
  if (mark < 0) {
    const glob = globToRegExp(pattern)
    return { ofCase: (one) => glob.test(one.id) || glob.test(one.body.id), ofExchange: ALL }
  }
  const [ids, exchanges] = [globToRegExp(pattern.slice(0, mark)), globToRegExp(pattern.slice(mark + 1))]
  return { ofCase: ({ id }) => ids.test(id), ofExchange: (_, exchange) => exchanges.test(exchange) }
}

export function selectorOf(pattern: string): Selector {
  const { ofCase, ofExchange } = halvesOf(pattern)
  return (one, exchange) => ofCase(one) && ofExchange(one, exchange)
}

/**
 * Many patterns at once, such as those of all known differences: which of them choose an assertion, by their places in the list.
 * Most name one case or assertion, and are looked up. The others are asked once a case, where cases come one after the other.
 */
export class Patterns {
  readonly #named = new Map<string, number[]>()
  readonly #others: { place: number; halves: Halves }[] = []
  #case: LoadedCase | undefined
  #near: { place: number; halves: Halves }[] = []

  constructor(patterns: readonly string[]) {
    for (const [place, pattern] of patterns.entries()) {
      if (/[*:]/.test(pattern)) this.#others.push({ place, halves: halvesOf(pattern) })
      else this.#named.set(pattern, [...(this.#named.get(pattern) ?? []), place])
    }
  }

  /** The places of the patterns that choose it, in order. */
  choosing(one: LoadedCase, exchange: string): number[] {
    if (one !== this.#case) {
      this.#case = one
      this.#near = this.#others.filter(({ halves }) => halves.ofCase(one))
    }
    const names = new Set([`${one.id}#${exchange}`, one.id, one.body.id])
    const places = [...names].flatMap((name) => this.#named.get(name) ?? [])
    for (const { place, halves } of this.#near) if (halves.ofExchange(one, exchange)) places.push(place)
    return places.sort((first, second) => first - second)
  }
}

/** The cases of which at least one assertion is chosen by one of the patterns; all of them when there is no pattern. */
export function selectCases(cases: LoadedCase[], patterns: string[]): LoadedCase[] {
  if (patterns.length === 0) return cases
  const selectors = patterns.map(selectorOf)
  return cases.filter((one) =>
    one.body.exchanges.some((exchange) => selectors.some((chosen) => chosen(one, exchange.id))),
  )
}

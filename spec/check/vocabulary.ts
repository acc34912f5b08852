// Which words of the format the cases use: how many cases each.

import { readFileSync } from 'node:fs'
import { type Json, SCHEMA_KEYS } from '../case.ts'
import { type LoadedCase, specificationFolder } from '../load.ts'

type Group = 'case' | 'exchange' | 'send' | 'expect' | 'statement' | 'value' | 'matcher'

/** The cases by `group word`, such as `statement send` or `value $get`. */
export type Usage = Map<string, Set<string>>

interface FormatSchema {
  definitions: Record<string, { properties: Record<string, unknown> }>
}

const schema = JSON.parse(readFileSync(`${specificationFolder()}schema/case.v1.json`, 'utf8')) as FormatSchema

const keysOf = (definition: string): string[] => Object.keys(schema.definitions[definition]?.properties ?? {})

/** The words that the schema allows; those of values and matchers are wherever cases use them. */
export function wordsOfSchema(): string[] {
  const written = (['case', 'exchange', 'send', 'expect'] as const).flatMap((group) =>
    keysOf(group).map((word) => `${group} ${word}`),
  )
  return [...written, ...keysOf('statement').map((word) => `statement ${word}`)]
}

export function usageOf(cases: LoadedCase[]): Usage {
  const usage: Usage = new Map()
  const statements = new Set(keysOf('statement'))
  for (const { body } of cases) {
    const add = (group: Group, word: string): void => {
      const key = `${group} ${word}`
      usage.set(key, (usage.get(key) ?? new Set()).add(body.id))
    }
    const keys = (group: Group, value: object | undefined): void => {
      for (const word of Object.keys(value ?? {})) add(group, word)
    }
    const operators = (group: 'value' | 'matcher', value: Json | undefined): void => {
      if (value === null || typeof value !== 'object') return
      if (Array.isArray(value)) {
        for (const item of value) operators(group, item)
        return
      }
      const [only] = Object.keys(value)
      if (Object.keys(value).length === 1 && only?.startsWith('$') && !SCHEMA_KEYS.has(only)) add(group, only)
      if (only === '$literal') return
      for (const item of Object.values(value)) operators(group, item)
    }
    const program = (value: Json | undefined): void => {
      if (value === null || typeof value !== 'object') return
      for (const item of Object.values(value)) {
        const words =
          item !== null && typeof item === 'object' && !Array.isArray(item) ? Object.keys(item) : []
        const isStatement =
          Array.isArray(value) && words.length > 0 && words.every((word) => statements.has(word))
        if (isStatement) for (const word of words) add('statement', word)
        program(item)
      }
    }
    keys('case', body)
    program(body.app as unknown as Json)
    operators('value', body.app as unknown as Json)
    for (const exchange of body.exchanges) {
      keys('exchange', exchange)
      keys('send', exchange.send)
      keys('expect', exchange.expect)
      program(exchange.operation as unknown as Json)
      operators('value', [exchange.operation ?? null, exchange.send ?? null] as unknown as Json)
      operators('matcher', exchange.expect as unknown as Json)
    }
  }
  return usage
}

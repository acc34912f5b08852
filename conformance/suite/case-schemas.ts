// The JSON Schemas that stand in the programs of a case, with the place where each stands.

import { type Json, SCHEMA_KEYS } from '../../spec/case.ts'
import type { LoadedCase } from '../../spec/load.ts'

export interface CaseSchema {
  schema: Json
  place: string
}

const PARTS = ['body', 'querystring', 'query', 'params', 'headers']

/** Full schemas alone: a shorthand is not a schema, and one with values of the case's language is none before it runs. */
export function schemasOf({ id, body }: LoadedCase): CaseSchema[] {
  const found: CaseSchema[] = []
  const take = (schema: Json | undefined, place: string): void => {
    if (isObject(schema) && isFull(schema) && !usesLanguage(schema))
      found.push({ schema, place: `${id} ${place}` })
  }
  const walk = (value: Json, place: string): void => {
    if (Array.isArray(value)) for (const [at, child] of value.entries()) walk(child, `${place}/${at}`)
    else if (isObject(value)) {
      const container = value['schema']
      if (isObject(container) && !isFull(container)) {
        for (const part of PARTS) take(container[part], `${place}/schema/${part}`)
        const response = container['response']
        if (isObject(response))
          for (const [key, schema] of Object.entries(response))
            take(schema, `${place}/schema/response/${key}`)
      }
      take(value['addSchema'], `${place}/addSchema`)
      for (const [key, child] of Object.entries(value)) walk(child, `${place}/${key}`)
    }
  }
  walk(body.app as unknown as Json, '/app')
  return found
}

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isFull(schema: { [key: string]: Json }): boolean {
  return ['type', '$ref', 'oneOf', 'allOf', 'anyOf'].some((key) => key in schema)
}

function usesLanguage(value: Json): boolean {
  if (Array.isArray(value)) return value.some(usesLanguage)
  if (!isObject(value)) return false
  return Object.entries(value).some(
    ([key, child]) => (key.startsWith('$') && !SCHEMA_KEYS.has(key)) || usesLanguage(child),
  )
}

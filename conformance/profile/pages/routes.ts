// The routes of an application with their schemas, as far as its data declares them.

import { programOf } from '../../../spec/app-tree.ts'
import type { App, Json, Program, Statement } from '../../../spec/case.ts'
import { joined } from './words.ts'

export interface DeclaredRoute {
  methods: string[]
  url: string
  schema: { [part: string]: Json }
}

const METHODS = ['get', 'post', 'delete', 'head', 'all'] as const
const EVERY = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']

export function routesOf(app: App): DeclaredRoute[] {
  return inProgram(app.do, '')
}

/** The shared schemas of an application that have an `$id`. */
export function sharedSchemasOf(app: App): { [id: string]: Json } {
  const found: { [id: string]: Json } = {}
  const look = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return
    const { addSchema, addSchemas } = value as Statement
    for (const schema of [addSchema, addSchemas].flat()) {
      const id = Object(schema)['$id'] as unknown
      if (typeof id === 'string') found[id] = schema as Json
    }
    for (const item of Object.values(value)) look(item)
  }
  look(app.do)
  return found
}

function inProgram(program: Program, prefix: string): DeclaredRoute[] {
  return program.flatMap((s): DeclaredRoute[] => {
    const { register } = s
    if (register) {
      const own = typeof register.prefix === 'string' ? joined(prefix, register.prefix) : prefix
      return inProgram(register.do ?? [], own)
    }
    const inner = [s.then, s.else, s.attempt, programOf(s.after), programOf(s.ready)]
    return [...routeOf(s, prefix), ...inner.flatMap((one) => inProgram(one ?? [], prefix))]
  })
}

function routeOf(s: Statement, prefix: string): DeclaredRoute[] {
  const shorthand = METHODS.find((name) => typeof s[name] === 'string')
  const given = shorthand ? s[shorthand] : (s.route?.['url'] ?? s.route?.['path'])
  if (typeof given !== 'string') return []
  const methods = [shorthand ?? s.route?.['method'] ?? 'GET'].flat().map((one) => String(one).toUpperCase())
  const schema = s.schema ?? s.options?.['schema'] ?? s.route?.['schema'] ?? {}
  return [
    {
      methods: methods.includes('ALL') ? EVERY : methods,
      url: joined(prefix, given),
      schema: Object(schema) as { [part: string]: Json },
    },
  ]
}

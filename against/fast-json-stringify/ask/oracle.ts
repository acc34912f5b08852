/**
 * Plain fast-json-stringify, called as the serializer compiler of Fastify calls it: of the version that Fastify 4.17 installs, and of
 * the later one that touchstone installs.
 */
import { createRequire } from 'node:module'
import { quietly } from '../../compare/room.ts'
import { copyOf } from '../../compare/text.ts'

type Build = (schema: unknown, options: object) => (value: unknown) => unknown

const load = createRequire(import.meta.url)
const ofFastify: Build = createRequire(load.resolve('fastify-4.17/package.json'))('fast-json-stringify')
const later: Build = load('fast-json-stringify')

export interface Options {
  readonly rounding?: 'ceil' | 'floor' | 'round' | 'trunc'
}

/** Names that the library makes up for places and variables: they number what it has compiled. */
const PLACE = /'[^' ]*#[^']*'/g
const VARIABLE = /\b(value|obj|json)\w*(?=\.|\[)/g

/** What is written, or the error of it, as one text. */
export function written(serialize: (value: unknown) => unknown, value: unknown): string {
  try {
    return `writes ${serialize(value)}`
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return `throws ${message.replace(PLACE, "'#'").replace(VARIABLE, 'value')}`
  }
}

type Says = (value: unknown) => string

/** The serializer of a schema, or the message of its refusal. */
function compileWith(build: Build, schema: unknown, shared: object, options: Options): Says | string {
  try {
    const serialize = quietly(() => build(copyOf(schema), { ...options, schema: copyOf(shared) }))
    return (value) => written(serialize, value)
  } catch (error) {
    return `refuses it: ${error instanceof Error ? error.message : String(error)}`
  }
}

export interface Theirs {
  readonly boot: string
  readonly says: Says | null
  /** the same of the later version, which is compiled when it is asked for */
  readonly later: { boot(): string; says(value: unknown): string }
}

export function theirsOf(schema: unknown, shared: object, options: Options): Theirs {
  const own = compileWith(ofFastify, schema, shared, options)
  let made: Says | string | null = null
  const newer = (): Says | string => (made ??= compileWith(later, schema, shared, options))
  return {
    boot: typeof own === 'string' ? own : 'built',
    says: typeof own === 'string' ? null : own,
    later: {
      boot: () => {
        const one = newer()
        return typeof one === 'string' ? one : 'built'
      },
      says: (value) => {
        const one = newer()
        return typeof one === 'string' ? one : one(value)
      },
    },
  }
}

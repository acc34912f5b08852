/** The compiled serialization of touchstone without an application: the writer, and the library behind it. */
import { fastJsonCompiler } from '../../../src/compile/fast-json.ts'
import { SchemaScope } from '../../../src/compile/scope.ts'
import { compileResponses, type ResponseSource } from '../../../src/compile/serializers.ts'
import { generate } from '../../../src/compile/writer/generate.ts'
import { interpreter, type Write } from '../../../src/compile/writer/interpret.ts'
import { Output } from '../../../src/compile/writer/output.ts'
import { shapeOf } from '../../../src/compile/writer/read.ts'
import type { Serialize } from '../../../src/serve/plan.ts'
import { quietly } from '../../compare/room.ts'
import { isPlainObject } from '../../inputs/plain.ts'
import { type Options, written } from './oracle.ts'

export interface Own {
  readonly serialize: (value: unknown) => string
  /** as bytes, where the writer prefers them; null: it does not */
  readonly answer: ((value: unknown) => string) | null
}

export type CompileOwn = (schema: unknown) => Own | string

/** With this option the library writes everything, as it does without it. */
const WITHOUT_WRITER = { largeArrayMechanism: 'default' }

/** Serializers of one scope. `isAccelerated`: the writer writes what it knows. */
export function ownOf(
  shared: Readonly<Record<string, unknown>>,
  options: Options,
  isAccelerated: boolean,
): CompileOwn {
  const scope = new SchemaScope(shared)
  const compile = fastJsonCompiler(scope, { ...options, ...(isAccelerated ? {} : WITHOUT_WRITER) })
  const source = {
    context: {
      path: '/',
      parent: null,
      children: [],
      schemas: { getSchemas: () => shared, getSchema: () => undefined },
    },
    method: 'POST',
    url: '/',
    compile,
    custom: false,
    validation: 'off',
    checks: () => {
      throw new Error('no response is validated here')
    },
  } as unknown as ResponseSource // of the context only the names are read, for messages
  return (schema) => {
    try {
      const { byStatus } = quietly(() => compileResponses({ 200: schema }, source))
      const serialize = byStatus.get('200') as Serialize
      const { answer } = serialize
      return {
        serialize: (value) => written(serialize, value),
        answer: answer === undefined ? null : (value) => written((one) => answer(one).toString(), value),
      }
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error
      return `refuses it: ${cause instanceof Error ? cause.message : String(cause)}`
    }
  }
}

/** What the writer alone makes of a payload: the text, and the bytes that an answer would be; null: it leaves it to the library. */
export type WritesAlone = (value: unknown) => { readonly text: string; readonly bytes: string } | null

/** The writer of a schema without generated code, and with it; null: it does not know the schema. */
export function writersOf(schema: unknown, { rounding = 'trunc' }: Options): WritesAlone[] | null {
  const shape = isPlainObject(schema) ? shapeOf(schema) : null
  if (shape === null) return null
  const out = new Output()
  return [interpreter(shape, Math[rounding]), generate(shape, Math[rounding])].map(
    (write: Write) => (value) => {
      out.reset()
      try {
        const end = write(out, 0, value)
        return { text: out.text(end), bytes: out.answer(end).toString() }
      } catch {
        return null
      }
    },
  )
}

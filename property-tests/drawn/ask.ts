/** What an implementation makes of a drawn schema and its values. */
import type { Adapter } from '../../conformance/contract/adapter.ts'
import { write } from '../../fuzz/schema/wire.ts'
import type { App, Json, SendForm } from '../../spec/case.ts'
import { Running } from '../property/observe.ts'
import type { World } from '../property/property.ts'
import { type Schema, SHARED } from './schemas.ts'

export type Where = 'body' | 'querystring' | 'params' | 'headers' | 'response'

/** What became of a value: what the handler got, or the text that was sent; or the message of the refusal. */
export type Outcome = { readonly right: Json } | { readonly wrong: string }

/** A value as the case sends it; undefined: the part cannot carry it. */
export function sendable(where: Where, value: unknown): Json | undefined {
  if (where === 'body' || where === 'response') return value as Json
  const wired = write(where, value)
  if (wired === null) return undefined
  if (where === 'querystring') return `/?${wired.text}`
  const { a, b, ...others } = wired.fields ?? {}
  if (where === 'headers') return wired.fields as Json
  return a !== undefined && b !== undefined && Object.keys(others).length === 0 ? `/${a}/${b}` : undefined
}

/** Without generated code, what needs a library is told. */
export const TELLING: Json = { codeGeneration: false, logger: { $logger: 'warn' } }

/** The application of a case; `schema` may be what stands in the case for it. */
export function appFor(where: Where, schema: Json, options?: Json): App {
  const field = where === 'querystring' ? 'query' : where
  const shared = { addSchemas: SHARED as Json }
  const method = where === 'body' || where === 'response' ? 'post' : 'get'
  const url = where === 'params' ? '/:a/:b' : '/'
  const shown: Json =
    where === 'headers'
      ? { $pick: [{ $get: 'request.headers' }, ['a', 'x-b', 'zz']] }
      : { $get: where === 'response' ? 'request.body' : `request.${field}` }
  return {
    ...(options !== undefined && { options }),
    do: [
      shared,
      {
        [method]: url,
        schema: where === 'response' ? { response: { 200: schema } } : { [where]: schema },
        do: [{ send: shown }],
      },
    ],
  } as App
}

export function sendFor(where: Where, value: Json): { [word: string]: Json } {
  if (where === 'body' || where === 'response') return { method: 'POST', url: '/', json: value }
  return where === 'headers' ? { url: '/', headers: value } : { url: value }
}

/** Asks for each value in turn; null: the application does not boot, or something is written on the console. */
export async function ask(
  adapter: Adapter,
  world: World,
  where: Where,
  { schema, values }: { readonly schema: Schema; readonly values: readonly Json[] },
): Promise<Outcome[] | null> {
  const { warn, error, log } = console
  let isTold = false
  console.warn =
    console.error =
    console.log =
      () => {
        isTold = true
      }
  try {
    const running = await Running.boot(appFor(where, { $literal: schema as Json }), world, 'inject', adapter)
    const outcomes: Outcome[] = []
    for (const value of values) {
      const { answer, failure } = await running.answer(sendFor(where, value) as unknown as SendForm, 'main')
      if (answer === null) throw new Error(failure)
      outcomes.push(outcomeOf(where, answer.status, answer.text))
    }
    await running.close()
    return isTold ? null : outcomes
  } catch {
    return null
  } finally {
    Object.assign(console, { warn, error, log })
  }
}

/** What is told of a drawn schema where code must not be generated: a line, or nothing. */
export async function toldOf(
  adapter: Adapter,
  world: World,
  where: Where,
  schema: Schema,
): Promise<string[]> {
  const app = appFor(where, { $literal: schema as Json }, TELLING)
  const running = await Running.boot(app, world, 'inject', adapter)
  const lines = running.recorder.log.map(({ msg }) => String(msg))
  await running.close()
  return lines
}

function outcomeOf(where: Where, status: number, text: string): Outcome {
  if (status === 200) return { right: where === 'response' ? text : (JSON.parse(text) as Json) }
  return { wrong: where === 'response' ? '' : String(Object(JSON.parse(text)).message) }
}

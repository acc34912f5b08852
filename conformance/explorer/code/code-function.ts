// How functions of a case end in code, what their names become there, and how traces show a value.

import type { Json, Program } from '../../../spec/case.ts'
import { type Context, NotAsCode, need, valueCode } from './code-value.ts'

/** How a function ends where its program says nothing: an async one that answered returns the reply, a callback is called. */
export function endOf(program: Program, style: string, names: Map<string, string>): string[] {
  const last = program.at(-1) ?? {}
  if ('return' in last || 'throw' in last || 'hang' in last || 'done' in last) return []
  if (style === 'callback') return /"done":/.test(JSON.stringify(program)) ? [] : ['done()']
  const answers = /"(?:send|redirect|callNotFound)":/.test(JSON.stringify(own(program)))
  return style === 'async' && answers && names.has('reply') ? [`return ${names.get('reply')}`] : []
}

/** Without the functions that it hands over, which answer for themselves. */
function own(program: Program): unknown[] {
  return program.map(({ send, redirect, callNotFound, then, else: other, attempt }) => ({
    ...(send === undefined ? {} : { send: 0 }),
    ...(redirect === undefined ? {} : { redirect: 0 }),
    ...(callNotFound === undefined ? {} : { callNotFound: 0 }),
    inner: [then, other, attempt].map((inner) => (inner ? own(inner) : null)),
  }))
}

const RESERVED = new Set(
  'await break case class const default delete else enum false function if implements import in interface let new null package private protected public return static switch this true typeof var void while with yield arguments eval'.split(
    ' ',
  ),
)

/** A name of a case as one of the code, which has some of its own. */
export function declared(name: string): string {
  if (!/^[A-Za-z_]\w*$/.test(name)) throw new NotAsCode(`the name ${name} is clearer as data`)
  return RESERVED.has(name) ||
    /^(?:touchstone|assert|test|trace|probes|plugin|bearerAuth|visible)$/.test(name)
    ? `${name}_`
    : name
}

/** As traces and probes show a value: what is plain shows itself. */
export function shown(value: Json | undefined, context: Context): string {
  const code = valueCode(value, context)
  return value !== undefined && !/"\$\w+":/.test(JSON.stringify(value))
    ? code
    : `${need(context, 'touchstone/conformance', 'describe')}(${code})`
}

/** Code that awaits can stand in an async function alone. */
export function refuseAwait(body: string[]): void {
  if (body.some((line) => /(?:^|\n)\s*(?:(?:const|let) \w+ = )?await /.test(line)))
    throw new NotAsCode('a callback that awaits is clearer as data')
}

// An exchange as a test for node:test, which builds the application of its case and asks it over inject.

import type { Exchange, Expectation, Json, Program, SendForm } from '../../../spec/case.ts'
import { isStateless } from '../../contract/stateless.ts'
import type { PageCase } from '../page-data.ts'
import { functionCode, plainFunction, programCode } from './code-program.ts'
import { type Context, helper, literal, NotAsCode, need, objectCode, valueCode } from './code-value.ts'
import { fixed, fixedText } from './copy-command.ts'
import { connectableOf, type Framework, frameworkOf, type Named } from './framework.ts'
import { indent } from './indent.ts'

/** The exchange alone, or, where those before it may have left something, behind them. */
export function typescriptOf(one: PageCase, exchange: Exchange, run?: Named): string {
  const name = connectableOf(run ?? { implementation: 'touchstone', version: '' })
  try {
    const framework = frameworkOf(run)
    if (framework === null) throw new NotAsCode(`${name} is run by its adapter`)
    return readableTest(one, exchange, framework)
  } catch (error) {
    if (!(error instanceof NotAsCode)) throw error
    return suiteTest(one, exchange, error.message, name)
  }
}

function readableTest(one: PageCase, exchange: Exchange, framework: Framework): string {
  const namesPlugins = /pluginName|printPlugins|printRoutes|pluginTimeout|registered-plugin/.test(
    JSON.stringify(one.app),
  )
  const context: Context = {
    needs: { imports: new Map(), helpers: new Set() },
    makeFunction: plainFunction,
    names: new Map([['app', 'app']]),
    expects: JSON.stringify(namesPlugins ? exchange.expect : (exchange.expect.rejects ?? null)),
  }
  const alone = isStateless(one) && !/\.push"/.test(JSON.stringify(one.app))
  const before = alone ? [] : one.exchanges.slice(0, one.exchanges.indexOf(exchange))
  const steps = [...before.map((other) => ({ other, judged: false })), { other: exchange, judged: true }]
  const boots = one.boot !== 'manual'
  const options = one.app.options === undefined ? '' : valueCode(one.app.options, context)
  const declared = programCode(one.app.do, context)
  const later = one.app.afterReady ? programCode(one.app.afterReady, context) : []
  const own: string[] = []
  if (exchange.operation === 'boot' && exchange.expect.rejects !== undefined) {
    const made = ['let app', 't.after(() => app?.close())']
    const boot = [`app = ${framework.variable}(${options})`, ...declared, 'await app.ready()', ...later]
    return framed(one, exchange, context, framework, [...made, ...bootLines(exchange, context, boot)])
  }
  if (exchange.operation === 'boot')
    own.push(...bootLines(exchange, context, [...declared, 'await app.ready()', ...later]))
  else {
    own.push(...declared, ...(boots ? ['await app.ready()', ...later] : []), '')
    for (const { other, judged } of steps) own.push(...exchangeLines(other, judged, context))
  }
  const closes = /"(?:onClose|preClose)"/.test(JSON.stringify(one.app)) // it may fail there
  return framed(one, exchange, context, framework, [
    `const app = ${framework.variable}(${options})`,
    closes ? 't.after(() => app.close().catch(() => undefined))' : 't.after(() => app.close())',
    ...own,
  ])
}

function framed(
  one: PageCase,
  exchange: Exchange,
  context: Context,
  framework: Framework,
  body: string[],
): string {
  const name = literal(`${one.id}#${exchange.id}`)
  return indent(
    [...headOf(one, context, framework), `test(${name}, async (t) => {`, ...body, '})', ''].join('\n'),
  )
}

function headOf(one: PageCase, { needs }: Context, framework: Framework): string[] {
  const names = (from: string): string[] => [...(needs.imports.get(from) ?? [])].sort()
  const named = (from: string): string[] =>
    names(from).length === 0 ? [] : [`import { ${names(from).join(', ')} } from '${from}'`]
  const own = names('touchstone')
  return [
    "import assert from 'node:assert/strict'",
    "import { test } from 'node:test'",
    ...named('node:stream'),
    ...named('node:util'),
    ...framework.imports(own),
    ...named('touchstone/conformance'),
    '',
    ...(needs.helpers.has('trace') ? ['const trace = []'] : []),
    ...(needs.helpers.has('probes') ? ['const probes = {}'] : []),
    ...(needs.helpers.has('visible')
      ? [
          'const visible = (on, names) =>',
          "  Object.fromEntries(names.map((name) => [name, on[name] === undefined ? '<undefined>' : on[name]]))",
        ]
      : []),
    ...(needs.helpers.size > 0 ? [''] : []),
    `// ${one.prose.replace(/\s+/g, ' ')}`,
  ]
}

function bootLines({ expect }: Exchange, context: Context, boot: string[]): string[] {
  if (expect.rejects === undefined) return [...boot, '', ...recordLines(expect, context)]
  return [
    `const failure = await (async () => {\n${boot.join('\n')}\n})().catch((error) => error)`,
    matchLine(expect.rejects, `${need(context, 'touchstone/conformance', 'describe')}(failure)`, context),
    ...recordLines(expect, context),
  ]
}

function exchangeLines(exchange: Exchange, judged: boolean, context: Context): string[] {
  const { send, operation, expect } = exchange
  const special = ['parallel', 'when', 'times', 'until', 'awaits'].find((key) => key in exchange)
  if (special !== undefined) throw new NotAsCode(`"${special}" is clearer as data`)
  if (operation === 'boot') return []
  const clears = context.needs.helpers.has('trace') ? ['trace.length = 0'] : []
  if (!send) return [...clears, ...operationLines(operation as Json, judged ? expect : null, context)]
  const call = `await app.inject(${requestCode(send)})`
  const earlier =
    exchange.repeat === undefined ? [] : [`for (let n = 1; n < ${exchange.repeat}; n++) ${call}`]
  if (!judged) {
    const fails = expect.broken || expect.rejects !== undefined
    return [...earlier, fails ? `${call}.catch(() => undefined)` : call]
  }
  if (expect.rejects !== undefined || expect.broken)
    throw new NotAsCode('a request that fails is clearer as data')
  return [
    ...earlier,
    ...clears,
    `const answer = ${call}`,
    ...answerLines(expect, send, context),
    ...recordLines(expect, context),
  ]
}

function operationLines(operation: Json, expect: Expectation | null, context: Context): string[] {
  const call = operationCode(operation, context)
  // Whether those before it end well is not what this test is about.
  if (!expect) return [`await Promise.resolve(${call}).catch(() => undefined)`]
  const records = recordLines(expect, context)
  if (expect.rejects === undefined && typeof operation === 'string') return [`await ${call}`, ...records]
  const describe = need(context, 'touchstone/conformance', 'describe')
  if (expect.rejects === undefined)
    return [
      `const value = await ${call}`,
      ...(expect.resolves === undefined ? [] : [matchLine(expect.resolves, `${describe}(value)`, context)]),
      ...records,
    ]
  return [
    `const failure = await Promise.resolve(${call}).then(() => undefined, (error) => error)`,
    matchLine(expect.rejects, `${describe}(failure)`, context),
    ...records,
  ]
}

function operationCode(operation: Json, context: Context): string {
  if (operation === 'ready' || operation === 'close') return `app.${operation}()`
  const program = (operation as { do?: Program } | null)?.do
  if (program === undefined)
    throw new NotAsCode(`the operation ${JSON.stringify(operation)} is clearer as data`)
  return `(${functionCode(program, context, { params: [], style: 'async' })})()`
}

function requestCode(send: SendForm): string {
  if (send.raw !== undefined) throw new NotAsCode('raw bytes need a socket')
  if (send.chunks || needsConnection(send)) throw new NotAsCode('this request needs a connection')
  const headers: Record<string, Json> = { 'user-agent': 'touchstone-conformance' }
  const type = send.contentType ?? (send.json === undefined ? undefined : 'application/json')
  if (type !== undefined) headers['content-type'] = type
  for (const [name, value] of Object.entries(send.headers ?? {})) {
    if (value === null && name.toLowerCase() !== 'content-type')
      throw new NotAsCode('a removed header is clearer as data')
    if (value === null) delete headers[name.toLowerCase()]
    else headers[name.toLowerCase()] = Array.isArray(value) ? value.map(fixedText) : fixedText(value)
  }
  const parts = [`method: ${literal(send.method ?? 'GET')}`, `url: ${literal(fixedText(send.url ?? ''))}`]
  parts.push(`headers: ${objectCode(headers, jsonCode)}`)
  if (send.json !== undefined) parts.push(`payload: ${literal(JSON.stringify(fixed(send.json)))}`)
  else if (send.text !== undefined) parts.push(`payload: ${textCode(send.text)}`)
  return `{ ${parts.join(', ')} }`
}

function needsConnection({ on, abortWhen, restWhen, readWhen }: SendForm): boolean {
  return [on, abortWhen, restWhen, readWhen].some((word) => word !== undefined)
}

/** A text, or bytes that are none. */
function textCode(value: Json): string {
  const bytes =
    value !== null && typeof value === 'object' && !Array.isArray(value) ? value['$bytes'] : undefined
  return typeof bytes === 'string' ? `Buffer.from(${literal(bytes)}, 'base64')` : literal(fixedText(value))
}

function answerLines(expect: Expectation, send: SendForm, context: Context): string[] {
  const lines: string[] = []
  const match = (expected: Json | undefined, actual: string): void => {
    if (expected !== undefined) lines.push(matchLine(expected, actual, context))
  }
  match(expect.status, 'answer.statusCode')
  for (const [name, value] of Object.entries(expect.headers ?? {})) match(value, headerCode(name, value))
  for (const [name, value] of Object.entries(expect.trailers ?? {}))
    match(value, `answer.trailers[${literal(name)}]`)
  // Over inject the answer to HEAD still has its body.
  if (send.method !== 'HEAD') match(expect.text, 'answer.payload')
  match(expect.base64, "answer.rawPayload.toString('base64')")
  match(expect.json, 'JSON.parse(answer.payload)')
  for (const part of ['closed', 'resolves'] as const)
    if (expect[part] !== undefined) throw new NotAsCode(`"${part}" is clearer as data`)
  return lines
}

function headerCode(name: string, expected: Json): string {
  const code = `answer.headers[${literal(name.toLowerCase())}]`
  if (name.toLowerCase() === 'set-cookie' && !isAbsent(expected)) return `[${code} ?? []].flat()`
  return name.toLowerCase() === 'content-length' && !isAbsent(expected) ? `String(${code})` : code
}

function recordLines(expect: Expectation, context: Context): string[] {
  if (expect.log !== undefined || expect.lines !== undefined)
    throw new NotAsCode('the log is clearer as data')
  const lines: string[] = []
  // What comes after the answer, such as an onResponse hook, gets its turn.
  if (expect.trace !== undefined || expect.probes)
    lines.push('for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))')
  if (expect.trace !== undefined) lines.push(matchLine(expect.trace, helper(context, 'trace'), context))
  for (const [name, value] of Object.entries(expect.probes ?? {}))
    lines.push(matchLine(value, `${helper(context, 'probes')}[${literal(name)}]`, context))
  return lines
}

/** A plain value is compared as it is; one with a matcher by the suite's own comparison. */
function matchLine(expected: Json, actual: string, context: Context): string {
  const value = fixed(expected)
  if (isAbsent(value)) return `assert.equal(${actual}, undefined)`
  const plain = !/"\$\w+":/.test(JSON.stringify(value))
  if (!plain)
    return `assert.equal(${need(context, 'touchstone/conformance', 'differenceOf')}(${jsonCode(value)}, ${actual}), null)`
  const deep = value !== null && typeof value === 'object'
  return `assert.${deep ? 'deepEqual' : 'equal'}(${actual}, ${jsonCode(value)})`
}

function isAbsent(value: Json): boolean {
  return value !== null && typeof value === 'object' && !Array.isArray(value) && value['$absent'] === true
}

function jsonCode(value: Json): string {
  if (value === null || typeof value !== 'object') return literal(value)
  if (Array.isArray(value)) return `[${value.map(jsonCode).join(', ')}]`
  return objectCode(value, jsonCode)
}

/** What is clearer as data is run from the data. */
function suiteTest(one: PageCase, exchange: Exchange, why: string, implementation: string): string {
  const id = `${one.id}#${exchange.id}`
  return [
    "import assert from 'node:assert/strict'",
    "import { test } from 'node:test'",
    "import { runConformance } from 'touchstone/conformance'",
    '',
    `// ${one.prose.replace(/\s+/g, ' ')}`,
    `// The application is run from the data of the case: ${why.replace(/\s+/g, ' ')}.`,
    `test(${literal(id)}, async () => {`,
    `  const { runs } = await runConformance({ implementations: [${literal(implementation)}], filter: [${literal(id)}] })`,
    '  const assertions = runs.flatMap((run) => run.assertions)',
    '  assert.notEqual(assertions.length, 0)',
    "  assert.deepEqual(assertions.filter(({ verdict }) => verdict !== 'pass').map(({ result }) => result), [])",
    '})',
    '',
  ].join('\n')
}

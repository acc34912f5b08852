/** A finding as code: a curl command, and a test that fails as long as the fault exists. */

import { isCheckId } from '../engine/checks.ts'
import type { Finding, FuzzReport, SetupCalls } from '../engine/finding.ts'
import type { Link } from '../sequence/links.ts'
import type { ExportForm, WireRequest } from '../target/target.ts'
import { MASKS } from '../triage/secrets.ts'
import { equals, expectations, literal, placeIn, type Runner } from './assertions.ts'
import { RUSH, serverLines, severalTimes } from './server-lines.ts'

export type { Runner }

/** Headers that every client sends by itself. */
const OWN = new Set(['host', 'user-agent', 'content-length'])

/** For a shell: quotes within are closed, escaped and opened again. */
export function curlOf({ method, url, headers, body }: WireRequest, base = 'http://127.0.0.1:3000'): string {
  const words = ['curl', '-i']
  // curl itself reads these in an address.
  if (/[[\]{}]/.test(url)) words.push('-g')
  if (/\/\.{1,2}(?=[/?]|$)/.test(url)) words.push('--path-as-is')
  if (method === 'HEAD') words.push('--head')
  else if (method !== 'GET') words.push('-X', /^[A-Z]+$/.test(method) ? method : quoted(method))
  for (const [name, value] of Object.entries(headers))
    if (!OWN.has(name.toLowerCase()))
      words.push('-H', quoted(value === '' ? `${name};` : `${name}: ${value}`))
  if (body !== undefined) words.push('--data-raw', quoted(body))
  return [...words, quoted(`${base}${url}`)].join(' ')
}

function quoted(text: string): string {
  // The name of a secret is for the shell to expand.
  if (text.search(MASKS) >= 0) {
    const parts = text.split(/(\$SECRET_[A-Z0-9_]+)/).filter((one) => one !== '')
    return parts.map((one) => (/^\$SECRET_/.test(one) ? `"${one}"` : quoted(one))).join('')
  }
  // Control characters are written as escapes of the shell.
  if (/[\p{Cc}]/u.test(text))
    return `$'${text.replace(/[\\']/g, '\\$&').replace(/\p{Cc}/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`
  return `'${text.replaceAll("'", "'\\''")}'`
}

/**
 * A test file of its own; `module` is what it imports the application from, in the form that it is exported in.
 * Without a form it is the address of a server.
 */
export function testOf(
  finding: Finding,
  module: string,
  runner: Runner,
  form: ExportForm | null = { name: 'default', kind: 'instance' },
  setup?: SetupCalls,
): string {
  const head =
    runner === 'vitest'
      ? ["import { expect, test } from 'vitest'"]
      : ["import assert from 'node:assert/strict'", "import { test } from 'node:test'"]
  const { check } = finding
  const overSocket = check === 'inject-socket' || check === 'header-case'
  if (overSocket) head.push("import { request } from 'node:http'")
  if (finding.expected?.kind === 'memory')
    head.push("import { setFlagsFromString } from 'node:v8'", "import { runInNewContext } from 'node:vm'")
  const title = literal(`${finding.route}: ${check}`)
  const limit = check === 'hang' ? (runner === 'vitest' ? '2000' : '{ timeout: 2000 }') : null
  const close = limit !== null && runner === 'vitest' ? `}, ${limit})` : '})'
  const once = overSocket ? socketLines(finding, runner) : injectLines(finding, runner, form === null)
  const calls = (setup?.calls ?? []).map((one) => `await config.fuzz.${one}(app)`)
  const isMoment = form === null && (finding.concurrent ?? finding.together) !== undefined
  const lines = isMoment ? severalTimes([...calls, ...once]) : [...calls, ...once]
  const context = lines.some((line) => line.includes('t.skip(')) ? 't' : ''
  const options = limit === null || runner === 'vitest' ? '' : `${limit}, `
  const open = `test(${title}, ${options}async (${context}) => {`
  if (form === null && check === 'crash')
    lines.push("await app.inject({ method: 'GET', url: '/' }) // a server that has ended does not answer")
  return [
    ...head,
    ...(setup && (setup.calls.length > 0 || !isCheckId(check))
      ? [`import config from ${literal(specifier(setup.file))}`]
      : []),
    ...(form === null ? serverLines(module, (setup?.calls ?? []).length > 0) : importsOf(module, form)),
    '',
    `// ${finding.why.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, ' ')}`,
    open,
    ...[...makes(form), ...lines].map((line) => `  ${line}`),
    close,
    '',
  ].join('\n')
}

const LOCAL = { instance: 'app', factory: 'create', plugin: 'plugin' } as const

function makes(form: ExportForm | null): string[] {
  if (form === null) return ['const app = { inject }']
  if (form.kind === 'instance') return []
  return form.kind === 'factory'
    ? ['const app = await create()']
    : [`const app = ${form.framework ?? 'touchstone'}()`, 'app.register(plugin)']
}

function importsOf(module: string, { name, kind, framework = 'touchstone' }: ExportForm): string[] {
  const local = LOCAL[kind]
  const named = name === 'default' ? local : name === local ? `{ ${local} }` : `{ ${name} as ${local} }`
  return [
    ...(kind === 'plugin' ? [`import ${framework} from '${framework}'`] : []),
    `import ${named} from ${literal(specifier(module))}`,
  ]
}

function specifier(file: string): string {
  return /^(\.{0,2}\/|[a-z]+:)/i.test(file) ? file : `./${file}`
}

function injectLines(finding: Finding, runner: Runner, isServer: boolean): string[] {
  const { requests, together, concurrent, expected, links = [] } = finding
  const last = requests.length - 1
  if (last < 0) return ['// read off the schema: there is nothing to send']
  const makers = new Set(links.map(({ from }) => from))
  const used = new Set(makers)
  if (expected?.kind === 'same' || expected?.kind === 'distinct') for (const at of expected.of) used.add(at)
  if (expected?.kind === 'pages')
    for (let at = 0; at <= last; at++) if (at >= expected.from || at === expected.whole) used.add(at)
  const nameOf = (at: number): string => (at === last && !together ? 'response' : `answer${at}`)
  const inject = (at: number): string => `app.inject(${optionsOf(requests[at]!, linksTo(finding, at))})`
  const group = concurrent ?? (together ? { from: 0, to: last + 1 } : undefined)
  const lines: string[] = []
  for (let at = 0; at <= last; at++) {
    if (group && at === group.from) {
      if (together) lines.push(`const alone = await ${inject(together.wrong)}`)
      if (isServer) lines.push(...RUSH)
      const places = Array.from({ length: group.to - at }, (_, offset) => at + offset)
      lines.push(
        `const [${places.map(nameOf).join(', ')}] = await Promise.all([${places.map(inject).join(', ')}])`,
      )
      if (isServer) lines.push('await Promise.all(busy)')
      at = group.to - 1
    } else if (expected?.kind === 'memory' && at === last)
      lines.push(
        "setFlagsFromString('--expose-gc')",
        "globalThis.gc ??= runInNewContext('gc')",
        `const ask = () => ${inject(at)}`,
      )
    else if (expected?.kind === 'time' && at === last - 1)
      lines.push(
        'let short = Infinity',
        'for (let turn = 0; turn < 3; turn++) {',
        '  const start = performance.now()',
        `  await ${inject(at)}`,
        '  short = Math.min(short, performance.now() - start)',
        '}',
      )
    else if (expected?.kind === 'time' && at === last)
      lines.push(
        'const from = performance.now()',
        `await ${inject(at)}`,
        'const took = performance.now() - from',
      )
    else {
      // What another mistake let in may be refused by now.
      const isNeeded = at < last && (makers.has(at) || changes(finding, at))
      lines.push(
        `${at === last || used.has(at) || isNeeded ? `const ${nameOf(at)} = ` : ''}await ${inject(at)}`,
      )
      if (isNeeded) lines.push(premise(finding, at, nameOf(at)))
    }
  }
  if (together) return [...lines, equals(runner, `${nameOf(together.wrong)}.payload`, 'alone.payload')]
  return [...lines, ...expectations(finding, runner, nameOf)]
}

function changes({ requests, statuses = [] }: Finding, at: number): boolean {
  const status = statuses[at] ?? 0
  return requests[at]!.method !== 'GET' && status >= 200 && status < 400
}

/** Skips the rest where an answer has no value for later requests. */
function premise({ requests, links = [] }: Finding, at: number, name: string): string {
  const missing = [`${name}.statusCode >= 400`]
  for (const pointer of new Set(links.filter(({ from }) => from === at).map((one) => one.pointer)))
    if (/\/\d/.test(pointer)) missing.push(`${placeIn(name, pointer)} === undefined`)
  const { method, url } = requests[at]!
  const why = `${method} ${url.split('?')[0]} gives nothing to go on with`
  return `if (${missing.join(' || ')}) return t.skip(${literal(why)})`
}

/** Code for the values of a request that come from earlier answers, by the value. */
function linksTo({ requests, links = [] }: Finding, to: number): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const one of links) {
    if (one.to !== to) continue
    const { from, pointer, value, altered } = one
    const header = `answer${from}.headers.location.split(/[?#]/)[0].split('/').pop()`
    const code = pointer === 'location' ? header : placeIn(`answer${from}`, pointer).replaceAll('?.', '')
    found.set(value, altered === undefined ? code : alteredCode(code, altered))
  }
  for (const [all, name] of JSON.stringify(requests[to]).matchAll(MASKS))
    if (!found.has(all)) found.set(all, `process.env.${name}`)
  return found
}

function alteredCode(code: string, { keep, more }: NonNullable<Link['altered']>): string {
  const part = keep === undefined ? code : `${code}.slice(0, ${keep})`
  return more === '' ? part : `${part} + ${literal(more)}`
}

function socketLines({ requests, check }: Finding, runner: Runner): string[] {
  const last = requests.at(-1)!
  const lower = {
    ...last,
    headers: Object.fromEntries(Object.entries(last.headers).map(([k, v]) => [k.toLowerCase(), v])),
  }
  const { method, url, headers, body } = last
  const options = literal({ method, path: url, headers })
  return [
    `const injected = await app.inject(${optionsOf(check === 'header-case' ? lower : last)})`,
    "await app.listen({ port: 0, host: '127.0.0.1' })",
    'const body = await new Promise((resolve, reject) => {',
    `  const asked = request({ port: app.server.address().port, host: '127.0.0.1', ...${options} }, (response) => {`,
    "    let text = ''",
    "    response.setEncoding('utf8').on('data', (part) => { text += part }).on('end', () => resolve(text))",
    '  })',
    `  asked.on('error', reject).end(${body === undefined ? '' : literal(body)})`,
    '})',
    'await app.close()',
    equals(runner, 'body', 'injected.payload'),
  ]
}

function optionsOf(
  { method, url, headers, body }: WireRequest,
  linked: ReadonlyMap<string, string> = new Map(),
): string {
  const kept = Object.entries(headers).filter(([name]) => !OWN.has(name.toLowerCase()))
  const fields = kept.map(([name, value]) => `${literal(name)}:${expressionOf(value, linked, (one) => one)}`)
  const parts = [`"method":${literal(method)}`, `"url":${expressionOf(url, linked, encodeURIComponent)}`]
  if (fields.length > 0) parts.push(`"headers":{${fields.join(',')}}`)
  const inJson = (one: string): string => JSON.stringify(one).slice(1, -1)
  if (body !== undefined) parts.push(`"payload":${expressionOf(body, linked, inJson)}`)
  return `{${parts.join(',')}}`
}

/** A text as code: a literal, or literals around the values of earlier answers. */
function expressionOf(
  text: string,
  linked: ReadonlyMap<string, string>,
  written: (value: string) => string,
): string {
  let pieces: { text?: string; code?: string }[] = [{ text }]
  for (const [value, code] of [...linked].sort(([left], [right]) => right.length - left.length))
    pieces = pieces.flatMap((piece) => {
      if (piece.text === undefined) return [piece]
      const parts = piece.text.split(whole(value.startsWith('$SECRET_') ? value : written(value)))
      return parts.flatMap((part, at) => (at === 0 ? [{ text: part }] : [{ code }, { text: part }]))
    })
  const code = pieces
    .filter((piece, at) => at === 0 || piece.text !== '')
    .map((piece) => piece.code ?? literal(piece.text))
  return code.length === 1 ? code[0]! : code.join(' + ')
}

/** The value where it is not a part of a longer word. */
function whole(value: string): RegExp {
  return new RegExp(`(?<![\\w-])${value.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}(?![\\w-])`)
}

/** The address of a server that was fuzzed from outside. */
export function serverOf({ form, target }: FuzzReport): string | null {
  return form === null && /^https?:\/\//.test(target) ? target.replace(/\/+$/, '') : null
}

/** Whether a test is printed: not for what is unstable, and only where something can be imported or fetched. */
export function hasTest(finding: Finding, report: FuzzReport): boolean {
  if (finding.unstable || finding.requests.length === 0) return false
  if (report.form !== null) return true
  // Of another process nothing portable tells the memory.
  return serverOf(report) !== null && finding.check !== 'memory-growth' && finding.requests.every(isFetchable)
}

/** `fetch` writes some addresses in another way, and some requests not at all. */
function isFetchable({ method, url, headers, body }: WireRequest): boolean {
  if (/^(GET|HEAD)$/.test(method) ? body !== undefined : /^(CONNECT|TRACE|TRACK)$/.test(method)) return false
  if (Object.values(headers).some((value) => /[^\t\x20-\x7e\x80-\xff]/.test(value))) return false
  const { pathname, search } = new URL(`http://a${url}`)
  return pathname + search === url
}

/** A finding as code: a curl command, and a test that fails as long as the fault exists. */
import type { Finding } from '../engine/finding.ts'
import type { ExportForm, WireRequest } from '../target/target.ts'

export type Runner = 'node' | 'vitest'

/** Headers that every client sends by itself. */
const OWN = new Set(['host', 'user-agent', 'content-length'])

/** For a shell: quotes within are closed, escaped and opened again. */
export function curlOf({ method, url, headers, body }: WireRequest, base = 'http://127.0.0.1:3000'): string {
  const words = ['curl', '-i']
  if (method !== 'GET') words.push('-X', /^[A-Z]+$/.test(method) ? method : quoted(method))
  for (const [name, value] of Object.entries(headers))
    if (!OWN.has(name.toLowerCase()))
      words.push('-H', quoted(value === '' ? `${name};` : `${name}: ${value}`))
  if (body !== undefined) words.push('--data-raw', quoted(body))
  return [...words, quoted(`${base}${url}`)].join(' ')
}

function quoted(text: string): string {
  // Control characters are written as escapes of the shell.
  if (/[\p{Cc}]/u.test(text))
    return `$'${text.replace(/[\\']/g, '\\$&').replace(/\p{Cc}/gu, (one) => `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`)}'`
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** A test file of its own; `module` is what it imports the application from, in the form that it is exported in. */
export function testOf(
  finding: Finding,
  module: string,
  runner: Runner,
  form: ExportForm = { name: 'default', kind: 'instance' },
): string {
  const head =
    runner === 'vitest'
      ? ["import { expect, test } from 'vitest'"]
      : ["import assert from 'node:assert/strict'", "import { test } from 'node:test'"]
  const { check } = finding
  const overSocket = check === 'inject-socket' || check === 'header-case'
  if (overSocket) head.push("import { request } from 'node:http'")
  const title = JSON.stringify(`${finding.route}: ${check}`)
  const limit = check === 'hang' ? (runner === 'vitest' ? '2000' : '{ timeout: 2000 }') : null
  const open =
    limit === null || runner === 'vitest'
      ? `test(${title}, async () => {`
      : `test(${title}, ${limit}, async () => {`
  const close = limit !== null && runner === 'vitest' ? `}, ${limit})` : '})'
  const lines = overSocket ? socketLines(finding, runner) : injectLines(finding, runner)
  return [
    ...head,
    ...importsOf(module, form),
    '',
    `// ${finding.why.replace(/[\r\n\u2028\u2029]+/g, ' ')}`,
    open,
    ...[...MAKES[form.kind], ...lines].map((line) => `  ${line}`),
    close,
    '',
  ].join('\n')
}

const LOCAL = { instance: 'app', factory: 'create', plugin: 'plugin' } as const
const MAKES = {
  instance: [],
  factory: ['const app = await create()'],
  plugin: ['const app = touchstone()', 'app.register(plugin)'],
} as const

function importsOf(module: string, { name, kind }: ExportForm): string[] {
  const local = LOCAL[kind]
  const named = name === 'default' ? local : name === local ? `{ ${local} }` : `{ ${name} as ${local} }`
  return [
    ...(kind === 'plugin' ? ["import touchstone from 'touchstone'"] : []),
    `import ${named} from ${JSON.stringify(/^(\.{0,2}\/|[a-z]+:)/i.test(module) ? module : `./${module}`)}`,
  ]
}

function injectLines(finding: Finding, runner: Runner): string[] {
  const { requests, together } = finding
  if (together) {
    return [
      `const requests = [${requests.map(optionsOf).join(', ')}]`,
      `const alone = await app.inject(requests[${together.wrong}])`,
      'const answers = await Promise.all(requests.map((one) => app.inject(one)))',
      equals(runner, `answers[${together.wrong}].payload`, 'alone.payload'),
    ]
  }
  const before = requests.slice(0, -1).map((one) => `await app.inject(${optionsOf(one)})`)
  const last = requests.at(-1)
  if (!last) return ['// read off the schema: there is nothing to send']
  return [
    ...before,
    `const response = await app.inject(${optionsOf(last)})`,
    ...expectations(finding, runner),
  ]
}

function socketLines({ requests, check }: Finding, runner: Runner): string[] {
  const last = requests.at(-1)!
  const lower = {
    ...last,
    headers: Object.fromEntries(Object.entries(last.headers).map(([k, v]) => [k.toLowerCase(), v])),
  }
  const { method, url, headers, body } = last
  const options = JSON.stringify({ method, path: url, headers })
  return [
    `const injected = await app.inject(${optionsOf(check === 'header-case' ? lower : last)})`,
    "await app.listen({ port: 0, host: '127.0.0.1' })",
    'const body = await new Promise((resolve, reject) => {',
    `  const asked = request({ port: app.server.address().port, host: '127.0.0.1', ...${options} }, (response) => {`,
    "    let text = ''",
    "    response.setEncoding('utf8').on('data', (part) => { text += part }).on('end', () => resolve(text))",
    '  })',
    `  asked.on('error', reject).end(${body === undefined ? '' : JSON.stringify(body)})`,
    '})',
    'await app.close()',
    equals(runner, 'body', 'injected.payload'),
  ]
}

function optionsOf({ method, url, headers, body }: WireRequest): string {
  const kept = Object.entries(headers).filter(([name]) => !OWN.has(name.toLowerCase()))
  return JSON.stringify({
    method,
    url,
    ...(kept.length > 0 ? { headers: Object.fromEntries(kept) } : {}),
    ...(body === undefined ? {} : { payload: body }),
  })
}

function equals(runner: Runner, left: string, right: string): string {
  return runner === 'vitest' ? `expect(${left}).toEqual(${right})` : `assert.deepEqual(${left}, ${right})`
}

function holds(runner: Runner, condition: string): string {
  return runner === 'vitest' ? `expect(${condition}).toBe(true)` : `assert.ok(${condition}, response.payload)`
}

/** The expected value, if it is known. */
function expectations({ check, answer, meant }: Finding, runner: Runner): string[] {
  switch (check) {
    case 'no-5xx':
    case 'hang':
    case 'crash':
      return [holds(runner, 'response.statusCode < 500')]
    case 'invalid-rejected':
      return [equals(runner, 'response.statusCode', '400')]
    case 'unvalidated-media-type':
      return [holds(runner, '[400, 415].includes(response.statusCode)')]
    case 'valid-accepted':
      return [holds(runner, 'response.statusCode !== 400')]
    case 'auth-missing':
    case 'auth-altered-key':
      return [holds(runner, '[401, 403].includes(response.statusCode)')]
    case 'undeclared-status':
      return [holds(runner, `response.statusCode !== ${answer?.status ?? 0} // or declare it`)]
    default:
      break
  }
  if (meant === undefined)
    return [holds(runner, `response.payload !== ${JSON.stringify(answer?.body ?? '')}`)]
  const path = meant.pointer
    .split('/')
    .slice(1)
    .map((name) => `?.[${JSON.stringify(name.replaceAll('~1', '/').replaceAll('~0', '~'))}]`)
  return [
    equals(
      runner,
      `response.json()${path.join('')}`,
      meant.value === undefined ? 'undefined' : JSON.stringify(meant.value),
    ),
  ]
}

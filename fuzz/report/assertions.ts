/** What a printed test asserts: true for a right application, and not for one with the fault. */
import { isCheckId } from '../engine/checks.ts'
import type { Finding } from '../engine/finding.ts'
import { type Expectation, namesOf } from '../sequence/expectation.ts'

export type Runner = 'node' | 'vitest'

/** As code, with everything that is invisible, or ends a line, as an escape. */
export function literal(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').replace(
    /[\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

export function equals(runner: Runner, left: string, right: string): string {
  return runner === 'vitest' ? `expect(${left}).toEqual(${right})` : `assert.deepEqual(${left}, ${right})`
}

function differs(runner: Runner, left: string, right: string): string {
  return runner === 'vitest'
    ? `expect(${left}).not.toEqual(${right})`
    : `assert.notDeepEqual(${left}, ${right})`
}

function holds(runner: Runner, condition: string, shown = 'response.payload'): string {
  return runner === 'vitest' ? `expect(${condition}).toBe(true)` : `assert.ok(${condition}, ${shown})`
}

/** The value at a JSON pointer of an answer. */
export function placeIn(answer: string, pointer: string): string {
  return `${answer}.json()${namesOf(pointer)
    .map((name) => `?.[${literal(name)}]`)
    .join('')}`
}

/** Lines for the answer `response`, and `nameOf` for those before it. */
export function expectations(finding: Finding, runner: Runner, nameOf: (at: number) => string): string[] {
  const { check, answer, meant, expected } = finding
  if (!isCheckId(check))
    return [
      `const answer = { status: response.statusCode, headers: response.headers, body: response.payload, json: () => response.json() }`,
      `const said = await config.fuzz.checks[${literal(check)}]({ request: ${literal(finding.requests.at(-1))}, answer })`,
      holds(runner, "typeof said !== 'string'", 'said'),
    ]
  if (expected) return wholeSequence(expected, finding.requests.length, runner, nameOf)
  switch (check) {
    case 'crash':
      return [
        holds(runner, 'response.statusCode < 500'),
        'await new Promise((resolve) => setTimeout(resolve, 100)) // what fails later fails this test',
      ]
    case 'no-5xx':
    case 'hang':
      return [holds(runner, 'response.statusCode < 500')]
    case 'invalid-rejected':
    case 'unvalidated-media-type':
      if ((answer?.status ?? 0) < 400) return [holds(runner, 'response.statusCode >= 400')]
      return [holds(runner, '[400, 415, 422].includes(response.statusCode)')]
    case 'valid-accepted':
      return [holds(runner, `response.statusCode !== ${answer?.status ?? 400}`)]
    case 'auth-missing':
    case 'auth-altered-key':
      return [holds(runner, '[401, 403].includes(response.statusCode)')]
    case 'undeclared-status':
      return [`${holds(runner, `response.statusCode !== ${answer?.status ?? 0}`)} // or declare it`]
    default:
      break
  }
  if (meant === undefined) return [differs(runner, 'response.payload', literal(answer?.body ?? ''))]
  const place = placeIn('response', meant.pointer)
  const status = answer?.status ?? 0
  const another = `if (response.statusCode !== ${status}) return t.skip('the answer is another one by now')`
  if (meant.present) {
    const above = placeIn('response', meant.pointer.slice(0, meant.pointer.lastIndexOf('/')))
    const name = literal(namesOf(meant.pointer).at(-1))
    // Where the object is not there, nothing is missing in it.
    return [another, differs(runner, `(${above} ?? { [${name}]: null })[${name}]`, 'undefined')]
  }
  if (Object.hasOwn(meant, 'wrong')) return [another, differs(runner, place, literal(meant.wrong))]
  return [another, equals(runner, place, literal(meant.value))]
}

function wholeSequence(
  expected: Expectation,
  count: number,
  runner: Runner,
  nameOf: (at: number) => string,
): string[] {
  switch (expected.kind) {
    case 'refused':
      return [holds(runner, 'response.statusCode >= 400')]
    case 'value':
      return [equals(runner, placeIn('response', expected.pointer), literal(expected.value))]
    case 'same': {
      const [left, right] = [nameOf(expected.of[0]), nameOf(expected.of[1])]
      const classOf = (one: string) => `Math.trunc(${one}.statusCode / 100)`
      const classes = equals(runner, classOf(right), classOf(left))
      const others = expected.others ?? expected.pointers
      const places = expected.pointers.map((one, at) =>
        equals(runner, placeIn(right, others[at]!), placeIn(left, one)),
      )
      if (!expected.others) return [classes, ...places]
      // Another route may refuse the request by now.
      const isRefused = [left, right].map((one) => `${one}.statusCode >= 300`).join(' || ')
      return [`if (${isRefused}) return t.skip('there is nothing to compare')`, ...places]
    }
    case 'distinct': {
      const [left, right] = expected.of.map((at) => placeIn(nameOf(at), expected.pointer))
      return [differs(runner, right!, left!)]
    }
    case 'pages': {
      const { from, list, id, size, whole, isCursor } = expected
      const idsOf = (one: string) =>
        `${placeIn(one, list)}.map((item) => JSON.stringify(${placeIn('item', id).replace('.json()', '')}))`
      const names = Array.from({ length: count - from }, (_, at) => nameOf(from + at))
      const lines = [
        `const pages = [${names.map(idsOf).join(', ')}]`,
        holds(runner, `pages.every((page) => page.length <= ${size})`),
        isCursor
          ? holds(runner, '!pages[1].includes(pages[0].at(-1))')
          : equals(runner, 'pages.flat()', '[...new Set(pages.flat())]'),
      ]
      if (whole === undefined) return lines
      const all = `${idsOf(nameOf(whole))}.slice(0, ${names.length * size})`
      return [...lines, equals(runner, `${all}.filter((one) => !pages.flat().includes(one))`, '[]')]
    }
    case 'memory':
      return memoryLines(expected, runner)
    default:
      return [holds(runner, `took < ${expected.least} || took < short * ${expected.most}`, 'String(took)')]
  }
}

function memoryLines({ times, bytes }: { times: number; bytes: number }, runner: Runner): string[] {
  return [
    'const used = async (times) => {',
    '  for (let at = 0; at < times; at++) await ask()',
    '  for (let at = 0; at < 4; at++) await new Promise((resolve) => setImmediate(resolve, globalThis.gc?.()))',
    '  const { heapUsed, arrayBuffers } = process.memoryUsage()',
    '  return heapUsed + arrayBuffers',
    '}',
    `const before = await used(${times})`,
    `const grown = ((await used(${times})) - before) / ${times}`,
    holds(runner, `grown < ${bytes}`, 'String(grown)'),
  ]
}

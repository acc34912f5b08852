/** Numbers and texts that programs stumble on, and those at the limits of a schema. */
import { explodes } from './explodes.ts'
import { fc } from './fast-check.ts'
import { FORMATS, fitting } from './fitting.ts'
import type { Schema, Surroundings } from './walk.ts'

export type Odd = [why: string, value: unknown]

function limit(schema: Schema, name: string): number | null {
  return typeof schema[name] === 'number' ? (schema[name] as number) : null
}

/** So many whole numbers between two limits are all tried. */
const ALL = 12
/** Where counters, types of databases and doubles end. */
const WHOLE = [2, 100, 128, 256, 32_768, 65_536, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 63]
const FRACTIONS = [0.1, 1.5, -0.5, 1e300, 5e-324]

/** At the limits, beside them, and where number types end; none is outside of the limits. */
export function oddNumbers(schema: Schema, integer: boolean): Odd[] {
  const step = limit(schema, 'multipleOf') ?? (integer ? 1 : 0.5)
  const at = (name: string, by = 0): [string, number][] => {
    const found = limit(schema, name)
    return found === null ? [] : [[`${by === 0 ? '' : by > 0 ? 'above ' : 'below '}${name}`, found + by]]
  }
  const limits: [string, number][] = [
    ...at('minimum'),
    ...at('maximum'),
    ...at('exclusiveMinimum', step),
    ...at('exclusiveMaximum', -step),
    ...at('minimum', step),
    ...at('maximum', -step),
  ]
  const [least, most] = [
    Math.max(limit(schema, 'minimum') ?? -Infinity, limit(schema, 'exclusiveMinimum') ?? -Infinity),
    Math.min(limit(schema, 'maximum') ?? Infinity, limit(schema, 'exclusiveMaximum') ?? Infinity),
  ]
  const between =
    integer && most - least <= ALL ? Array.from({ length: most - least + 1 }, (_, by) => least + by) : []
  const others = [0, -1, 1, ...between, ...WHOLE, ...WHOLE.map((one) => -one)]
  const values = [...others, ...(integer ? [] : FRACTIONS)].map((one): [string, number] => [
    'the number',
    one,
  ])
  const minusZero: [string, number][] = [['minus zero', -0]]
  const known = new Set<string>()
  return [...limits, ...values, ...minusZero]
    .filter(([, value]) => value >= least && value <= most)
    .filter(([, value]) => {
      const key = Object.is(value, -0) ? '-0' : String(value)
      return !known.has(key) && known.add(key)
    })
    .map(([why, value]) => [`${why} ${Object.is(value, -0) ? '-0' : value}`, value])
}

/** Before 1970, after what 32 bits hold, after 2099, leap days, and the ends of the years of four digits. */
const DATES = [
  ...['1969-12-31', '2100-01-01', '2024-02-29', '2106-02-08', '9999-12-31', '1900-03-01', '2038-01-20'],
  ...['0001-01-01', '2000-02-29'],
]
/** Days that there are not: a pattern takes them, a format does not. */
const NO_DATES = ['2023-02-29', '2024-02-30', '2024-13-01', '2024-00-00', '0000-00-00']
const TIMES = ['23:59:59Z', '00:00:00Z', '23:59:59.999999999Z', '00:00:00+14:00', '12:00:00-12:00']

const OF_FORMATS: Readonly<Record<string, readonly string[]>> = {
  date: DATES,
  'date-time': DATES.flatMap((date, at) => [
    `${date}T00:00:00Z`,
    ...(at < 2 ? [`${date}T23:59:59.999+02:00`] : []),
  ]),
  time: TIMES,
  email: ['a@b.co', "o'brien+tag@example.com", `${'a'.repeat(64)}@example.com`],
  uri: ['http://[::1]:80/', 'urn:a:b', 'http://example.com/%00', 'mailto:a@example.com', 'a:'],
  'uri-reference': ['', '/', '//example.com', '../..', '?', 'a', '#'],
  uuid: ['00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF'],
  ipv4: ['0.0.0.0', '255.255.255.255', '127.0.0.1'],
  ipv6: ['::', '::1', '::ffff:127.0.0.1'],
  hostname: ['localhost', 'xn--nxasmq6b', 'a'.repeat(63)],
}

/** Half a pair is what a text cut in the middle of a character ends with; JSON can carry it. */
const ODD = [
  ...['', ' ', '0', '-1', 'null', '__proto__', 'constructor', '\u0000', 'a\u0000b', '\u2028', '\u{1f600}'],
  ...[
    '\u{1f600}\u{1f600} b',
    'a\u{10ffff}',
    '\ud83d',
    '\'"<>&;`\\',
    '%',
    '%00',
    '%zz',
    '../..',
    '{',
    '[]',
    '"',
  ],
  ...[
    '\n',
    'a,b',
    'A',
    '\u00e9',
    'e\u0301',
    '\u0130',
    '\ufeff',
    'undefined',
    'true',
    '1e1000',
    '/',
    'http://',
  ],
]
/** What only a pattern looks at. */
const BY_PATTERN = [...NO_DATES, ...DATES, ...DATES.map((date) => `${date}T00:00:00Z`), ...TIMES]
/** Characters of a text without a longest length. */
const LONG = 10_000
const PADDED = 2000
const SHORT = 18

/** Well formed texts of a format, or odd ones that keep the lengths and the pattern. */
export function oddTexts(schema: Schema, around: Surroundings): Odd[] {
  const { format, pattern } = schema
  const own = typeof format === 'string' ? OF_FORMATS[format] : undefined
  if (typeof format === 'string' && FORMATS[format]) {
    const some = fc.sample(FORMATS[format], { numRuns: own ? 1 : 3, seed: 1 })
    return [...some, ...(own ?? [])].map((value) => [`format ${format}`, value])
  }
  const [shortest, longest] = [limit(schema, 'minLength'), limit(schema, 'maxLength')]
  const within = (text: string): boolean => {
    const { length } = [...text]
    return length >= (shortest ?? 0) && length <= (longest ?? Number.POSITIVE_INFINITY)
  }
  const found: Odd[] = []
  if (typeof pattern === 'string') return ofPattern(pattern, schema, around, within)
  if (shortest !== null && shortest <= 1_500_000) found.push([`minLength ${shortest}`, 'x'.repeat(shortest)])
  if (longest !== null && longest <= 100_000) {
    found.push([`maxLength ${longest}`, 'x'.repeat(longest)])
    // A character outside the basic plane counts once.
    found.push([`maxLength ${longest} in pairs`, '\u{1f600}'.repeat(longest)])
  } else found.push(['a long text', 'x'.repeat(Math.max(LONG, shortest ?? 0))])
  return [...found, ...ODD.filter(within).map((text): Odd => [`the text ${JSON.stringify(text)}`, text])]
}

function ofPattern(
  pattern: string,
  schema: Schema,
  around: Surroundings,
  within: (text: string) => boolean,
): Odd[] {
  const why = `pattern ${pattern}`
  const drawn = fc
    .sample(fitting(schema, around), { numRuns: 20, seed: 1 })
    .filter((one) => typeof one === 'string')
  const sorted = drawn.toSorted((left, right) => left.length - right.length)
  let matches: RegExp
  try {
    matches = new RegExp(pattern, 'u')
  } catch {
    return sorted.slice(0, 1).map((text) => [why, text])
  }
  const fits = (text: string): boolean => within(text) && matches.test(text)
  // A long text that does not match would take for ever.
  const most = explodes(pattern) ? SHORT : PADDED
  const longest = Math.min(limit(schema, 'maxLength') ?? most, most)
  const padded = sorted.slice(0, 6).flatMap((text) => {
    const missing = longest - [...text].length
    return missing <= 0
      ? []
      : [text + text.slice(-1).repeat(missing), text.slice(0, 1).repeat(missing) + text]
  })
  const odd = [...ODD, ...BY_PATTERN].filter(fits)
  const texts = [sorted[0], sorted.at(-1), padded.find(fits), ...odd].filter((text) => text !== undefined)
  return [...new Set(texts)].map((text) => [`${why} ${JSON.stringify(text).slice(0, 40)}`, text])
}

// Writes JUnit XML: suites of test cases, with their counts and durations.

import { escapeMarkup, visible } from './escape.ts'

export interface JunitSuite {
  name: string
  cases: JunitCase[]
  /** How long it took by the clock, where cases ran side by side. */
  milliseconds?: number
  properties?: Record<string, string>
}

export interface JunitCase {
  classname: string
  name: string
  file?: string
  milliseconds?: number
  properties?: Record<string, string | undefined>
  /** Absent where the test case passed. */
  verdict?: JunitVerdict
}

export interface JunitVerdict {
  kind: 'failure' | 'error' | 'skipped'
  type?: string
  message: string
  /** What stands inside the element. */
  text?: string
}

type Attributes = Record<string, string | number | undefined>

/** The time of the whole is the sum of the cases where none is given. */
export function junitXml(name: string, suites: JunitSuite[], milliseconds?: number): string {
  const all = countsOf(suites.flatMap(({ cases }) => cases))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name, ...all, ...timeOf(milliseconds) })}>`,
    ...suites.flatMap(({ name, cases, milliseconds, properties = {} }) => [
      `  <testsuite${attributes({ name, ...countsOf(cases), ...timeOf(milliseconds) })}>`,
      ...propertyLines(Object.entries(properties), '    '),
      ...cases.flatMap(caseLines),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n')
}

function timeOf(milliseconds: number | undefined): Attributes {
  return milliseconds === undefined ? {} : { time: seconds(milliseconds) }
}

function countsOf(cases: JunitCase[]): Attributes {
  const count = (kind: JunitVerdict['kind']): number =>
    cases.filter(({ verdict }) => verdict?.kind === kind).length
  return {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: seconds(cases.reduce((sum, { milliseconds = 0 }) => sum + milliseconds, 0)),
  }
}

function caseLines({ properties = {}, verdict, ...about }: JunitCase): string[] {
  const { classname, name, file, milliseconds = 0 } = about
  const head = `<testcase${attributes({ classname, name, file, time: seconds(milliseconds) })}`
  const named = Object.entries(properties).filter(([, value]) => value !== undefined)
  const inside = [...propertyLines(named, '      '), ...(verdict ? [`      ${verdictOf(verdict)}`] : [])]
  return inside.length === 0 ? [`    ${head}/>`] : [`    ${head}>`, ...inside, '    </testcase>']
}

function propertyLines(named: [name: string, value: string | undefined][], indent: string): string[] {
  if (named.length === 0) return []
  const lines = named.map(([name, value]) => `${indent}  <property${attributes({ name, value })}/>`)
  return [`${indent}<properties>`, ...lines, `${indent}</properties>`]
}

function verdictOf({ kind, type, message, text }: JunitVerdict): string {
  const head = `<${kind}${attributes({ type, message })}`
  return text === undefined ? `${head}/>` : `${head}>${escapeMarkup(text)}</${kind}>`
}

/** In an attribute line ends are spelled out, as a reader of XML would make spaces of them. */
function attributes(values: Attributes): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeMarkup(visible(String(value)))}"`)
    .join('')
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}

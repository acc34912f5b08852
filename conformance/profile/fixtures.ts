// The fixture applications: each is made of cases that are decided on the wire, every case in a context of its own.

import type { App, Program, Statement } from '../../spec/case.ts'
import { listIn } from '../../spec/data.ts'
import { type LoadedCase, loadSuite, type Suite, SuiteError, specificationFolder } from '../../spec/load.ts'
import type { Rule } from '../../spec/rule.ts'
import type { KnownDifference } from '../judge/expectations.ts'
import { didYouMean } from '../markup/suggest.ts'
import { CONTROL_PATH } from '../peer/control.ts'
import { contextOf, TEXTS_RULE, textsCase, wireCase } from './wire-case.ts'

const FILE = 'fixtures.json'

/** A fixture as it is written in spec/fixtures.json. */
interface FixtureForm {
  name: string
  title: string
  cases: string[]
}

/** One case of a fixture: what is declared below `prefix`, and what is asked of it. */
export interface FixturePart {
  prefix: string
  source: LoadedCase
}

export interface Fixture {
  name: string
  title: string
  parts: FixturePart[]
}

/** There is no fixture of this name. */
export class UnknownFixtureError extends Error {
  override name = 'UnknownFixtureError'
}

const known = new WeakMap<Suite, Fixture[]>()
let own: Suite | undefined

/** All fixtures, in the order of spec/fixtures.json. Without a suite it loads the cases of fixtures alone, once. */
export function loadFixtures(suite?: Suite): Fixture[] {
  const from = suite ?? (own ??= loadSuite({ unchecked: true, ids: casesInFixtures() }))
  const before = known.get(from)
  if (before) return before
  const byId = new Map(from.cases.map((one) => [one.id, one]))
  const loaded = readForms().map((form) => fixtureOf(form, byId))
  known.set(from, loaded)
  return loaded
}

/** The ids of the cases of which fixtures are made. */
export function casesInFixtures(): string[] {
  return readForms().flatMap(({ cases }) => cases)
}

function readForms(): FixtureForm[] {
  const forms = listIn<FixtureForm>(`${specificationFolder()}${FILE}`, 'fixtures')
  const wrong = forms.findIndex(({ name, title, cases }) => !(name && title && Array.isArray(cases)))
  if (wrong < 0) return forms
  throw broken(`/fixtures/${wrong}`, 'a fixture has a name, a title and a list of cases')
}

function broken(pointer: string, problem: string): SuiteError {
  return new SuiteError([{ file: FILE, pointer, problem }])
}

/** The fixture of this name; throws an UnknownFixtureError that names the nearest one. */
export function findFixture(name: string, fixtures = loadFixtures()): Fixture {
  const found = fixtures.find((one) => one.name === name)
  if (found) return found
  throw new UnknownFixtureError(
    `There is no fixture "${name}".${didYouMean(
      name,
      fixtures.map((one) => one.name),
    )} touchstone fixtures lists the ${fixtures.length} that there are.`,
  )
}

function fixtureOf({ cases, ...form }: FixtureForm, byId: Map<string, LoadedCase>): Fixture {
  const prefixes = new Set<string>()
  const parts = cases.flatMap((id): FixturePart[] => {
    const source = byId.get(id)
    if (!source) throw broken('', `the fixture ${form.name} names the case ${id}, which is not there`)
    return [{ source, prefix: prefixOf(id, prefixes) }]
  })
  return { ...form, parts }
}

const LONGEST = 40

/** The id of the case as one segment of a path; two long ids get a number. */
function prefixOf(id: string, taken: Set<string>): string {
  const word = id
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, LONGEST)
    .replace(/-$/, '')
    .toLowerCase()
  let prefix = `/${word}`
  for (let number = 2; taken.has(prefix); number++) prefix = `/${word}-${number}`
  taken.add(prefix)
  return prefix
}

/** The whole application: the route of the fixture itself, and a context for each case. */
export function applicationOf(
  { name, parts }: Fixture,
  says: { name?: string; version?: string; skips?: string[] } = {},
): App {
  const control: Statement = {
    get: CONTROL_PATH,
    do: [{ send: { fixture: name, ...says, notes: { $log: 'note' } } }],
  }
  const contexts: Program = parts.map(({ prefix, source }) => contextOf(source.body.app, prefix))
  return { fixture: name, do: [control, ...contexts] }
}

/** What is asked of these fixtures: behaviour, and texts of errors apart. */
export function casesOf(fixtures: Fixture[]): LoadedCase[] {
  return fixtures.flatMap(({ name, parts }) => {
    const texts = parts.flatMap(({ source, prefix }) => textsCase(source, name, prefix) ?? [])
    return [...parts.map(({ source, prefix }) => wireCase(source, name, prefix)), ...texts]
  })
}

/** The specification as far as these fixtures decide it; all of them where none is named. */
export function suiteOfFixtures(suite: Suite, names: readonly string[]): Suite {
  const all = loadFixtures(suite)
  const chosen = names.length === 0 ? all : names.map((name) => findFixture(name, all))
  const rules = new Map([...suite.rules, [TEXTS.id, TEXTS]])
  return { ...suite, rules, cases: casesOf(chosen), isPart: true }
}

const TEXTS: Rule = {
  id: TEXTS_RULE,
  area: 'texts',
  text: 'The member message of an error has the text of the interface. It is graded apart from behaviour.',
  source: 'texts',
  level: 'SHOULD',
  at: { document: 'touchstone', section: 'fixtures' },
  testable: true,
}

/** Which texts of errors an implementation has is shown, and decides nothing. */
export const TEXTS_APART: KnownDifference = {
  match: 'area:texts',
  kind: 'recorded',
  reason: 'Texts of errors are graded apart from behaviour.',
}

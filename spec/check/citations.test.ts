// Every rule cites a place that a reader can open, and every statement about the service has its rules.

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { loadSuite, ruleFiles, specificationFolder } from '../load.ts'
import { headingsOf, OWN_PAGES, readDocuments, slugOf } from '../pages/citation-link.ts'
import type { Citation, Rule } from '../rule.ts'

const ROOT = new URL('../../../', import.meta.url)
const suite = loadSuite({ unchecked: true })
const rules = [...suite.rules.values()]
const documents = readDocuments()
const page = (file: string): string => readFileSync(`${specificationFolder()}${file}`, 'utf8')
const citationsOf = (rule: Rule): Citation[] => [rule.at, ...(rule.also ?? [])]

test('each rules.json has the form of its schema', () => {
  const validate = new Ajv({ strict: false, allErrors: true }).compile(
    JSON.parse(page('schema/rules.v1.json')),
  )
  for (const file of ruleFiles())
    assert.ok(validate(JSON.parse(page(file))), `${file}: ${JSON.stringify(validate.errors?.slice(0, 3))}`)
})

test('the text of a rule has no modal verb', () => {
  const modal = rules.filter((rule) => /\b(should|must|may|shall)\b/i.test(rule.text))
  assert.deepEqual(
    modal.map((rule) => rule.id),
    [],
  )
})

/** The sections of a document; undefined where the package that has it is not installed. */
function sectionsOf(document: string): string[] | undefined {
  const own = OWN_PAGES[document]
  if (own !== undefined) return headingsOf(page(own))
  const found = documents.find((one) => one.name === document)
  assert.ok(found, `documents.json has no ${document}`)
  if (found.file === undefined) return Object.keys(found.sections ?? {})
  const file = new URL(`node_modules/${found.file}`, ROOT)
  return existsSync(file) ? headingsOf(readFileSync(file, 'utf8')) : undefined
}

test('each citation of a rule is a section that exists', () => {
  const dead = rules.flatMap((rule) =>
    citationsOf(rule)
      .filter(({ document, section }) => sectionsOf(document)?.includes(section) === false)
      .map(({ document, section }) => `${rule.id}: ${document}: ${section}`),
  )
  assert.deepEqual(dead, [])
})

test('each document is cited, has one name and an address', () => {
  const cited = new Set(rules.flatMap(citationsOf).map((one) => one.document))
  const names = [...documents.map((one) => one.name), ...Object.keys(OWN_PAGES)]
  assert.deepEqual([...cited].sort(), [...new Set(names)].sort())
  assert.equal(new Set(names).size, names.length)
  for (const { url } of documents) assert.equal(new URL(url).protocol, 'https:')
})

test('a heading has the anchor that GitHub gives it', () => {
  assert.equal(slugOf('.send(data)'), 'senddata')
  assert.equal(slugOf('decorate(name, value, [dependencies])'), 'decoratename-value-dependencies')
  assert.deepEqual(headingsOf('# A\n\n```\n# no\n```\n\n## `b` c\n'), ['A', 'b c'])
})

/** The statements of service.md: its section, and the rules that it names. */
function statements(): { section: string; text: string; ids: string[] }[] {
  let section = ''
  return page('service.md')
    .split(/\n(?=- |## )/)
    .flatMap((text) => {
      const heading = /^## (.*)/.exec(text)
      if (heading) section = heading[1] as string
      const ids = [...text.matchAll(/\b[A-Z]{2,4}-[A-Za-z0-9-]+\b/g)].map(([id]) => id)
      return text.startsWith('- ') ? [{ section, text, ids }] : []
    })
}

test('each statement about the service has rules that cite its section', () => {
  const all = statements()
  assert.ok(all.length > 80, `${all.length} statements`)
  for (const { section, text, ids } of all) {
    assert.notEqual(ids.length, 0, `no rule: ${text}`)
    for (const id of ids) {
      const rule = rules.find((one) => one.id === id)
      assert.deepEqual(rule?.at, { document: 'The service', section }, id)
    }
  }
})

test('each rule that cites the service is named there once, and each rule of source mission rests on our pages', () => {
  const named = statements().flatMap(({ ids }) => ids)
  assert.deepEqual(
    named.filter((id, index) => named.indexOf(id) !== index),
    [],
  )
  const citing = rules.filter((rule) => rule.at.document === 'The service').map((rule) => rule.id)
  assert.deepEqual(citing.sort(), named.sort())
  const elsewhere = rules.filter((rule) => rule.source === 'mission' && !(rule.at.document in OWN_PAGES))
  assert.deepEqual(elsewhere, [])
})

test('each decision and security rule is cited by a rule or a case', () => {
  const cited = new Set(rules.flatMap(citationsOf).map(({ document, section }) => `${document}: ${section}`))
  for (const one of suite.cases) if (one.body.ruling !== undefined) cited.add(`Decisions: ${one.body.ruling}`)
  for (const document of ['Decisions', 'Security rules']) {
    const sections = headingsOf(page(OWN_PAGES[document] as string)).slice(1)
    assert.deepEqual(
      sections.filter((section) => !cited.has(`${document}: ${section}`)),
      [],
      document,
    )
  }
  const rulings = suite.cases.flatMap((one) => one.body.ruling ?? [])
  const known = headingsOf(page('decisions.md'))
  assert.deepEqual(
    rulings.filter((ruling) => !known.includes(ruling)),
    [],
  )
})

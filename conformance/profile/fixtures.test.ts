// The fixtures: how many there are, that each can be built from its page, and that its page says all of it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import type { Json } from '../../spec/case.ts'
import { loadSuite, SuiteError } from '../../spec/load.ts'
import { judge } from '../judge/judge.ts'
import { casesOf, findFixture, loadFixtures, suiteOfFixtures } from './fixtures.ts'
import { openApiOf } from './pages/openapi.ts'
import { pageJson, pageText } from './pages/page.ts'
import { pictureOf } from './pages/picture.ts'
import { routesOf } from './pages/routes.ts'
import { TEXTS_RULE, wireExchanges } from './wire-case.ts'

const suite = loadSuite({ unchecked: true })
const fixtures = loadFixtures(suite)
const behaviour = casesOf(fixtures).filter(({ area }) => area !== 'texts')

test('there are 40 to 60 fixtures, and they have at least 1,500 assertions about behaviour', () => {
  assert.ok(fixtures.length >= 40 && fixtures.length <= 60, `${fixtures.length}`)
  const count = behaviour.reduce((sum, { body }) => sum + body.exchanges.length, 0)
  assert.ok(count >= 1500, `${count}`)
  const rules = new Set(behaviour.flatMap(({ body }) => body.rules))
  assert.ok(rules.size >= 250, `${rules.size} rules`)
})

test('a case is in one fixture, is decided on the wire, and has a prefix of its own there', () => {
  const ids = fixtures.flatMap(({ parts }) => parts.map(({ source }) => source.id))
  assert.equal(new Set(ids).size, ids.length)
  assert.equal(new Set(fixtures.map(({ name }) => name)).size, fixtures.length)
  for (const { name, parts } of fixtures) {
    assert.match(name, /^[a-z0-9]+(?:-[a-z0-9]+)*$/)
    assert.equal(new Set(parts.map(({ prefix }) => prefix)).size, parts.length, name)
    for (const { source, prefix } of parts) {
      assert.ok(wireExchanges(source.body).length > 0, source.id)
      assert.match(prefix, /^\/[a-z0-9-]+$/)
    }
  }
})

test('what is asked lies below the prefix of its case, and texts of errors are apart', () => {
  const { cases, rules } = suiteOfFixtures(suite, ['keywords'])
  assert.ok(rules.has(TEXTS_RULE))
  const texts = cases.filter(({ area }) => area === 'texts')
  assert.ok(texts.length > 5)
  for (const { body } of texts) {
    assert.deepEqual(body.rules, [TEXTS_RULE])
    assert.equal(body.level, 'SHOULD')
  }
  for (const one of cases) {
    const [{ register } = {}] = one.body.app.do
    for (const { send, expect } of one.body.exchanges) {
      assert.ok(JSON.stringify(send?.url).includes(`"${register?.prefix}`), one.id)
      const { message, statusCode } = Object(expect.json) as { message?: Json; statusCode?: Json }
      if (
        one.area !== 'texts' &&
        Number(expect.status) >= 400 &&
        message !== undefined &&
        statusCode !== undefined
      )
        assert.deepEqual(message, { $type: 'string' }, one.id)
    }
  }
})

test('a page has a drawing with each route, and tells each statement in words', () => {
  for (const fixture of fixtures) {
    const text = pageText(fixture)
    const raw = text.split('\n').find((line) => /^ *- \{/.test(line))
    assert.equal(raw, undefined, `${fixture.name}: ${raw}`)
    assert.match(text, /```text\n[a-z0-9-]+\n├─|```text\n[a-z0-9-]+\n└─/)
    for (const { prefix } of fixture.parts) assert.ok(text.includes(`[${prefix}]`), prefix)
  }
})

test('a page explains the words that it uses, and no others', () => {
  const hooks = pageText(findFixture('hook-order', fixtures))
  assert.match(hooks, /\*\*onError\*\*: /)
  assert.match(hooks, /\*\*notes X\*\*: .*not there before it\./)
  assert.match(hooks, /its own hook onRequest:\n(?: {6}- \(.*\n)* {6}- notes "one"/)
  const first = pageText(findFixture('first', fixtures))
  assert.match(first, /\*\*answers "x"\*\*: the text itself is the body/)
  assert.match(first, /\*\*the default error answer\*\*: /)
  assert.doesNotMatch(first, /\*\*onError\*\*/)
  for (const fixture of fixtures)
    assert.doesNotMatch(pageText(fixture), /notes \{"\$|\{ trace |\$function/, fixture.name)
})

test('a picture has a box inside that of its parent for each context, and each route', () => {
  for (const fixture of fixtures) {
    const svg = pictureOf(fixture)
    assert.match(svg, /^<svg [^<]*aria-label="The contexts of the fixture [^<]*<style>/)
    for (const { prefix } of fixture.parts) assert.ok(svg.includes(`>[${prefix}]</text>`), prefix)
    const boxes = [...svg.matchAll(/<rect[^>]* x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/g)].map(
      (one) => one.slice(1).map(Number),
    ) as [number, number, number, number][]
    assert.ok(boxes.length > fixture.parts.length)
    for (const [at, [x, y, width, height]] of boxes.entries())
      for (const [ox, oy, oWidth, oHeight] of boxes.slice(0, at)) {
        const beside = y >= oy + oHeight || oy >= y + height
        const inside = x > ox && y > oy && x + width < ox + oWidth && y + height < oy + oHeight
        assert.ok(beside || inside, fixture.name)
      }
  }
})

test('the JSON document has the whole application and all that is asked', () => {
  const page = pageJson(findFixture('first', fixtures)) as { [key: string]: Json[] }
  assert.deepEqual(Object.keys(page), [
    'format',
    'fixture',
    'title',
    'control',
    'application',
    'terms',
    'contexts',
    'asked',
    'openapi',
  ])
  assert.equal(page['asked']?.length, 10)
  assert.equal(page['contexts']?.length, 3)
})

test('the OpenAPI document has each path with its parameters, and schemas that can be read', () => {
  const ajv = new Ajv({ strict: false, validateSchema: false, logger: false })
  for (const fixture of fixtures) {
    const { openapi, paths } = openApiOf(fixture) as { openapi: string; paths: { [path: string]: Json } }
    assert.equal(openapi, '3.1.0')
    assert.ok(paths['/-/fixture'], fixture.name)
    for (const [path, item] of Object.entries(paths)) {
      assert.doesNotMatch(path, /[:*]/)
      for (const operation of Object.values(item as { [method: string]: { [key: string]: Json } })) {
        const names = ((operation['parameters'] ?? []) as { name: string; in: string; schema: Json }[])
          .filter((one) => one.in === 'path')
          .map(({ name }) => `{${name}}`)
        assert.deepEqual(names, path.match(/\{\w+\}/g) ?? [], path)
        assert.ok(Object.keys(operation['responses'] as object).length > 0)
      }
    }
  }
  const { paths } = openApiOf(findFixture('request-parts', fixtures)) as { paths: object }
  assert.ok(Object.keys(paths).length > 5)
  assert.ok(ajv.validate({ type: 'object' }, paths))
})

test('routes are those of the application, below their prefixes', () => {
  const app = {
    do: [
      { get: '/', do: [{ send: 'x' }] },
      {
        register: {
          prefix: '/a',
          do: [
            { route: { method: ['GET', 'POST'], url: '/b/:id' }, schema: { body: true }, do: [] },
            { after: [{ all: '/c' }] },
          ],
        },
      },
    ],
  }
  assert.deepEqual(
    routesOf(app as never).map(({ methods, url }) => [methods.length, url]),
    [
      [1, '/'],
      [2, '/a/b/:id'],
      [7, '/a/c'],
    ],
  )
})

test('a fixture that there is not is told with those that there are', () => {
  assert.throws(
    () => findFixture('frist', fixtures),
    /There is no fixture "frist"\. Did you mean first\? touchstone fixtures lists the 5\d that there are\./,
  )
})

test('a server that answers the same to everything keeps less than a tenth', () => {
  const seen = (status: number, text: string) => ({
    answer: { status, headers: {}, text },
    trace: [],
    probes: {},
    log: [],
  })
  const exchanges = behaviour.flatMap(({ body }) => body.exchanges)
  for (const [status, text] of [
    [404, ''],
    [200, 'x'],
    [200, '{}'],
    [400, '{}'],
    [500, '{}'],
  ] as const) {
    const kept = exchanges.filter(({ expect }) => judge(expect, seen(status, text), [{}]) === null)
    assert.ok(kept.length * 10 < exchanges.length, `${status} ${text}: ${kept.length} of ${exchanges.length}`)
  }
})

/** The texts and numbers that an application holds. */
function leavesOf(value: Json): string[] {
  // A function is sync unless its words say otherwise.
  if (typeof value === 'string') return ['', 'sync'].includes(value) ? [] : [value]
  if (value === null || typeof value !== 'object') return typeof value === 'number' ? [String(value)] : []
  if (Array.isArray(value)) return value.flatMap(leavesOf)
  return Object.values(value).flatMap(leavesOf)
}

test('no text and no number of an application is missing on its page', () => {
  const missing = fixtures.flatMap((fixture) => {
    const page = pageJson(fixture) as unknown as { contexts: { case: string; words: string[] }[] }
    return page.contexts.flatMap(({ case: id, words }) => {
      const { source } = fixture.parts.find((part) => part.source.id === id) ?? {}
      const told = words.join('\n')
      return leavesOf(source?.body.app.do as unknown as Json)
        .filter((leaf) => !told.includes(JSON.stringify(leaf).slice(1, -1)) && !told.includes(leaf))
        .map((leaf) => `${fixture.name} ${id}: ${leaf}`)
    })
  })
  assert.deepEqual(missing, [])
})

test('a specification without a case of a fixture is broken, which names both', () => {
  const cases = suite.cases.filter(({ id }) => id !== 'rep-redirect')
  assert.throws(
    () => loadFixtures({ ...suite, cases }),
    (error) =>
      error instanceof SuiteError &&
      error.message === 'fixtures.json: the fixture first names the case rep-redirect, which is not there',
  )
})

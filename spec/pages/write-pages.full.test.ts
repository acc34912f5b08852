// The generator tells every rule and every case of the suite, and each link between the pages has its target.

import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadSuite } from '../load.ts'
import { headingsOf, slugOf } from './citation-link.ts'
import { valueText } from './program-text.ts'
import { buildPages, writeSpecificationPages } from './write-pages.ts'

const pages = buildPages()
const suite = loadSuite({ unchecked: true })

/** The anchors of a page: of its headings, those that these name themselves, and those of elements. */
function anchorsOf(text: string): Set<string> {
  const headings = headingsOf(text)
  const named = headings.flatMap((heading) => /\{#([\w-]+)\}$/.exec(heading)?.[1] ?? slugOf(heading))
  return new Set([...named, ...[...text.matchAll(/<a id="([\w-]+)">/g)].map(([, id = '']) => id)])
}

const withoutCode = (text: string): string =>
  text.replace(/^(`{3,})[\s\S]*?^\1$/gm, '').replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '')

const anchors = new Map([...pages].map(([name, text]) => [name, anchorsOf(text)]))

test('each rule and each case has an anchor on the page of its area', () => {
  const missing = [
    ...[...suite.rules.values()].map((rule) => ({ area: rule.area, id: rule.id })),
    ...suite.cases.map((one) => ({ area: one.area, id: one.body.id })),
  ].filter(({ area, id }) => !anchors.get(`${area}.md`)?.has(id))
  assert.deepEqual(missing, [])
})

test('each link between the pages has its target', () => {
  const dead: string[] = []
  let checked = 0
  for (const [name, text] of pages) {
    const prose = withoutCode(text)
    for (const [, page, anchor] of prose.matchAll(/\]\(([\w-]+\.md)?(?:#([\w-]+))?\)/g)) {
      checked++
      const target = anchors.get(page ?? name)
      if (target === undefined || (anchor !== undefined && !target.has(anchor)))
        dead.push(`${name}: ${page ?? ''}#${anchor}`)
    }
    for (const [link] of prose.matchAll(/\]\((?!https:|[\w-]+\.md|#)[^)]*\)/g)) dead.push(`${name}: ${link}`)
  }
  assert.deepEqual(dead, [])
  assert.ok(checked > 4000, `${checked} links`)
})

test('a page begins with its title and has no template that a site would fill in', () => {
  for (const [name, text] of pages) {
    assert.match(text, /^---\ntitle: ".+"\n---\n/, name)
    const prose = withoutCode(text)
    assert.doesNotMatch(prose, /\{\{/, name)
  }
})

test('the pages are written into a folder, which has nothing else then', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'))
  try {
    assert.deepEqual(writeSpecificationPages(folder).sort(), readdirSync(folder).sort())
    assert.equal(readFileSync(join(folder, 'index.md'), 'utf8'), pages.get('index.md'))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a value is told on one line', () => {
  assert.equal(valueText({ a: [{ $get: 'request.body' }, { $m: 'row.x' }] }), '{a: [request.body, ‹row.x›]}')
  assert.equal(valueText({ $regex: '^a' }), 'regex("^a")')
  assert.equal(valueText({ $ref: 's#' }), '{$ref: "s#"}')
})

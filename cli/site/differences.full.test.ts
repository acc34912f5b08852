/** The page of differences from Fastify 4.17.0 is complete, and its links lead to the cases. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readExpectations } from '../../conformance/judge/expectations.ts'
import { buildPages } from '../../spec/pages/write-pages.ts'
import { differencesPage } from './write-differences.ts'

test('each known difference of Fastify 4.17.0 is on the page', () => {
  const page = differencesPage()
  const { expected } = readExpectations('fastify-4.17')
  assert.ok(expected.length > 100)
  for (const { match, reason } of expected) {
    assert.ok(page.includes(`| ${reason.replaceAll('|', '\\|')} |`), reason)
    for (const pattern of [match].flat()) {
      const id = pattern.replace(/[#[*].*/, '')
      assert.ok(page.includes(`[\`${id}`), `${pattern} has no link`)
    }
  }
})

test('its links lead to a heading', () => {
  const pages = buildPages()
  const links = [...differencesPage().matchAll(/\]\(([a-z-]+\.md)#([^)]+)\)/g)]
  assert.ok(links.length > 100)
  for (const [, page, anchor] of links) {
    const text = pages.get(page!)
    const marks = [`{#${anchor}}`, `id="${anchor}"`, `\n### ${anchor!.toUpperCase()}\n`]
    assert.ok(
      marks.some((mark) => text?.includes(mark)),
      `${page}#${anchor}`,
    )
  }
})

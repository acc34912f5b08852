// `npm start` to its end: the run, the page in a browser, and an interrupt that closes everything.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright'
import { findChromium } from './chromium.ts'

const start = fileURLToPath(new URL('./start.js', import.meta.url))
const browserPath = findChromium()

interface Started {
  server: ChildProcess
  address: string
  /** What it has printed so far. */
  printed: () => string
  ended: Promise<number | null>
}

/** Goes on with the address of the page, which is told before anything has run. */
async function started(...args: string[]): Promise<Started> {
  const server = spawn(process.execPath, [start, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>((resolve) => server.on('exit', resolve))
  let output = ''
  const address = await new Promise<string>((resolve, reject) => {
    server.stdout.on('data', (piece) => {
      output += String(piece)
      const told = /as a page: (http:\S+)/.exec(output)?.[1]
      if (told) resolve(told)
    })
    server.on('exit', () => reject(new Error(output)))
  })
  return { server, address, printed: () => output, ended }
}

const both = ['touchstone', 'fastify-4.17'].flatMap((name) => ['--implementation', name])

/** What the server tells the page, to the end of the run or of the server. */
async function* eventsOf(address: string): AsyncGenerator<{ event: string; data: unknown }> {
  const { body } = await fetch(`${address}events`, { headers: { accept: 'text/event-stream' } })
  let text = ''
  for await (const piece of body!.pipeThrough(new TextDecoderStream())) {
    const parts = (text + piece).split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) {
      const [, event = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(part) ?? []
      if (event !== '') yield { event, data: JSON.parse(data) }
      if (event === 'end' || event === 'interrupted') return
    }
  }
}

let whole: Started

before(async () => {
  whole = await started('--filter', 'enc-*', '--filter', 'rule:REF-*', ...both)
})

after(() => void whole.server.kill('SIGKILL'))

interface Look {
  colorScheme?: 'light' | 'dark'
  width?: number
  address?: string
}

async function open(
  { colorScheme = 'light', width = 1280, address = whole.address }: Look,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: browserPath ?? '', args })
  try {
    const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } })
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    page.on(
      'request',
      (request) =>
        request.url().startsWith(address) || request.url().startsWith('data:') || faults.push(request.url()),
    )
    await page.goto(address)
    await work(page)
    assert.deepEqual(faults, [])
  } finally {
    await browser.close()
  }
}

test('the page is there at once and needs nothing but itself, and its server tells all that has run', {
  timeout: 300_000,
}, async () => {
  const { address, printed } = whole
  const response = await fetch(address)
  const html = await response.text()
  assert.doesNotMatch(printed(), /The page is whole/, 'the run goes on')
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/)
  assert.doesNotMatch(html, /<(?:script|link|img)[^>]+(?:src|href)="(?!data:)/)
  const names: string[] = []
  const done = [0, 0]
  let total = 0
  for await (const { event, data } of eventsOf(address)) {
    if (names.at(-1) !== event) names.push(event)
    if (event === 'begin') total = (data as { total: number }).total
    if (event !== 'results') continue
    const { column, assertions } = data as { column: number; assertions: unknown[] }
    done[column]! += assertions.length
  }
  assert.deepEqual(names, ['begin', 'results', 'end'])
  assert.ok(total > 0)
  assert.deepEqual(done, [total / 2, total / 2])
  assert.equal((await fetch(`${address}data`)).status, 200)
  assert.match(printed(), /touchstone: \d+ of \d+ assertions, 0 differ/)
  assert.match(printed(), /cases, \d+ assertions in .*All as expected/)
})

test('an interrupted run prints what is known, tells the page, and ends', { timeout: 300_000 }, async (t) => {
  const { server, address, printed, ended } = await started('--filter', 'area:hooks', ...both)
  t.after(() => void server.kill('SIGKILL'))
  let last = ''
  for await (const { event } of eventsOf(address)) {
    if (event === 'results' && last === 'begin') server.kill('SIGINT')
    last = event
  }
  assert.equal(last, 'interrupted')
  assert.equal(await ended, 130)
  assert.match(printed(), /Interrupted after \d+ of \d+ assertions/)
})

// Where there is no browser, `npm test` says so before it begins.
if (browserPath !== null) {
  test('the page fills while the run goes on, without a reload, at 390 px too', {
    timeout: 300_000,
  }, async (t) => {
    const { server, address } = await started('--filter', 'area:encapsulation', ...both)
    t.after(() => void server.kill('SIGKILL'))
    const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    await open({ address, width: 390 }, async (page) => {
      await page.evaluate(`globalThis.seen = new Set()
        const note = () => seen.add(document.querySelector('.progress progress')?.value)
        new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true })`)
      await page.locator('.card').nth(1).waitFor()
      assert.equal(await page.evaluate(over), 0)
      await page.locator('.progress.ended').waitFor({ timeout: 200_000 })
      assert.ok((await page.evaluate<number>('seen.size')) > 2, 'it grew several times')
      assert.match((await page.locator('.card').first().textContent()) ?? '', /touchstone 0.*100 %/)
      assert.equal(await page.locator('.state-link.pending').count(), 0)
      assert.equal(await page.evaluate(over), 0)
      await page.getByRole('link', { name: 'Ecosystem' }).click()
      await page.getByRole('table', { name: 'Packages' }).waitFor()
    })
  })

  test('the matrix unfolds from an area to a rule to a case to what was observed', async () => {
    await open({}, async (page) => {
      assert.equal(await page.locator('.card').count(), 2)
      await page.getByRole('button', { name: 'Unfold all areas' }).click()
      await page.locator('tr.rule a.cell').first().click()
      await page.locator('.cases h3 a').first().click()
      const title = await page.locator('main h1').textContent()
      assert.match(decodeURIComponent(page.url()), /[#&]case=[a-z]/)
      assert.ok(decodeURIComponent(page.url()).includes(`case=${title}`))
      assert.match(
        (await page.locator('.findings').first().textContent()) ?? '',
        /touchstone.*fastify-4\.17/s,
      )
      await page.keyboard.press('Escape')
      await page.locator('.cases').waitFor()
    })
  })

  test('published packages have a view of their own', async () => {
    await open({ colorScheme: 'dark' }, async (page) => {
      await page.getByRole('link', { name: 'Ecosystem' }).click()
      await page.getByRole('table', { name: 'Packages' }).waitFor()
      const row = page.getByRole('row', { name: /^@fastify\/cookie/ })
      assert.match((await row.textContent()) ?? '', /the same.*\d+ of \d+/)
      assert.match(page.url(), /#view=ecosystem$/)
    })
  })
}

test('an interrupt closes the server and ends with the code of the run', async () => {
  const began = Date.now()
  whole.server.kill('SIGINT')
  assert.equal(await whole.ended, 0)
  assert.ok(Date.now() - began < 5000)
  await assert.rejects(fetch(whole.address))
})

// `npm start` to its end: the run, the page in a browser, and an interrupt that closes everything.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright'
import { findChromium } from './chromium.ts'

const start = fileURLToPath(new URL('./start.js', import.meta.url))
const browserPath = findChromium()

let server: ChildProcess
let address = ''
/** What was served before the run was complete. */
let early: { html: string; data: number }
let ended: Promise<number | null>

before(async () => {
  const args = [
    '--filter',
    'enc-*',
    '--filter',
    'rule:REF-*',
    '--implementation',
    'touchstone',
    '--implementation',
    'fastify-4.17',
  ]
  server = spawn(process.execPath, [start, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  ended = new Promise((resolve) => server.on('exit', resolve))
  let output = ''
  server.stdout?.setEncoding('utf8')
  const shown = (what: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = what.exec(output)
        if (found !== null) resolve(found[1] ?? '')
      }
      server.stdout?.on('data', (text: string) => {
        output += text
        look()
      })
      server.on('exit', () => reject(new Error(`it ended before ${what}: ${output}`)))
    })
  const complete = shown(/(assertions in [\d.]+ s\. All as expected)/)
  address = await shown(/as a page: (http:\S+\/)/)
  early = { html: await (await fetch(address)).text(), data: (await fetch(`${address}data`)).status }
  await complete
})

after(() => void server.kill('SIGKILL'))

async function open(colorScheme: 'light' | 'dark', work: (page: Page) => Promise<void>): Promise<void> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: browserPath ?? '', args })
  try {
    const page = await browser.newPage({ colorScheme })
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

test('the page is there before the run is complete, and gets its events', async () => {
  assert.match(early.html, /<html/)
  assert.equal(early.data, 404, 'the report is not there yet')
  const events = await fetch(`${address}events`)
  const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('event: end')) text += (await reader.read()).value
  await reader.cancel()
  assert.match(text, /^event: begin\n[\s\S]*^event: results\n/m)
  assert.equal((await fetch(`${address}data`)).status, 200)
})

test('the page needs nothing but itself', async () => {
  const response = await fetch(address)
  const html = await response.text()
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/)
  assert.doesNotMatch(html, /<(?:script|link|img)[^>]+(?:src|href)="(?!data:)/)
})

// Where there is no browser, `npm test` says so before it begins.
if (browserPath !== null) {
  test('the matrix unfolds from an area to a rule to a case to what was observed', async () => {
    await open('light', async (page) => {
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
    await open('dark', async (page) => {
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
  server.kill('SIGINT')
  assert.equal(await ended, 0)
  assert.ok(Date.now() - began < 5000)
  await assert.rejects(fetch(address))
})

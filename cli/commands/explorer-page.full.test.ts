// The page of the explorer, item by item, in Chromium: search, places, numbers, known differences, comparison, rerun, widths.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright'
import type { AssertionResult, Cell } from '../../conformance/contract/result.ts'
import { pageOf } from '../../conformance/formats/page.ts'
import { loadSuite } from '../../spec/load.ts'
import { findChromium, untilTrue } from '../repository/chromium.ts'

const command = fileURLToPath(new URL('../touchstone.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'page-'))
const json = join(folder, 'report.json')
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const found = findChromium()

let server: ChildProcess
let browser: Browser
let address = ''

before(async () => {
  if (found === null) return
  const filters = ['enc-*', 'late-value-*', 'rule:REF-4', 'auth-challenge', 'area:decorators']
  const args = ['conform', 'touchstone', 'fastify-5', 'express', '--transport', 'inject,socket']
  const { status, stderr } = spawnSync(
    process.execPath,
    [command, ...args, ...filters.flatMap((one) => ['--filter', one]), '--json', json],
    { encoding: 'utf8', env: { ...process.env, XDG_CACHE_HOME: folder } },
  )
  assert.equal(status, 0, stderr)
  server = spawn(process.execPath, [command, 'explore', json], { stdio: ['ignore', 'pipe', 'inherit'] })
  address = await new Promise((resolve) =>
    server.stdout?.on('data', (piece) => {
      const told = /(http:\S+)/.exec(String(piece))?.[1]
      if (told) resolve(told)
    }),
  )
  browser = await chromium.launch({
    executablePath: found,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
})

after(async () => {
  server?.kill('SIGKILL')
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function look(
  hash: string,
  work: (page: Page) => Promise<void>,
  { width = 1280, scheme = 'light' as 'light' | 'dark', at = address } = {},
): Promise<void> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme: scheme })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  try {
    await page.goto(at + hash)
    await page.locator('main h1').waitFor({ state: 'attached' })
    await work(page)
    assert.deepEqual(faults, [])
  } finally {
    await context.close()
  }
}

/** The page draws with the next frame: what is asked for may come a little later. */
async function eventually(check: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await check()
    } catch (error) {
      if (tries === 100) throw error
      await sleep(100)
    }
  }
}

const textOf = async (page: Page, selector: string): Promise<string> =>
  (await page.locator(selector).first().textContent()) ?? ''

if (found !== null) {
  test('a word is looked for in answers, expectations and reasons', async () => {
    for (const [word, where] of [
      ['www-authenticate', 'answers and expectations'],
      ['"has no way of its own"', 'reasons of failures'],
      ['"listed with no such reason"', ''],
    ] as const)
      await look(`#q=${encodeURIComponent(word)}`, async (page) => {
        const count = await page.locator('tr.rule').count()
        assert.equal(count > 0, where !== '', `${word}: ${count}`)
      })
    const { implementations } = JSON.parse(readFileSync(json, 'utf8'))
    const known = implementations[2].assertions.find(
      ({ verdict }: { verdict: string }) => verdict === 'known',
    )
    const reason = String(known.known.reason).replaceAll('"', '')
    await look(`#q=${encodeURIComponent(`"${reason}"`)}`, async (page) => {
      await page.locator('tr.rule').first().waitFor()
    })
  })

  test('an invalid query shows nothing but its error', async () => {
    await look('#q=level:nonsense', async (page) => {
      assert.match(await textOf(page, '.nothing.wrong'), /"nonsense" is not a value of level/)
      assert.equal(await page.locator('.card, .matrix, .controls').count(), 0)
    })
  })

  test('Tab and Enter complete what is being written at once', async () => {
    await look('', async (page) => {
      const box = page.locator('#search')
      for (const key of ['Tab', 'Enter']) {
        await box.fill('')
        await box.pressSequentially('expr')
        await page.keyboard.press(key)
        assert.equal(await box.inputValue(), 'express:', key)
        await page.keyboard.type('kno')
        await page.keyboard.press(key)
        assert.equal(await box.inputValue(), 'express:known ', key)
      }
      assert.equal(await page.evaluate('document.activeElement.id'), 'search')
      await page.keyboard.press('Tab')
      assert.notEqual(await page.evaluate('document.activeElement.id'), 'search')
    })
  })

  test('Back returns to the place and the link that were left', async () => {
    await look('#q=area:decorators', async (page) => {
      const link = page.locator('tr.rule th a').last()
      await link.scrollIntoViewIfNeeded()
      const href = await link.getAttribute('href')
      const top = await page.evaluate<number>('scrollY')
      assert.ok(top > 0)
      await link.click()
      await page.locator('.cases').waitFor()
      await untilTrue(page, 'scrollY === 0')
      await page.goBack()
      await page.locator('tr.rule').last().waitFor()
      await untilTrue(page, `scrollY === ${top}`)
      assert.equal(await page.evaluate('document.activeElement.getAttribute("href")'), href)
      await page.goForward()
      await page.locator('.cases').waitFor()
      await untilTrue(page, 'scrollY === 0')
    })
  })

  test('only the member that differs is marked, with what was expected beside what came', async () => {
    await look('#case=enc-decorator-tree&exchange=sibling&implementation=express', async (page) => {
      const finding = page.locator('.exchange.current .finding.known').first()
      assert.match((await finding.locator('.place').textContent()) ?? '', /differs at \/json\/child/)
      const marks = await finding.locator('.observed mark').allTextContents()
      assert.deepEqual(
        marks.map((text) => text.trim().replace(/,$/, '')),
        ['"child": "C"'],
      )
      const [wanted, got] = await Promise.all(
        ['.wanted', '.got'].map((side) => finding.locator(`.difference ${side}`).boundingBox()),
      )
      assert.equal(wanted?.y, got?.y, 'side by side')
      assert.match((await finding.locator('.difference .got').textContent()) ?? '', /"C"/)
      assert.match(
        (await page.locator('.exchange.current .who').first().textContent()) ?? '',
        /\(\d[\d.]* ms\)/,
      )
    })
  })

  test('the numbers of a link are the numbers of the page that it opens', async () => {
    interface Link {
      href: string
      text: string
      card: number
    }
    let links: Link[] = []
    await look('', async (page) => {
      links = await page.evaluate<Link[]>(`[...document.querySelectorAll('.card')].flatMap((one, card) =>
        [...one.querySelectorAll('.state-link')].map((link) => (
          { href: link.getAttribute('href'), text: link.textContent, card }
        )))`)
    })
    assert.ok(links.length > 1)
    for (const { href, text, card } of links)
      await look(href, async (page) => {
        const opened = (await page.locator('.card').nth(card).textContent()) ?? ''
        const [count = ''] = /\d+/.exec(text) ?? []
        assert.match(opened, new RegExp(/skip/.test(text) ? `\\D${count} skip` : `of ${count}\\D`), text)
      })
  })

  test('an authority is chosen, and is a term of the query', async () => {
    await look('#q=rule:ENC-*', async (page) => {
      const before = await page.locator('.card .counts').first().textContent()
      await page.getByLabel('Authority').selectOption('mission')
      await page.waitForURL(/source%3Amission/)
      await eventually(async () => {
        assert.notEqual(await page.locator('.card .counts').first().textContent(), before)
        assert.equal(await page.locator('#search').inputValue(), 'source:mission rule:ENC-*')
      })
      await page.getByLabel('Authority').selectOption('')
      await untilTrue(page, '!location.hash.includes("source")')
    })
  })

  test('a page has all known differences with their reasons, another one compares two runs', async () => {
    await look('#view=known', async (page) => {
      assert.deepEqual(
        await page
          .locator('.known-of h2')
          .evaluateAll((all) => all.map((one) => one.firstChild?.textContent)),
        ['fastify-5', 'express'],
      )
      await page.locator('.known-ids a').first().click()
      await page.locator('.exchange.current').waitFor()
    })
    await look('#view=compare&left=touchstone&right=express', async (page) => {
      assert.match(await textOf(page, '.compare-group h2'), /^Passes on touchstone only/)
      await page.getByLabel('First run').selectOption({ label: 'express 5.3.0' })
      await page.waitForURL(/left=express/)
      await page.getByText('nothing to compare with itself').waitFor()
      await page.getByLabel('Second run').selectOption({ index: 0 })
      await page.getByText('Passes on touchstone only').waitFor()
    })
  })

  test('the contexts are drawn as the chosen implementation showed them', async () => {
    await look('#case=enc-decorator-tree', async (page) => {
      const sibling = page.locator('.context', { hasText: 'GET /sibling' })
      const select = page.locator('.observed-by select')
      await select.selectOption({ label: 'touchstone' })
      assert.match(
        (await sibling.locator('.sees.seen').textContent()) ?? '',
        /root \(request decorator\) of root/,
      )
      assert.match(
        (await sibling.locator('.sees.absent').textContent()) ?? '',
        /child \(request decorator\) of child/,
      )
      await select.selectOption({ label: 'express' })
      await sibling.locator('.sees.seen', { hasText: 'child (request decorator)' }).waitFor()
      assert.match(
        (await sibling.locator('.sees.seen').textContent()) ?? '',
        /child \(request decorator\) of child/,
      )
    })
    await look('#case=late-value-declared-again', async (page) => {
      await page.locator('.observed-by select').selectOption({ label: 'touchstone' })
      await eventually(async () => assert.equal(await page.locator('.declares .refused').count(), 2))
    })
  })

  test('a case is run again from the page; another site cannot ask for it', async () => {
    await look('#case=enc-decorator-tree&exchange=root&implementation=fastify-5', async (page) => {
      const exchange = page.locator('.exchange.current')
      await exchange.getByRole('button', { name: 'Run again' }).click()
      await exchange.getByText(/Ran: 5 of 5 pass/).waitFor()
    })
    const post = (headers: Record<string, string>, body: string) =>
      fetch(`${address}rerun`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      })
    assert.equal((await post({}, '{"case":"x","column":0}')).status, 403)
    const own = { 'x-touchstone': 'rerun' }
    assert.equal((await post(own, '{}')).status, 400)
    const unknown = await post(own, '{"case":"x","column":0}')
    assert.equal(unknown.status, 409)
    assert.match(await unknown.text(), /There is no case x/)
  })

  test('at 390, 768 and 1280 px nothing is cut, an area folds, and axe finds nothing', async () => {
    const views = ['', '#q=area:decorators', '#view=known', '#view=compare', '#rule=ENC-4']
    const one = '#case=enc-decorator-tree&exchange=sibling&implementation=express'
    for (const width of [390, 768, 1280])
      for (const view of [...views, one])
        await look(
          view,
          async (page) => {
            const name = `${width} ${view}`
            const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
            assert.equal(await page.evaluate(over), 0, name)
            const cut = await page.evaluate<number>(
              `[...document.querySelectorAll('.matrix-frame')].filter((one) => one.scrollWidth > one.clientWidth + 1).length`,
            )
            assert.equal(cut, 0, `${name}: a column of the matrix is cut`)
            if (view === '') {
              const area = page.locator('.area button').first()
              const open = await area.getAttribute('aria-expanded')
              await area.click()
              // The page draws in its own time: this fails only where the area never folds.
              const state = "document.querySelector('.area button').getAttribute('aria-expanded')"
              await untilTrue(page, `${state} !== '${open}'`)
            }
            await page.evaluate(axe)
            const violations = await page.evaluate<string[]>(
              'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + nodes[0].html))',
            )
            assert.deepEqual(violations, [], name)
          },
          { width, scheme: width === 768 ? 'dark' : 'light' },
        )
  })

  test('unfolding all areas of the whole suite draws a few rows at a time', async () => {
    const file = join(folder, 'whole.html')
    writeFileSync(file, pageOf(wholeReport()))
    await look(
      '',
      async (page) => {
        await page.evaluate(`globalThis.most = 0
          new MutationObserver((records) => {
            const rows = records.flatMap(({ addedNodes }) => [...addedNodes]).filter((one) => one.matches?.('tr.rule'))
            most = Math.max(most, rows.length)
          }).observe(document.querySelector('main'), { subtree: true, childList: true })`)
        await page.getByRole('button', { name: /^(Unfold|Fold) all areas/ }).click()
        if ((await page.locator('tr.rule').count()) === 0)
          await page.getByRole('button', { name: 'Unfold all areas' }).click()
        const rules = loadSuite().rules.size
        await page
          .locator('tr.rule')
          .nth(Math.floor(rules * 0.8))
          // How long it takes is not what is shown here: a busy machine draws it in its own time.
          .waitFor({ state: 'attached', timeout: 120_000 })
        const most = await page.evaluate<number>('most')
        assert.ok(most > 0 && most <= 24, String(most))
      },
      { at: pathToFileURL(file).href },
    )
  })
}

/** Every assertion passes on three implementations over two transports. */
function wholeReport(): Parameters<typeof pageOf>[0] {
  const suite = loadSuite()
  const cell: Cell = { outcome: 'pass', milliseconds: 1 }
  const runs = ['one', 'two', 'three'].map((implementation) => ({
    implementation,
    version: '1.0.0',
    milliseconds: 1,
    crashes: 0,
    complaints: [],
    assertions: suite.cases.flatMap((one) =>
      one.body.exchanges.map(({ id: exchange }) => {
        const id = `${one.id}#${exchange}`
        const result: AssertionResult = { id, case: one.id, exchange, cells: { inject: cell, socket: cell } }
        return { result, case: one, verdict: 'pass' as const }
      }),
    ),
  }))
  return { suite, cases: suite.cases, runs, milliseconds: 1 }
}

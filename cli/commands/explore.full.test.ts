// The explorer in a browser: a run that streams in, then every view of it, by mouse and by keyboard, light and dark.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { hostileReport } from '../../conformance/fixtures/hostile-report.ts'
import { pageOf } from '../../conformance/formats/page.ts'
import { findChromium, untilTrue } from '../repository/chromium.ts'

const command = fileURLToPath(new URL('../touchstone.js', import.meta.url))
// Inside the package, so that a copied test finds it by its name.
const folder = mkdtempSync(fileURLToPath(new URL('../../explore-test-', import.meta.url)))
const json = `${folder}/report.json`
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const found = findChromium()
const RUN = ['--implementation', 'touchstone', '--implementation', 'fastify-5', '--json', json]
// The last one has so many cases that the run goes on while the page is loaded.
const FILTERS = ['enc-*', 'hook-callback-*', 'rule:REF-4', 'auth-challenge', 'kept-*'].flatMap((one) => [
  '--filter',
  one,
])

let server: ChildProcess
let browser: Browser
let address = ''
let ended: Promise<number | null>

before(async () => {
  if (found === null) return
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  browser = await chromium.launch({ executablePath: found, args })
  server = spawn(process.execPath, [command, 'explore', ...RUN, ...FILTERS], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  ended = new Promise((resolve) => server.on('exit', resolve))
  address = await new Promise((resolve, reject) => {
    let output = ''
    server.stdout?.on('data', (piece) => {
      output += String(piece)
      const told = /The explorer: (\S+)/.exec(output)?.[1]
      if (told) resolve(told)
    })
    server.on('exit', () => reject(new Error(output)))
  })
})

after(async () => {
  server?.kill('SIGKILL')
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Look {
  width?: number
  height?: number
  scheme?: 'light' | 'dark'
  at?: string
}

/** Opens a view; a fault of the script, a message on the console or a foreign request fails the test. */
async function look(
  hash: string,
  work: (page: Page, context: BrowserContext) => Promise<void>,
  { width = 1280, height = 800, scheme = 'light', at = address }: Look = {},
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => faults.push(message.text()))
  page.on('request', (request) => {
    if (!request.url().startsWith(at) && !request.url().startsWith('data:')) faults.push(request.url())
  })
  try {
    await page.goto(at + hash, { timeout: 60_000 })
    await page.locator('main h1').waitFor({ state: 'attached' })
    await work(page, context)
    assert.deepEqual(faults, [])
  } finally {
    await context.close()
  }
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe: tool } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const { violations: list } = await tool.run()
    return list.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' ')}`)
  })
}

async function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}

if (found === null) {
  test('there is no Chromium', () => {
    assert.notEqual(process.env['CI'], 'true', 'in CI the explorer is tried in a browser')
    process.stdout.write('no Chromium found: the explorer is not tried in a browser\n')
  })
} else {
  test('results stream to the page while the run goes on, and the page ends as a report', async () => {
    await look('', async (page) => {
      await page.evaluate(`globalThis.seen = new Set()
        const note = () => seen.add(document.querySelector('.progress progress')?.value)
        new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true })`)
      await page.locator('.progress.ended').waitFor({ timeout: 600_000 })
      assert.ok((await page.evaluate<number>('seen.size')) > 3, 'it grew several times')
      assert.match((await page.locator('.progress').textContent()) ?? '', /The run has ended: \d+ assertions/)
      assert.equal(await page.locator('.card').count(), 2)
      assert.match((await page.locator('.card').first().textContent()) ?? '', /touchstone 0.*100 %/)
      assert.equal(await page.locator('.cell.pending').count(), 0)
    })
    const late = await (await fetch(`${address}events`, { headers: { accept: 'text/event-stream' } })).body
    const reader = late!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes('event: end')) text += (await reader.read()).value
    await reader.cancel()
    assert.match(text, /^retry: 1000\n\nevent: begin\ndata: .*\n\nevent: results\n/)
  })

  test('a query is completed by the keyboard, narrows the matrix, and is told where it is wrong', async () => {
    await look('', async (page) => {
      await page.keyboard.press('/')
      await page.keyboard.type('fastify-5:f')
      assert.equal(
        await page.locator('[role=option]').first().textContent(),
        'faildoes not pass, known or not',
      )
      await page.keyboard.press('ArrowDown')
      const active = await page.locator('#search').getAttribute('aria-activedescendant')
      assert.equal(await page.locator(`[id="${active}"]`).getAttribute('aria-selected'), 'true')
      await page.keyboard.press('Enter')
      assert.equal(await page.locator('#search').inputValue(), 'fastify-5:fail ')
      await page.keyboard.type('touchstone:pass')
      await page.keyboard.press('Enter')
      await page.waitForURL(/q=fastify-5/)
      await page.locator('tr.rule').first().waitFor()
      assert.ok((await page.locator('.cell.known').count()) > 0)
      assert.equal(await page.locator('tr.rule td:last-child .cell.pass').count(), 0)
      await page.locator('#search').fill('touchstone:fial')
      assert.match((await page.locator('.search-says.wrong').textContent()) ?? '', /Did you mean fail/)
      assert.equal(await page.locator('.search-place mark').textContent(), 'fial')
      assert.equal(await page.locator('#search').getAttribute('aria-invalid'), 'true')
    })
  })

  test('from the matrix to a rule, a case and an exchange; links, back and forward and keys lead there too', async () => {
    await look('#q=rule:ENC-*', async (page) => {
      await page.locator('tr.rule th a').first().focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowDown')
      assert.match((await page.locator(':focus').textContent()) ?? '', /pass: touchstone inject/)
      await page.locator('tr.rule th a').first().click()
      await page.locator('.cases h3 a').first().click()
      await page.locator('.exchange').first().waitFor()
      const title = await page.locator('main h1').textContent()
      await untilTrue(page, 'document.activeElement.tagName === "H1"')
      await page.reload()
      assert.equal(await page.locator('main h1').textContent(), title)
      await page.goBack()
      await page.locator('.cases').waitFor()
      await page.goForward()
      await page.locator('.exchange').first().waitFor()
      await page.keyboard.press('n')
      await untilTrue(page, `document.querySelector('main h1').textContent !== ${JSON.stringify(title)}`)
      for (const target of ['.cases', '.matrix']) {
        await page.keyboard.press('Escape')
        await page.locator(target).waitFor()
      }
    })
  })

  test('an application is drawn as a tree, a trace as a lifecycle, and a difference is marked', async () => {
    await look('#case=enc-decorator-tree&exchange=grand', async (page) => {
      assert.deepEqual(await page.locator('.context-name b').allTextContents(), [
        'root',
        'child',
        'grandchild',
        'sibling',
      ])
      assert.match((await page.locator('.declares .current').textContent()) ?? '', /GET \/grand/)
      assert.match((await page.locator('.sees').first().textContent()) ?? '', /root \(request decorator\)/)
    })
    await look('#case=hook-callback-on-request', async (page) => {
      const ran = page.locator('.lifecycle .stage.ran').first()
      assert.match((await ran.textContent()) ?? '', /^onRequest ran.*callback/)
    })
    await look('#case=auth-challenge', async (page) => {
      assert.match(
        (await page.locator('.finding.known .difference').first().textContent()) ?? '',
        /www-authenticate/,
      )
    })
  })

  test('what is copied is what it says, and the test runs', async () => {
    await look('#case=enc-decorator-tree&exchange=grand&implementation=fastify-5', async (page) => {
      const copied = async (name: string): Promise<string> => {
        const button = page.locator('.exchange.current').getByRole('button', { name })
        await button.click()
        await page.locator('.exchange.current').getByText('Copied').first().waitFor()
        return page.evaluate<string>('navigator.clipboard.readText()')
      }
      assert.equal(
        await copied('Copy as curl'),
        "# npx touchstone serve 'enc-decorator-tree' --implementation fastify-5 --port 3000\ncurl -i --path-as-is -X GET 'http://127.0.0.1:3000/grand'",
      )
      assert.equal(
        await copied('Copy replay command'),
        "npx touchstone conform --implementation fastify-5 --filter 'enc-decorator-tree#grand'",
      )
      const file = `${folder}/copied.test.mjs`
      const text = await copied('Copy as TypeScript')
      assert.match(text, /^import fastify from 'fastify' \/\/ npm install fastify@5\./m)
      writeFileSync(file, text.replace("from 'fastify'", "from 'fastify-5'")) // its name in this repository
      // Inside a test run a test would tell its parent how it ended, not its exit code.
      const { NODE_TEST_CONTEXT: _, ...env } = process.env
      assert.match(readFileSync(file, 'utf8'), /app\.register\(async \(app2\) => \{/)
      const { status, stdout } = spawnSync(process.execPath, [file], { encoding: 'utf8', env })
      assert.equal(status, 0, stdout)
      writeFileSync(file, readFileSync(file, 'utf8').replace("grand: 'G'", "grand: 'X'"))
      assert.notEqual(spawnSync(process.execPath, [file], { env }).status, 0, 'it can fail')
    })
  })

  test('axe finds nothing in any view, light and dark; the theme is chosen', async () => {
    const views = [
      '',
      '#q=rule:REF-*',
      '#q=level:nonsense',
      '#rule=REF-4',
      '#case=auth-challenge',
      '#case=hook-callback-on-request',
      '#view=trend',
    ]
    for (const scheme of ['light', 'dark'] as const) {
      await look(
        '',
        async (page) => {
          for (const view of views) {
            await page.evaluate(`location.hash = ${JSON.stringify(view)}`)
            await untilTrue(page, '!document.querySelector(".wait")')
            assert.deepEqual(await violations(page), [], `${scheme} ${view}`)
          }
          await page.getByRole('button', { name: 'Help' }).click()
          assert.deepEqual(await violations(page), [], `${scheme} help`)
          await page.keyboard.press('Escape')
          const other = scheme === 'light' ? 'dark' : 'light'
          await page.getByRole('button', { name: 'Dark theme' }).click()
          assert.equal(await page.locator('html').getAttribute('data-theme'), other)
          await page.reload()
          assert.equal(await page.locator('html').getAttribute('data-theme'), other, 'it is remembered')
        },
        { scheme },
      )
    }
  })

  test('at phone width and at 400 % the page itself never scrolls sideways', async () => {
    for (const width of [360, 320]) {
      for (const view of [
        '#q=rule:REF-*',
        '#rule=REF-4',
        '#case=auth-challenge',
        '#case=hook-callback-on-request',
      ]) {
        await look(view, async (page) => assert.equal(await overflow(page), 0, `${width} ${view}`), {
          width,
          height: 640,
        })
      }
    }
  })

  test('one file works from disk: the trend of reports, and the matrix behind it', async () => {
    const older = JSON.parse(readFileSync(json, 'utf8')) as { implementations: { version: string }[] }
    for (const run of older.implementations) run.version = '0.0.1'
    writeFileSync(`${folder}/older.json`, JSON.stringify(older))
    const html = `${folder}/trend.html`
    const { status, stderr } = spawnSync(
      process.execPath,
      [command, 'trend', `${folder}/older.json`, json, '--html', html],
      { encoding: 'utf8' },
    )
    assert.equal(status, 0, stderr)
    await look(
      '',
      async (page) => {
        assert.equal(await page.locator('.trend circle').count(), 4)
        assert.equal(await page.locator('.trend-table tbody tr').count(), 4)
        assert.deepEqual(await violations(page), [])
        await page.getByRole('link', { name: 'Matrix' }).click()
        await page.locator('.matrix').waitFor()
        assert.equal(await page.locator('.card').count(), 4)
      },
      { at: pathToFileURL(html).href },
    )
  })

  test('hostile values stay values', async () => {
    const html = pageOf(hostileReport('</script><script>alert(1)</script>', '__proto__'))
    assert.equal(html.match(/<\/script>/g)?.length, 2)
    writeFileSync(`${folder}/hostile.html`, html)
    const at = pathToFileURL(`${folder}/hostile.html`).href
    for (const view of ['#rule=R-1', '#rule=__proto__', '#case=one[a,b]&exchange=fails', '#case=constructor'])
      await look(view, async (page) => assert.deepEqual(await violations(page), [], view), { at })
  })

  test('an interrupt closes the server, listeners included, with the code of the run', async () => {
    const open = await fetch(`${address}events`)
    server.kill('SIGINT')
    assert.equal(await ended, 0)
    await open.text().catch(() => undefined)
    await assert.rejects(fetch(address))
  })
}

test('a wrong port, a wrong file and a mixture are wrong usage', () => {
  const ends = (...args: string[]): string => {
    const { status, stderr } = spawnSync(process.execPath, [command, 'explore', ...args], {
      encoding: 'utf8',
    })
    assert.equal(status, 3, stderr)
    return stderr
  }
  assert.match(ends('--port', '70000'), /--port is a number from 0 to 65535, not "70000"/)
  assert.match(ends('no-such.json'), /no-such.json cannot be read/)
  assert.match(ends('a.json', '--filter', 'x'), /"filter" is for a run, and a.json is a report/)
  assert.match(ends('--shard', '1/2'), /explore has no option --shard/)
})

/** `npm run test:site`: a browser opens every page of `dist/site/`, in light and dark; axe looks at it, and links are followed. */
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright'
import touchstone from '../../src/index.ts'
import { findChromium, untilTrue } from '../repository/chromium.ts'
import { ROOT } from './stage.ts'

const SITE = join(ROOT, 'dist/site')
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Seen {
  anchors: Set<string>
  links: string[]
}

const problems: string[] = []
const seen = new Map<string, Seen>()

/** Serves the site as a plain file server does: files by their path, everything else is a 404. */
async function serve() {
  const app = touchstone()
  app.get('/*', async (request, reply) => {
    const path = request.params['*'] || 'index.html'
    const file = path.endsWith('/') ? `${path}index.html` : path
    const bytes = await readFile(join(SITE, file)).catch(() => null)
    if (bytes === null) return reply.callNotFound()
    return reply.type(TYPES[extname(file)] ?? 'application/octet-stream').send(bytes)
  })
  return { app, address: await app.listen({ port: 0, host: '127.0.0.1' }) }
}

/** What axe finds on a page, one line for each rule. */
async function axeOn(page: Page, rules: readonly string[]): Promise<string[]> {
  await page.evaluate(AXE)
  const options = rules.length === 0 ? {} : { runOnly: rules }
  const violations = await page.evaluate<{ id: string; count: number; html: string }[]>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, nodes }) => ({ id, count: nodes.length, html: nodes[0].html })))`,
  )
  return violations.map(({ id, count, html }) => `axe: ${id}, ${count} times: ${html.slice(0, 200)}`)
}

async function visit(
  browser: Browser,
  address: string,
  path: string,
  colorScheme: 'light' | 'dark',
): Promise<void> {
  const page = await browser.newPage({ colorScheme })
  const note = (problem: string) => problems.push(`${path} (${colorScheme}): ${problem}`)
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') note(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => note(`exception: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 400) note(`${response.status()} for ${response.url()}`)
  })
  await page.goto(address + path, { waitUntil: 'load' })
  // The switch of the colours gets its name when the page becomes interactive. The explorer has none.
  await untilTrue(page, 'document.querySelector(\'.VPSwitchAppearance[title=""]\') === null')
  // The explorer shows a line until it has read its report: what is judged is the page that follows.
  await untilTrue(page, "document.querySelector('#wait') === null")
  // Of what axe looks at, the colours alone depend on the scheme.
  for (const problem of await axeOn(page, colorScheme === 'light' ? [] : ['color-contrast'])) note(problem)
  if (colorScheme === 'light') {
    const found = await page.evaluate<{ anchors: string[]; links: string[] }>(`({
      anchors: [...document.querySelectorAll('[id]')].map(({ id }) => id),
      links: [...document.querySelectorAll('a[href]')].map(({ href }) => href),
    })`)
    seen.set(path, { anchors: new Set(found.anchors), links: found.links })
  }
  await page.close()
}

/** Every link within the site leads to a page that was opened, and to an element of it. */
function checkLinks(address: string): void {
  for (const [path, { links }] of seen) {
    for (const link of new Set(links)) {
      if (!link.startsWith(address)) continue
      const { pathname, hash } = new URL(link)
      const target = seen.get(pathname.endsWith('/') ? `${pathname}index.html` : pathname)
      // The explorer reads its own anchors: they are queries.
      const isThere =
        hash === '' || pathname === '/explorer.html' || target?.anchors.has(decodeURIComponent(hash.slice(1)))
      if (target === undefined || !isThere)
        problems.push(`${path}: dead link to ${link.slice(address.length)}`)
    }
  }
}

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const executablePath = findChromium()
if (executablePath === null) throw new Error('there is no Chromium: install it, or name it in CHROMIUM_PATH')
const { app, address } = await serve()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  const files = await readdir(SITE, { recursive: true })
  const pages = files
    .filter((name) => name.endsWith('.html') && name !== '404.html' && name.startsWith(values.only))
    .map((name) => `/${name}`)
  for (const path of pages) {
    await Promise.all([visit(browser, address, path, 'light'), visit(browser, address, path, 'dark')])
  }
  if (values.only === '') checkLinks(address)
  for (const problem of problems) process.stdout.write(`✗ ${problem}\n`)
  process.stdout.write(`${pages.length} pages in light and dark, ${problems.length} problems\n`)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  await browser.close()
  await app.close()
}

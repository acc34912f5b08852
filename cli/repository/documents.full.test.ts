/** Runs every code block of README.md and docs/, and asks the README's first application what the README says it answers. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { codeBlock, faultOf, run, Workshop } from './code-blocks.ts'

const ROOT = new URL('../../../', import.meta.url)
const workshop = new Workshop()
after(() => workshop.remove())

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  ...readdirSync(new URL('docs/', ROOT), { recursive: true, encoding: 'utf8' }).map((file) => `docs/${file}`),
]
  .filter((file) => file.endsWith('.md') && !/^docs\/(specification|\.vitepress)\//.test(file))
  .map((file) => ({ file, text: readFileSync(new URL(file, ROOT), 'utf8') }))

interface Fenced {
  page: string
  fence: string
  code: string
}
const fenced: Fenced[] = pages.flatMap(({ file, text }) =>
  [...text.matchAll(/^```(\S[^\n]*)\n(.*?)^```$/gms)].map(([, fence, code]) => ({
    page: file,
    fence: fence!,
    code: code!,
  })),
)

const isApplication = (code: string): boolean => code.includes('listening on')
const isAdapter = (code: string): boolean => code.includes('export const adapter')

const blocks = fenced
  .filter(({ fence }) => fence === 'js' || fence === 'ts')
  .map(({ page, fence, code }, at) => ({
    ...codeBlock(`${page.replace(/^docs\/|\.md$/g, '').replaceAll('/', '-')}-${at + 1}`, code),
    fence,
  }))
const isTest = (code: string): boolean => code.includes("from 'node:test'")
const talking = blocks.filter(({ code }) => !isApplication(code) && !isAdapter(code) && !isTest(code))

test('blocks are js, ts or few fragments, and each says what it prints', () => {
  const known = ['js', 'ts', 'js fragment', 'ts fragment', 'json', 'sh', 'text', 'yaml', 'dockerfile']
  assert.deepEqual(
    fenced.filter(({ fence }) => !known.includes(fence)).map(({ page, fence }) => `${page}: ${fence}`),
    [],
  )
  const fragments = fenced.filter(({ fence }) => fence.endsWith(' fragment'))
  assert.ok(fragments.length * 5 <= blocks.length, `${fragments.length} fragments, ${blocks.length} blocks`)
  assert.deepEqual(talking.map(faultOf).filter(Boolean), [])
})

test('every block compiles as TypeScript, whatever it says it is', async () => {
  for (const { name, code } of blocks) workshop.write(`${name}.ts`, code)
  const { status, output } = await workshop.compile()
  assert.equal(status, 0, output)
})

for (const { name, code, prints, fence } of talking) {
  test(`the block ${name} prints what it says`, async () => {
    const file = fence === 'js' ? workshop.write(`${name}.mjs`, code) : workshop.compiled(name)
    const { status, output } = await run([file])
    assert.equal(status, 0, output)
    assert.deepEqual(output.trim().split('\n'), prints)
  })
}

test('the tests in the pages pass', async () => {
  const tests = blocks.filter(({ code }) => isTest(code))
  assert.ok(tests.length > 0)
  for (const { name } of tests) {
    const { status, output } = await run(['--test-reporter=tap', workshop.compiled(name)])
    assert.equal(status, 0, output)
    assert.match(output, /^# pass [1-9]/m)
  }
})

// ── links

/** The anchor of a heading, as it is made where the pages are shown. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
}

test('every relative link leads to a file, and to a heading of it', () => {
  const broken: string[] = []
  for (const { file, text } of pages) {
    for (const [, link] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(link!)) continue
      const [path, anchor] = link!.split('#')
      const target = path === '' ? new URL(file, ROOT) : new URL(path!, new URL(file, ROOT))
      const headings = () =>
        [...readFileSync(target, 'utf8').matchAll(/^#+ (.*)$/gm)].map((match) => anchorOf(match[1]!))
      if (!existsSync(target) || (anchor !== undefined && !headings().includes(anchor)))
        broken.push(`${file}: ${link}`)
    }
  }
  assert.deepEqual(broken, [])
})

// ── the first application

const readme = pages[0]!.text
const application = blocks.find(({ code }) => isApplication(code))!.code
const commonjs = fenced.find(({ fence, code }) => fence === 'js fragment' && code.includes('require('))!.code

test('the first application answers as the README says, as an ES module and as CommonJS', async () => {
  const required = application.replace(/^import .* from 'touchstone'\n/, commonjs)
  assert.notEqual(required, application)
  const files = [workshop.write('first.mjs', application), workshop.write('first.cjs', required)]
  for (const file of files) {
    const { child, address } = await serve(file)
    try {
      const asked = [...readme.matchAll(/^ {4}\$ curl ((?:.*\\\n)*.*)\n {4}(.*)$/gm)]
      assert.equal(asked.length, 4)
      for (const [, command, answer] of asked) assert.equal(await ask(command!, address), answer, command)
    } finally {
      child.kill()
    }
  }
})

test('the adapter of the README is one', async () => {
  const { code } = blocks.find((block) => isAdapter(block.code))!
  const { adapter } = await import(workshop.write('adapter.mjs', code))
  assert.deepEqual([adapter.name, adapter.version, typeof adapter.build], ['mine', '1.0.0', 'function'])
})

function serve(file: string): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 120_000,
  })
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => {
      const found = /listening on (\S+)/.exec(String(text))
      if (found) resolve({ child, address: found[1]! })
    })
    child.on('exit', (code) => reject(new Error(`${file} ended with ${code}`)))
  })
}

/** Does what a curl command would do, and gives the body of the answer. */
async function ask(command: string, address: string): Promise<string> {
  const words = command.match(/'[^']*'|[^\s\\]+/g)!.map((word) => word.replace(/^'|'$/g, ''))
  const request: { method: string; headers: [string, string][]; body?: string } = {
    method: 'GET',
    headers: [],
  }
  let url = ''
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    if (word === '-X') request.method = words[++at]!
    else if (word === '-d') request.body = words[++at]!
    else if (word === '-H') request.headers.push(words[++at]!.split(': ') as [string, string])
    else url = word
  }
  const { pathname, search } = new URL(url)
  return (await fetch(`${address}${pathname}${search}`, request)).text()
}

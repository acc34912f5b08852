/** Runs every `@example` of the public types: each compiles against the built package, ends by itself, and prints what it says. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const SOURCES = fileURLToPath(new URL('../../src/types/', import.meta.url))
// Within the package, so that its own name leads to what was built.
const folder = mkdtempSync(fileURLToPath(new URL('../docs-examples-', import.meta.url)))
after(() => rmSync(folder, { recursive: true, force: true }))

interface Example {
  name: string
  code: string
  /** The comments behind its `console.log` calls, one line of output each. */
  prints: string[]
}

function examplesOf(file: string): Example[] {
  const blocks = readFileSync(join(SOURCES, file), 'utf8').matchAll(/@example\n[^\n]*```ts\n(.*?)```/gs)
  return [...blocks].map(([, block], index) => {
    const code = block!.replace(/^ *\* ?/gm, '')
    const prints = [...code.matchAll(/^console\.log\(.*\) \/\/ (.*)$/gm)].map((match) => match[1]!)
    return { name: `${file.replace('.ts', '')}-${index + 1}`, code, prints }
  })
}

const examples = readdirSync(SOURCES)
  .filter((file) => !file.includes('.test-d.'))
  .flatMap(examplesOf)

test('the central types have examples, and each says what it prints', () => {
  assert.ok(examples.length >= 12, `only ${examples.length} examples were found`)
  for (const { name, code, prints } of examples) {
    assert.match(code, /from 'touchstone'/, `${name} imports the package`)
    assert.equal(
      prints.length,
      code.split('console.log(').length - 1,
      `${name}: each console.log says what it prints`,
    )
    assert.ok(prints.length > 0, `${name} prints something`)
  }
})

test('every example compiles', async () => {
  for (const { name, code } of examples) writeFileSync(join(folder, `${name}.ts`), code)
  const compilerOptions = {
    strict: true,
    target: 'es2023',
    lib: ['es2023'],
    module: 'nodenext',
    types: ['node'],
    outDir: 'out',
    rootDir: '.',
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const require = createRequire(import.meta.url)
  const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc')
  const { status, output } = await run([compiler, '-p', folder])
  assert.equal(status, 0, output)
})

for (const { name, prints } of examples) {
  test(`the example ${name} prints what it says`, async () => {
    const { status, output } = await run([join(folder, 'out', `${name}.js`)])
    assert.equal(status, 0, output)
    assert.deepEqual(output.trim().split('\n'), prints)
  })
}

function run(args: string[]): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 })
    let output = ''
    child.stdout.on('data', (text) => (output += text))
    child.stderr.on('data', (text) => (output += text))
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, output }))
  })
}

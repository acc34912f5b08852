// `touchstone fuzz` as a user meets it: every way in which it ends, what it writes, and what it says to bad input.

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import type { FuzzReport } from '../../fuzz/index.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const CLI = join(ROOT, 'dist/cli/touchstone.js')
const folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
after(() => rmSync(folder, { recursive: true }))

const fixture = (name: string): string => join('cli/fixtures/fuzz', name)

interface Ended {
  code: number | null
  out: string
  err: string
}

function run(
  args: string[],
  watch?: (text: string, kill: (signal: NodeJS.Signals) => void) => void,
): Promise<Ended> {
  const child = spawn(process.execPath, [CLI, 'fuzz', ...args], { cwd: ROOT, timeout: 60_000 })
  let [out, err] = ['', '']
  child.stdout.on('data', (text: Buffer) => {
    out += text
  })
  child.stderr.on('data', (text: Buffer) => {
    err += text
    watch?.(err, (signal) => child.kill(signal))
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })))
}

test('a finding: why, the request, curl, a test, a line to replay it; four reports; exit code 1', async () => {
  const file = (name: string): string => join(folder, name)
  const reports = `json=${file('a.json')},junit=${file('a.xml')},html=${file('a.html')},har=${file('a.har')},sarif=${file('a.sarif')},markdown=${file('a.md')}`
  const args = [fixture('fails.mjs'), '--max-requests', '400', '--deterministic', '--report', reports]
  const { code, out } = await run(args)
  assert.equal(code, 1, out)
  assert.match(out, /✗ no-5xx {2}POST \/n/)
  assert.match(out, /The answer is 500: Error: too much/)
  assert.match(out, /curl -i -X POST .*--data-raw '\{"n":500\}'/)
  assert.doesNotMatch(out, /assert/)
  const [, id] = /npx touchstone fuzz \S+ --seed 1 --max-requests 400 --only (\S+)/.exec(out) ?? []
  assert.ok(id)
  const report = JSON.parse(readFileSync(file('a.json'), 'utf8')) as FuzzReport
  const schema = JSON.parse(readFileSync(join(ROOT, 'fuzz/report/report.schema.json'), 'utf8'))
  const ajv = new Ajv({ allowUnionTypes: true })
  assert.ok(ajv.validate(schema, report), ajv.errorsText())
  assert.deepEqual(
    report.findings.map((one) => [one.id, one.requests[0]?.body]),
    [[id, '{"n":500}']],
  )
  assert.match(readFileSync(file('a.xml'), 'utf8'), /<failure type="no-5xx"/)
  const page = readFileSync(file('a.html'), 'utf8')
  assert.ok(page.includes(id) && !/<script|<link|src=/.test(page))
  const { log } = JSON.parse(readFileSync(file('a.har'), 'utf8'))
  assert.equal(log.version, '1.2')
  assert.equal(log.entries[0].request.postData.text, '{"n":500}')
  assert.equal(JSON.parse(readFileSync(file('a.sarif'), 'utf8')).runs[0].results[0].ruleId, 'no-5xx')
  assert.match(readFileSync(file('a.md'), 'utf8'), /^## Fuzzing .*: 1 finding, 1 cause\n/)
  // An archive of findings is a recording too.
  const recorded = await run([fixture('fails.mjs'), '--max-requests', '10', '--har', file('a.har')])
  assert.match(recorded.out, /✗ no-5xx {2}POST \/n/)
  // The same again, byte for byte; and the finding alone.
  await run([...args.slice(0, -1), `json=${file('b.json')}`])
  assert.equal(readFileSync(file('b.json'), 'utf8'), readFileSync(file('a.json'), 'utf8'))
  const alone = await run([fixture('fails.mjs'), '--seed', '1', '--only', id, '--snippets', 'vitest'])
  assert.equal(alone.code, 1)
  assert.match(alone.out, /✗ 1 finding\n/)
  assert.match(alone.out, /import { create } from "..cli.fixtures.*const app = await create\(\)/s)
  assert.match(alone.out, /import \{ expect, test \} from 'vitest'/)
})

test('a corpus keeps what was found, and is asked first', async () => {
  const corpus = join(folder, 'corpus')
  const first = await run([
    fixture('fails.mjs'),
    '--max-requests',
    '400',
    '--corpus',
    corpus,
    '--snippets',
    'none',
  ])
  assert.equal(first.code, 1)
  assert.equal(readdirSync(corpus).length, 1)
  const file = join(folder, 'again.json')
  await run([fixture('fails.mjs'), '--max-requests', '1', '--corpus', corpus, '--report', `json=${file}`])
  const { findings } = JSON.parse(readFileSync(file, 'utf8')) as FuzzReport
  assert.deepEqual(
    findings.map(({ phase }) => phase),
    ['corpus'],
  )
})

test('a finding of the corpus becomes a test, which fails as long as the fault is there', async () => {
  const corpus = join(folder, 'promoted')
  await run([fixture('fails.mjs'), '--max-requests', '400', '--corpus', corpus, '--snippets', 'none'])
  const { code, out, err } = await run([fixture('fails.mjs'), '--corpus', corpus, '--promote', 'no-5xx'])
  assert.equal(code, 0, err)
  const file = out.trim()
  assert.match(readFileSync(file, 'utf8'), /import .* from "\.\.?\/.*fails\.mjs"/)
  const tried = spawnSync(process.execPath, ['--test', file], { encoding: 'utf8', env: withoutTestContext() })
  assert.equal(tried.status, 1, tried.stdout)
  assert.match(tried.stdout, /no-5xx/)
  const unconfirmed = mkdtempSync(join(folder, 'unconfirmed-'))
  const [name = ''] = readdirSync(corpus).filter((one) => one.endsWith('.json'))
  const saved = JSON.parse(readFileSync(join(corpus, name), 'utf8'))
  writeFileSync(join(unconfirmed, name), JSON.stringify({ ...saved, unstable: true, reason: 'lost' }))
  for (const [args, words] of [
    [['--corpus', corpus, '--promote', 'no-5xx'], /is there already: name another file with --to/],
    [['--corpus', corpus, '--promote', 'hang'], /is not a finding of .*right would be no-5xx-/],
    [['--corpus', unconfirmed, '--promote', 'no-5xx'], /it is not confirmed, so no test would show it: lost/],
    [['--promote', 'no-5xx'], /--promote needs --corpus FOLDER/],
    [['--to', 'x.mjs'], /--to needs --promote ID/],
  ] as const) {
    const wrong = await run([fixture('fails.mjs'), ...args])
    assert.equal(wrong.code, 3)
    assert.match(wrong.err, words)
  }
})

test('a baseline: what is known does not fail, what is gone is told, and --ignore writes one', async () => {
  const file = join(folder, 'baseline.json')
  const args = [fixture('fails.mjs'), '--max-requests', '400', '--baseline', file]
  const none = await run(args)
  assert.equal(none.code, 3)
  assert.match(
    none.err,
    /there is no file .*baseline\.json\. touchstone fuzz --baseline .* --ignore ID --why TEXT makes it/,
  )
  const { out } = await run(args.slice(0, -2))
  const [, id = ''] = /--only (\S+)/.exec(out) ?? []
  for (const [more, words] of [
    [['--ignore', id], /--ignore no-5xx-\w+ needs --why TEXT/],
    [['--ignore', 'it', '--why', 'x'], /--ignore is the id of a finding/],
    [['--why', 'x'], /--why needs --ignore/],
  ] as const) {
    const wrong = await run([...args, ...more])
    assert.equal(wrong.code, 3)
    assert.match(wrong.err, words)
  }
  const written = await run([
    '--baseline',
    file,
    '--ignore',
    id,
    '--ignore',
    'hang-0000abcd',
    '--why',
    'an old limit',
  ])
  assert.deepEqual([written.code, written.out], [0, `${file}: ${id}, hang-0000abcd\n`])
  const known = await run(args)
  assert.equal(known.code, 0, known.out)
  assert.match(known.out, /1 finding known to the baseline\n {2}no-5xx-\w+ {2}POST \/n {2}an old limit\n/)
  assert.match(known.out, /The baseline has hang-0000abcd, which was not found: an old limit/)
  assert.match(known.out, /✓ nothing found that is new/)
  writeFileSync(file, '{"known":[]}')
  assert.match(
    (await run(args)).err,
    /baseline\.json: it has to be \{ "format": "touchstone-fuzz-baseline\/1"/,
  )
})

test('what is in a corpus and no finding is named, and nothing is asked', async () => {
  const corpus = mkdtempSync(join(folder, 'wrong-'))
  writeFileSync(join(corpus, 'a.json'), '{"check":"no-5xx","route":"GET /n","values":"z"}')
  for (const more of [[], ['--promote', 'no-5xx']]) {
    const { code, out, err } = await run([fixture('fails.mjs'), '--corpus', corpus, ...more])
    assert.deepEqual([code, out], [3, ''])
    assert.match(err, /a\.json is not a finding that touchstone fuzz saved/)
  }
})

/** Without what tells a test runner that it is run by one. */
function withoutTestContext(): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  return env
}

test('no route that answers below 400: 6, and what to do; --config with a wrong file: 3', async () => {
  const config = join(folder, 'identities.json')
  const { code, out } = await run([fixture('locked.mjs'), '--max-requests', '60'])
  assert.equal(code, 6, out)
  assert.match(out, /GET \/a: 401 \d+\n1 of them: they need a key: give --auth-header/)
  assert.match(out, /✗ nothing reached: no route answered below 400/)
  writeFileSync(config, JSON.stringify({ fuzz: { identities: [{ name: 'a', headers: { 'x-key': 'k' } }] } }))
  const inside = await run([fixture('locked.mjs'), '--max-requests', '60', '--config', config])
  assert.equal(inside.code, 0, inside.out)
  for (const [content, words] of [
    ['{"fuzz":{"identity":1}}', /"fuzz" has no key "identity"; there are identities, seed/],
    ['{"identities":[]}', /there is no key "identities" here; write \{ "fuzz": \{ "identities": … \} \}/],
    ['{}', /has no key "fuzz"/],
    ['{', /identities\.json cannot be read/],
  ] as const) {
    writeFileSync(config, content)
    const wrong = await run([fixture('locked.mjs'), '--config', config])
    assert.equal(wrong.code, 3)
    assert.match(wrong.err, words)
  }
})

test('nothing found: 0', async () => {
  const { code, out } = await run([fixture('fails.mjs'), '--max-requests', '100', '--skip', 'no-5xx'])
  assert.equal(code, 0, out)
  assert.match(out, /✓ nothing found/)
})

test('an application that does not boot, or whose schema does not compile: 2, and its own words', async () => {
  for (const [name, words] of [
    ['plugin-fails.mjs', /plugin-fails\.mjs does not boot: the database is away/],
    ['wrong-schema.mjs', /does not boot: .*POST.*\/n.*type must be/s],
  ] as const) {
    const { code, err } = await run([fixture(name)])
    assert.equal(code, 2, err)
    assert.match(err, words)
  }
})

test('an application that ends, throws where nobody catches, or stands still: 2, with the request', async () => {
  for (const [name, words] of [
    ['exits.mjs', /✗ crash {2}GET \/n.*It ended with exit code 7.*GET \/n\?n=9\n/s],
    ['throws.mjs', /✗ crash {2}GET \/later.*nobody catches this/s],
    ['blocks.mjs', /✗ hang {2}GET \/block.*event loop stood still/s],
  ] as const) {
    const file = join(folder, `${name}.json`)
    const args = [fixture(name), '--timeout', '500', '--report', `json=${file}`]
    const { code, out, err } = await run(args)
    assert.equal(code, 2, out + err)
    assert.match(out, words)
    const { ended, findings } = JSON.parse(readFileSync(file, 'utf8')) as FuzzReport
    // The run went on: in the same process, or in a new one without the route.
    assert.deepEqual([ended, findings.length], ['complete', 1])
    assert.equal(findings[0]?.unstable, undefined, findings[0]?.reason)
  }
})

test('an interrupt: 130, and the report of what there is', async () => {
  const file = join(folder, 'interrupted.json')
  let sent = false
  const args = [fixture('fails.mjs'), '--max-requests', '99999999', '--verbose', '--report', `json=${file}`]
  const { code } = await run(args, (text, kill) => {
    if (sent || !text.includes('the first request')) return
    sent = true
    kill('SIGINT')
  })
  assert.equal(code, 130)
  assert.equal((JSON.parse(readFileSync(file, 'utf8')) as FuzzReport).ended, 'interrupted')
})

test('a limit of time also ends what is never ready', async () => {
  const file = join(folder, 'never.mjs')
  writeFileSync(file, 'setInterval(() => {}, 1000)\nawait new Promise(() => {})\n')
  const { code, out, err } = await run([file, '--max-time', '1s'])
  assert.equal(code, 2, out)
  assert.match(out + err, /does not boot: It is not ready after 6 seconds\./)
})

test('wrong usage: 3, and what is right', async () => {
  const fails = fixture('fails.mjs')
  const wrong = [
    [[], /takes a module/],
    [['none.mjs'], /There is no file none\.mjs/],
    [['cli'], /cli is a folder/],
    [[fails, fails], /takes one module/],
    [[fixture('nothing.mjs')], /exports helper\. Export an instance/],
    [[fails, '--check', 'no-6xx'], /There is no check "no-6xx"; there are no-5xx, /],
    [[fails, '--check', 'hang', '--skip', 'hang'], /leave no check/],
    [[fails, '--max-time', 'soon'], /--max-time is a time such as 30s/],
    [[fails, '--header', 'x'], /--header is a line/],
    [[fails, '--only', 'it'], /--only is the id of a finding/],
    [[fails, '--report', 'pdf'], /There is no report format "pdf"/],
    [[fails, '--framework', 'fastify'], /--framework is a package such as/],
    [[fails, '--url', 'http://127.0.0.1:1'], /--url needs --openapi/],
    [[fails, '--har', 'none.har'], /--har: there is no file none\.har/],
    [[fails, '--har', 'package.json'], /--har: package\.json: it is no HTTP archive/],
    [[fails, '--nonsense'], /has no option --nonsense/],
  ] as const
  for (let at = 0; at < wrong.length; at += 3)
    await Promise.all(
      wrong.slice(at, at + 3).map(async ([args, words]) => {
        const { code, err } = await run([...args])
        assert.equal(code, 3, `${args.join(' ')}: ${err}`)
        assert.match(err, words)
      }),
    )
})

test('TypeScript is read by a node that can, and refused with what would help by one that cannot', async () => {
  const { code, err } = await run([fixture('typed.ts'), '--max-requests', '20'])
  const reads = Boolean((process.features as { typescript?: unknown }).typescript)
  assert.equal(code, reads ? 0 : 3, err)
  if (!reads)
    assert.match(err, /use node 22\.18 or newer, name the compiled file, or name a loader with --import/)
  assert.ok(existsSync(join(ROOT, fixture('typed.ts'))))
})

test('a plugin on another framework of the interface', async () => {
  const args = [fixture('plugin.mjs'), '--framework', 'npm:fastify@4.17.0', '--max-requests', '300']
  const { code, out, err } = await run([...args, '--snippets', 'none'])
  assert.equal(code, 1, out + err)
  assert.match(out, /✗ no-5xx {2}GET \/n\/:n\n.*GET \/n\/7\n/s)
})

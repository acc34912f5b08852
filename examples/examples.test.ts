/** Runs every example on fastify 4.17.0 and, with nothing but the framework exchanged, on touchstone: the answers must be the same. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import touchstone, { type InjectResponse, type Instance, type Touchstone } from 'touchstone'
import type { Exchange } from './exchange.ts'

const fastify = createRequire(import.meta.url)('fastify-4.17') as Touchstone
const frameworks = { fastify, touchstone }

interface Example {
  build(framework: Touchstone, variant?: string): Pick<Instance, 'inject' | 'close'>
  exchanges: Exchange[]
  variants?: Record<string, unknown>
}

const COMPARED = ['content-type', 'www-authenticate', 'location', 'x-child']

interface Answer {
  status: number
  headers: Record<string, unknown>
  body: string
}

function answerOf(response: InjectResponse): Answer {
  const headers = Object.fromEntries(COMPARED.map((name) => [name, response.headers[name]]))
  return { status: response.statusCode, headers, body: response.body }
}

/** Where a ruling makes touchstone answer otherwise: what 4.17.0 answers, told as what touchstone does. */
const RULINGS: Record<string, (answer: Answer) => Answer> = {
  // R2: `validationContext` of a query failure is 'query'
  'joi-validators': (answer) => ({
    ...answer,
    body: answer.body.replace('"part":"querystring"', '"part":"query"'),
  }),
}

async function ask(example: Example, framework: Touchstone, variant: string | undefined): Promise<Answer[]> {
  const app = example.build(framework, variant)
  try {
    const answers: Answer[] = []
    for (const { request } of example.exchanges) answers.push(answerOf(await app.inject(request)))
    return answers
  } finally {
    await app.close()
  }
}

const here = new URL('./', import.meta.url)
const names = readdirSync(here).filter(
  (name) => name.endsWith('.js') && !/^(examples\.test|exchange|first)\./.test(name),
)

test('there is an example for each topic', () => assert.ok(names.length >= 12, names.join()))

for (const name of names) {
  const example = (await import(new URL(name, here).href)) as Example
  for (const variant of example.variants ? Object.keys(example.variants) : [undefined]) {
    const title = `${name.replace('.js', '')}${variant ? ` (${variant})` : ''}`
    const ruled = RULINGS[title]
    test(`${title} answers as it says on fastify 4.17.0`, async () => {
      const answers = await ask(example, frameworks.fastify, variant)
      for (const [index, { title: what, status }] of example.exchanges.entries()) {
        assert.equal(answers[index]?.status, status, `${what}: ${JSON.stringify(answers[index])}`)
      }
    })
    test(`${title} answers the same on touchstone`, async () => {
      const answers = await ask(example, frameworks.fastify, variant)
      const expected = ruled === undefined ? answers : answers.map(ruled)
      if (ruled) assert.notDeepEqual(expected, answers, 'the ruling is seen in some answer')
      const actual = await ask(example, frameworks.touchstone, variant)
      for (const [index, { title: what }] of example.exchanges.entries()) {
        assert.deepEqual(actual[index], expected[index], what)
      }
    })
  }
}

test('the first application of the README serves', async () => {
  const child = spawn(process.execPath, [fileURLToPath(new URL('first.js', here))], {
    env: { ...process.env, PORT: '0', KEY: 'k' },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 30_000,
  })
  try {
    const address = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (text) => {
        const found = /listening on (\S+)/.exec(String(text))
        if (found) resolve(found[1]!)
      })
      child.on('exit', (code) => reject(new Error(`ended with ${code}`)))
    })
    const book = await fetch(`${address}/books/1`)
    assert.deepEqual(await book.json(), { id: 1, title: 'The Little Prince' })
    assert.equal((await fetch(`${address}/books/one`)).status, 400)
    assert.equal((await fetch(`${address}/books/9`)).status, 404)
    const post = (key: string, body: object) =>
      fetch(`${address}/books`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    assert.equal((await post('wrong', { title: 'x' })).status, 401)
    assert.equal((await post('k', { title: '' })).status, 400)
    assert.equal((await post('k', { title: 'Emma' })).status, 201)
    assert.deepEqual(await (await fetch(`${address}/books/2`)).json(), { id: 2, title: 'Emma' })
  } finally {
    child.kill()
  }
})

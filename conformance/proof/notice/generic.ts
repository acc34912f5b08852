// Generic mutants of src/, drawn by a seed: those that StrykerJS makes, without those that were reviewed as equivalent.

import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { commonTokens } from '@stryker-mutator/api/plugin'
import { createInstrumenter } from '@stryker-mutator/instrumenter'
import { createInjector } from 'typed-inject'
import { packageFile } from '../../contract/package.ts'
import { type Changed, fileOf } from '../stryker/changed.ts'
import { isReviewed } from '../stryker/equivalent.ts'
import type { Replaced } from '../trial/loader.ts'

/** A mutant whose text is compiled already. */
export interface Generic {
  readonly id: string
  readonly says: string
  readonly files: readonly string[]
  readonly replaced: readonly Replaced[]
}

/** What the mutator wants to log is of no interest here. */
const silent = new Proxy({}, { get: () => () => false }) as never

/** So many of the mutants of all modules that run, written into a folder. The same seed draws the same ones of the same sources. */
export async function drawGeneric(count: number, seed: number, folder: string): Promise<Generic[]> {
  const instrumenter = createInjector()
    .provideValue('logger', silent)
    .provideValue(commonTokens.getLogger, () => silent)
    .injectFunction(createInstrumenter)
  const files = modules().map((name) => ({ name, content: readFileSync(name, 'utf8'), mutate: true }))
  const { mutants } = await instrumenter.instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
    mutator: { plugins: null, excludedMutations: [] },
  } as never)
  const all = (mutants as unknown as (Changed & { status?: string })[]).filter(
    (one) => one.status === undefined && !isReviewed(one),
  )
  return all
    .map((one) => ({ one, order: orderOf(one, seed) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .slice(0, count)
    .map(({ one, order }) => write(one, order, folder))
}

/** The compiled modules with code that runs, without tests. */
function modules(): string[] {
  const src = packageFile('dist/src')
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js') && !file.endsWith('.test.js') && file !== 'index.js')
    .filter((file) => !file.startsWith('types/') && !file.startsWith('fastify/'))
    .sort()
    .map((file) => join(src, file))
}

function orderOf({ fileName, location, replacement }: Changed, seed: number): string {
  const place = JSON.stringify([seed, fileOf(fileName), location, replacement])
  return createHash('sha256').update(place).digest('hex')
}

function write(
  { fileName, location, replacement, mutatorName }: Changed,
  order: string,
  folder: string,
): Generic {
  const file = fileOf(fileName)
  const id = `generic-${order.slice(0, 10)}`
  const path = join(folder, `${id}.js`)
  const text = readFileSync(fileName, 'utf8')
  mkdirSync(folder, { recursive: true })
  const from = offsetOf(text, location.start)
  const to = offsetOf(text, location.end)
  writeFileSync(path, text.slice(0, from) + replacement + text.slice(to))
  const was = text.slice(from, to).split('\n', 1)[0]?.slice(0, 60)
  return {
    id,
    says: `${mutatorName} in ${file}:${location.start.line + 1}: ${was} → ${replacement.split('\n', 1)[0]?.slice(0, 60)}`,
    files: [`src/${file.replace(/\.js$/, '.ts')}`],
    replaced: [{ url: pathToFileURL(fileName).href, file: path }],
  }
}

function offsetOf(text: string, { line, column }: { line: number; column: number }): number {
  let at = 0
  for (let left = line; left > 0; left--) at = text.indexOf('\n', at) + 1
  return at + column
}

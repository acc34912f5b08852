/** Runs one exercise in one column, in a process of its own, and prints what was seen as JSON. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Touchstone } from '../../src/index.ts'
import type { Column } from '../install/columns.ts'
import { packageFolder } from '../install/package.ts'
import { type Answer, type Exercise, readExercises } from './exercise.ts'

const [cache, column, name, slug] = process.argv.slice(2)
const seen: unknown[] = []

function see(value: unknown, headers: readonly string[] = []): unknown {
  const shown = isResponse(value)
    ? ({
        status: value.statusCode,
        headers: Object.fromEntries(headers.map((header) => [header, value.headers[header]])),
        body: value.body,
      } satisfies Answer)
    : value
  seen.push(shown)
  return shown
}

interface Response {
  statusCode: number
  headers: Record<string, unknown>
  body: string
  rawPayload: Buffer
}

function isResponse(value: unknown): value is Response {
  return typeof value === 'object' && value !== null && 'rawPayload' in value
}

const exercise: Exercise | undefined = (await readExercises()).get(name!)
if (exercise === undefined) throw new Error(`there is no exercise for ${name}`)
const folder = packageFolder(cache!, column as Column, slug!)
const require = createRequire(join(folder, 'package.json'))
const load = Object.assign((id: string): unknown => require(id === name ? '.' : id), {
  esm: async (id: string): Promise<unknown> => {
    const { load } = await import(pathToFileURL(join(folder, '..', 'load.mjs')).href)
    return load(id)
  },
})
const fastify = require('fastify') as Touchstone
await exercise({ fastify, load, see })
process.stdout.write(`\n${JSON.stringify(seen)}\n`)
// What the package leaves open, such as a timer, is its own affair.
process.exit(0)
